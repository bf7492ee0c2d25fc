//! Names of entities: given, found, shown by every message, and gone with the life that had them.

use std::cell::RefCell;
use std::fmt::{self, Write as _};
use std::sync::Arc;

use ecs_core::{
    AddError, Archetype, BorrowError, Component, Entity, Pool, Ref, RemoveError, World, find, find_all,
};

use crate::support::{assert_says, message_of, on_thread};

#[derive(Component, Default, Debug, PartialEq)]
struct Health(u32);

fn named(name: &str) -> Entity {
    let entity = Entity::spawn();
    assert!(entity.set_name(name));
    entity
}

#[test]
fn a_name_is_given_changed_and_removed() {
    let boss = Entity::spawn();
    assert_eq!((boss.name(), find("boss")), (None, None));
    assert!(boss.set_name("boss"));
    assert_eq!((boss.name().as_deref(), find("boss")), (Some("boss"), Some(boss)));
    assert!(boss.set_name("king"));
    assert_eq!((boss.name().as_deref(), find("boss"), find("king")), (Some("king"), None, Some(boss)));
    assert!(boss.set_name("") && boss.set_name(""));
    assert_eq!((boss.name(), find("king"), find("")), (None, None, None));
    assert_eq!(format!("{boss:?}"), "0v1");
}

#[test]
fn of_several_that_share_a_name_the_lowest_index_is_found_first() {
    let wolves = [(); 4].map(|()| Entity::spawn());
    for place in [2, 0, 3, 1] {
        wolves[place].set_name("wolf");
    }
    let fox = named("fox");
    assert_eq!((find("wolf"), find_all("wolf")), (Some(wolves[0]), wolves.to_vec()));
    wolves[0].despawn();
    wolves[2].set_name("dog");
    assert_eq!((find("wolf"), find_all("wolf")), (Some(wolves[1]), vec![wolves[1], wolves[3]]));
    wolves[1].despawn();
    wolves[3].despawn();
    assert_eq!((find("wolf"), find_all("wolf")), (None, vec![]));
    assert_eq!((find("fox"), find_all("fox")), (Some(fox), vec![fox]));
    // A name that died out is as good as a new one.
    let heir = named("wolf");
    assert_eq!((find("wolf"), find_all("wolf")), (Some(heir), vec![heir]));
}

