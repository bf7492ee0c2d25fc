//! What ends a singleton, and what does not.

use super::*;

#[test]
fn d9_a_reset_of_the_world_ends_it_after_all_else() {
    #[derive(Singleton, Default)]
    struct Tally(u32);
    impl Tally {
        fn shutdown(&self) {
            log(format!("tally {}", self.0));
        }
    }
    #[derive(Component, Default)]
    struct Soldier;
    impl Soldier {
        fn shutdown(&mut self, tally: &mut Tally) {
            tally.0 += 1;
        }
    }
    drop(Tally::borrow());
    for _ in 0..3 {
        Entity::spawn().add::<Soldier>();
    }
    World::reset();
    assert_eq!(take_log(), ["tally 3"]);
    assert_eq!((World::stats().alive, Tally::get().is_none()), (0, true));
}

#[test]
fn d9_clearing_the_world_leaves_it_and_its_handles_alone() {
    let score = Score::set(Score(7));
    let coin = Entity::spawn().add::<Coin>();
    World::clear();
    World::clear();
    assert_eq!((coin.is_alive(), score.borrow().0, Score::instance() == score), (false, 7, true));
    World::reset();
    assert!(!score.is_alive());
    World::reset();
    assert_eq!(Score::borrow().0, 0);
}

/// Would catch: an entity that `for entity in &query::<Entity>() { entity.despawn(); }` ends for all.
#[test]
fn d9_its_entity_is_in_no_query_count_or_list() {
    #[derive(Component)]
    struct Monk;
    let counts = || {
        [
            query::<Entity>().count(),
            query::<Option<&Coin>>().count(),
            query::<Entity>().filter::<Without<Monk>>().count(),
            World::stats().alive,
            World::stats().spawned as usize,
            World::stats().despawned as usize,
        ]
    };
    let coins = [(); 3].map(|()| Entity::spawn().add::<Coin>().entity());
    let before = counts();
    assert_eq!(before.iter().sum::<usize>(), 5 * 3, "{before:?}");
    drop(Score::borrow());
    assert_eq!(counts(), before);
    Score::instance().set_enabled(false);
    assert_eq!(counts(), before);
    Score::instance().set_enabled(true);

    let own = Score::instance().entity();
    assert!(query::<Entity>().get(own).is_none());
    let mut seen = Vec::new();
    query::<Entity>().each(|entity| seen.push(entity));
    assert_eq!(seen, coins);
    if !cfg!(miri) {
        // Rayon casts numbers to pointers.
        query::<Entity>().par_each(|entity| assert_ne!(entity, own));
    }
    let mut group = Group::<Without<Monk>>::new();
    group.refresh();
    assert_eq!(group.active(), coins);
    own.set_name("score");
    assert!(find("score").is_none() && find_all("score").is_empty() && format!("{own:?}").contains("score"));
    Schedule::new().add(|all: Query<Entity>| assert_eq!(all.count(), 3)).run(0.1);

    for entity in &query::<Entity>() {
        entity.set_enabled(false);
    }
    assert!(Score::instance().is_enabled());
    World::reset();
    assert_eq!(counts().iter().sum::<usize>(), 6, "three were spawned, and three despawned");
    drop(Score::borrow());
    assert_eq!(counts().iter().sum::<usize>(), 6);
}

#[test]
fn a_closing_world_makes_none() {
    struct Asks;
    impl Drop for Asks {
        fn drop(&mut self) {
            let closing = SingletonError::Make {
                component: "Score",
                error: AddError::World { component: None, error: WorldError::Closing },
            };
            assert_eq!(Score::try_borrow().map(drop), Err(closing.clone()));
            assert_eq!(Score::try_set(Score(1)), Err(closing));
            assert!(Score::get().is_none());
            log("asked");
        }
    }
    #[derive(Singleton)]
    struct Holder(Asks);
    let world = World::new();
    world.enter(|| Holder::set(Holder(Asks)));
    drop(world);
    assert_eq!(take_log(), ["asked"]);
}

#[test]
fn a_world_with_one_that_is_not_send_stays() {
    #[derive(Singleton, Default)]
    struct Local(std::rc::Rc<u32>);
    let world = World::new();
    world.enter(|| Local::borrow().0.clone());
    let Err((world, error)) = world.into_send() else { panic!("`Rc` is not `Send`") };
    assert_says(&error.to_string(), &["Local"]);
    world.enter(|| Local::instance().kill());
    assert!(world.into_send().is_ok());
}