#[test]
fn a_name_belongs_to_one_life() {
    let boss = named("boss");
    boss.despawn();
    assert_eq!((boss.name(), find("boss"), boss.set_name("ghost")), (None, None, false));
    let heir = Entity::spawn();
    assert_eq!(heir.index(), boss.index());
    assert_eq!((heir.name(), find("boss"), find_all("boss")), (None, None, vec![]));
    assert_eq!(format!("{heir:?} after {boss:?}"), r#"0v2 after 0v1 "boss""#);
    // Messages know the last name of an index.
    heir.set_name("heir");
    assert_eq!(format!("{heir:?} after {boss:?}"), r#"0v2 "heir" after 0v1"#);
    World::clear();
    assert_eq!((find("heir"), heir.name()), (None, None));
}

#[test]
fn an_entity_that_is_taken_from_a_pool_again_has_no_name() {
    let bats = Pool::<Archetype<(Health,)>>::new();
    let bat = bats.take();
    bat.set_name("vlad");
    bats.give_back(bat);
    assert_eq!(find("vlad"), Some(bat), "parked, and alive");
    let again = bats.take();
    assert_eq!((again.index(), again.name(), find("vlad")), (bat.index(), None, None));
    let error = bat.try_borrow::<Health>().unwrap_err();
    assert!(matches!(error, BorrowError::Stale { .. }));
    assert_says(&error.to_string(), &[r#"Health of 0v1 "vlad""#, "is 0v2 now"]);
}

#[test]
fn a_dying_entity_has_its_name_until_it_is_dead() {
    #[derive(Component)]
    struct Watched;
    impl Watched {
        fn shutdown(&self, me: Entity) {
            assert_eq!((me.name().as_deref(), find("watched")), (Some("watched"), Some(me)));
            crate::support::log(format!("{me:?} ends"));
        }
    }
    impl Drop for Watched {
        fn drop(&mut self) {
            crate::support::log(format!("{:?}", find("watched")));
        }
    }
    named("watched").with(Watched).despawn();
    assert_eq!(crate::support::take_log(), [r#"0v1 "watched" ends"#, "None"]);
}

#[test]
fn worlds_and_threads_have_names_of_their_own() {
    let (one, two) = (World::new(), World::new());
    let here = one.enter(|| named("boss"));
    two.enter(|| {
        assert_eq!((here.name(), here.set_name("mine"), find("boss")), (None, false, None));
        assert_eq!(format!("{here:?}"), "0v1");
        let there = named("boss");
        assert_eq!(find("boss"), Some(there));
    });
    assert_eq!(
        one.enter(|| (here.name().as_deref().map(String::from), find("boss"))),
        (Some("boss".into()), Some(here))
    );
    on_thread(move || {
        assert_eq!(
            (here.name(), here.set_name("mine"), find("boss"), find_all("boss")),
            (None, false, None, vec![])
        );
        assert_eq!(format!("{here:?}"), "0v1");
        assert_eq!(World::stats(), Default::default(), "asking makes no world");
    });
}

#[test]
fn a_name_that_was_given_out_stays_while_its_world_moves_away() {
    let world = World::new();
    let (boss, name) = world.enter(|| {
        let boss = named("boss");
        (boss, boss.name().unwrap())
    });
    let world = world.into_send().unwrap();
    let there = std::thread::spawn(move || {
        let world = world.into_world();
        world.enter(|| {
            assert_eq!(find("boss"), Some(boss));
            let names: Vec<Arc<str>> = (0..100).filter_map(|_| boss.name()).collect();
            assert!(boss.set_name(""));
            names.len()
        })
    });
    let names: Vec<Arc<str>> = (0..100).map(|_| name.clone()).collect();
    assert_eq!((there.join().unwrap(), names.len(), &*name), (100, 100, "boss"));
}

#[test]
fn a_name_is_printed_as_a_text() {
    let odd = named("the \"old\"\none");
    assert_eq!(format!("{odd:?} {odd}"), r#"0v1 "the \"old\"\none" 0v1 "the \"old\"\none""#);
    assert_eq!(format!("{:?}", odd.handle::<Health>()), r#"Handle<Health>(0v1 "the \"old\"\none")"#);
    assert_eq!(format!("{:?}", Entity::NONE), "NONE");
}

/// What a text is written to is user code, and may call the library.
#[test]
fn what_an_entity_is_written_to_may_change_names() {
    struct Meddler(Entity, String);
    impl fmt::Write for Meddler {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.set_name(&format!("{} written", self.1.len()));
            Entity::spawn().set_name("another");
            assert!(find("another").is_some());
            self.1 += text;
            Ok(())
        }
    }
    let boss = named("boss");
    let mut meddler = Meddler(boss, String::new());
    write!(meddler, "{boss:?}").unwrap();
    assert_eq!(meddler.1, r#"0v1 "boss""#);
    assert_ne!(boss.name().as_deref(), Some("boss"));
}

#[test]
fn an_entity_prints_wherever_its_world_cannot_be_reached() {
    #[derive(Component)]
    struct Prints(Entity);
    impl Drop for Prints {
        fn drop(&mut self) {
            crate::support::log(format!("{:?}", self.0));
        }
    }
    thread_local! {
        static LATE: RefCell<Option<Prints>> = const { RefCell::new(None) };
    }
    let world = World::new();
    world.enter(|| {
        let boss = named("boss");
        boss.insert(Prints(boss));
    });
    drop(world);
    assert_eq!(crate::support::take_log(), ["0v1"], "the world is closing");
    // In either order of the thread's end, and after the thread's world is gone.
    for late_first in [true, false] {
        on_thread(move || {
            let keep = |entity| LATE.set(Some(Prints(entity)));
            if late_first {
                keep(Entity::NONE);
            }
            let boss = named("boss");
            boss.insert(Prints(boss));
            keep(boss);
        });
    }
}

/// Each message that names an entity shows its name.
#[test]
fn every_message_about_an_entity_shows_its_name() {
    #[derive(Component)]
    struct Needs;
    impl Needs {
        fn init(&mut self, _health: &Health) {}
    }
    #[derive(Component, Default)]
    struct Endless;
    impl Endless {
        fn init(&mut self, me: Entity) {
            me.kill::<Endless>();
            me.add::<Endless>();
        }
    }
    #[derive(Component)]
    struct Clings;
    impl Clings {
        fn shutdown(&self, me: Entity) {
            me.add::<Health>();
        }
    }
    #[derive(Component)]
    struct Own;
    impl Own {
        fn shutdown(&self, me: Entity) {
            drop(me.borrow_mut::<Own>());
        }
    }
    #[derive(Component, Default)]
    struct Resets;
    impl Resets {
        fn on_reset(&self) {}
    }
    #[derive(Component, Default)]
    struct Keeps(RefCell<Option<Ref<Resets>>>);
    impl Keeps {
        fn on_reset(&self, me: Entity) {
            me.set_name("the boss");
            self.0.replace(me.get());
        }
    }

    type Case = (&'static str, fn(Entity));
    let cases: &[Case] = &[
        ("borrow of the dead", |boss| {
            boss.despawn();
            drop(boss.borrow::<Health>());
        }),
        ("borrow of what it has not got", |boss| drop(boss.borrow_mut::<Needs>())),
        ("borrow twice", |boss| {
            let _first = boss.add::<Health>().borrow();
            drop(boss.borrow_mut::<Health>());
        }),
        ("borrow twice, by get", |boss| {
            let _first = boss.add::<Health>().borrow_mut();
            drop(boss.get::<Health>());
        }),
        ("borrow in its own hook", |boss| {
            boss.insert(Own);
            boss.kill::<Own>();
        }),
        ("stale", |_| {
            let pool = Pool::<Archetype<(Health,)>>::new();
            let boss = pool.take();
            boss.set_name("the boss");
            pool.give_back(boss);
            pool.take();
            drop(boss.borrow::<Health>());
        }),
        ("index a view", |boss| assert_eq!(Health::view()[boss.handle()].0, 0)),
        ("read many", |boss| Health::view().read_many(&[boss.handle()], |_| ())),
        ("many at once, dead", |boss| {
            let error = Health::view_mut().get_many_mut([boss.handle()]).unwrap_err();
            assert!(matches!(error, BorrowError::Dead { .. } | BorrowError::Missing { .. }));
            panic!("{error}");
        }),
        ("many at once, twice", |boss| {
            let health = boss.add::<Health>();
            let error = Health::view_mut().get_many_mut([health, health]).unwrap_err();
            assert!(matches!(error, BorrowError::Twice { .. }));
            panic!("{error}");
        }),
        ("add to the dead", |boss| {
            boss.despawn();
            boss.add::<Health>();
        }),
        ("add to the dying", |boss| {
            boss.insert(Clings);
            boss.despawn();
        }),
        ("a sibling is missing", |boss| {
            assert!(matches!(boss.try_insert(Needs), Err(AddError::MissingSibling { .. })));
            boss.insert(Needs);
        }),
        ("init without end", |boss| {
            World::set_init_limit(3).unwrap();
            boss.add::<Endless>();
        }),
        ("remove what is borrowed", |boss| {
            let _guard = boss.add::<Health>().borrow();
            assert!(matches!(boss.try_remove::<Health>(), Err(RemoveError::Borrowed { .. })));
            let _ = boss.remove::<Health>();
        }),
        ("reset what is borrowed", |_| {
            let pool = Pool::<Archetype<(Keeps, Resets)>>::new();
            let boss = pool.take();
            pool.give_back(boss);
            pool.take(); // the first `on_reset` names it and keeps the second component
        }),
        ("a soft failure", |boss| {
            boss.kill::<Health>();
            panic!("{}", World::stats().soft);
        }),
        ("a handle", |boss| panic!("{:?}", boss.handle::<Health>())),
        ("a pool", |_| {
            let pool = Pool::<Archetype<(Health,)>>::new();
            pool.take().set_name("the boss");
            panic!("{pool:?}");
        }),
    ];
    for (what, case) in cases {
        let message = message_of(|| World::new().enter(|| case(named("the boss"))));
        assert!(message.contains(r#" "the boss""#), "{what}: {message}");
    }
}
