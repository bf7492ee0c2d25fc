//! What is done to the dead: which of the two is dead, the entity or the component, since when, and by whom.

use ecs_core::{Archetype, BorrowError, Component, Entity, Handle, Pool, World, update_all};

use super::{gets, is_reported};

#[derive(Component, Default, Debug)]
struct Health(u32);

#[derive(Component, Default, Debug)]
struct Sound;

fn boss() -> Entity {
    let boss = Entity::spawn().with(Health(3));
    boss.set_name("boss");
    boss
}

#[test]
fn the_entity_was_despawned() {
    let boss = boss();
    boss.despawn();
    gets(
        "cannot borrow Health of 0v1 \"boss\": the entity is dead: `despawn` ended it at HERE; ask \
         `is_alive()` first, or use `get()`, which is `None` for what is dead",
        || drop(boss.borrow::<Health>()),
    );
}

/// Unity's `Destroy` waits until the end of the frame; `despawn` does not.
#[test]
fn damage_it_and_play_its_sound() {
    #[derive(Component)]
    struct Bullet(Entity);
    impl Bullet {
        fn update(&mut self) {
            hit(self.0);
            drop(self.0.borrow::<Sound>());
        }
    }
    fn hit(mob: Entity) {
        let mut health = mob.borrow_mut::<Health>();
        health.0 -= 3;
        if health.0 == 0 {
            mob.despawn();
        }
    }
    let boss = boss();
    boss.insert(Sound);
    Entity::spawn().insert(Bullet(boss));
    gets(
        "cannot borrow Sound of 0v1 \"boss\": the entity is dead: `despawn` ended it at HERE, while the hook \
         `Bullet::update` ran, in this frame; ask `is_alive()` first, or use `get()`, which is `None` for \
         what is dead",
        || update_all(0.1),
    );
}

#[test]
fn it_died_some_frames_ago() {
    let boss = boss();
    update_all(0.1);
    boss.despawn();
    for ago in ["one frame", "2 frames"] {
        update_all(0.1);
        is_reported(
            &format!(
                "cannot borrow Health of 0v1 \"boss\": the entity is dead: `despawn` ended it at HERE, {ago} \
                 ago; ask `is_alive()` first, or use `get()`, which is `None` for what is dead"
            ),
            &boss.try_borrow::<Health>().unwrap_err().to_string(),
        );
    }
}

#[test]
fn a_hook_of_an_event_ended_it() {
    struct Damage;
    #[derive(Component)]
    #[component(on(Damage))]
    struct Mob;
    impl Mob {
        fn on_damage(&mut self, _: &Damage, me: Entity) {
            me.despawn();
        }
    }
    let boss = boss().with(Mob);
    boss.send(Damage);
    gets(
        "cannot borrow Health of 0v1 \"boss\": the entity is dead: `despawn` ended it at HERE, while the \
         hook `Mob::on_damage` ran; ask `is_alive()` first, or use `get()`, which is `None` for what is dead",
        || boss.borrow_mut::<Health>().0 += 1,
    );
}

#[test]
fn the_entity_is_alive_but_its_component_was_killed() {
    let boss = boss();
    for call in ["kill", "remove"] {
        boss.insert(Health(1));
        assert!(if call == "kill" { boss.kill::<Health>() } else { boss.remove::<Health>().is_some() });
        gets(
            &format!(
                "cannot borrow Health of 0v1 \"boss\": the entity is alive, but its Health is dead: `{call}` \
                 ended it at HERE; ask `is_alive()` first, or use `get()`, which is `None` for what is dead"
            ),
            || drop(boss.borrow::<Health>()),
        );
    }
}

#[test]
fn the_entity_never_had_the_component() {
    let boss = boss();
    let text = "cannot borrow Sound of 0v1 \"boss\": the entity is alive, but has no Sound; add one to it \
                first, or use `get()`, which is `None` where there is none";
    // Also when another one has it.
    for _ in 0..2 {
        gets(text, || drop(boss.borrow::<Sound>()));
        gets(text, || drop(boss.handle::<Health>().sibling::<Sound>().borrow_mut()));
        Entity::spawn().insert(Sound);
    }
    assert!(matches!(
        boss.try_borrow::<Sound>(),
        Err(BorrowError::Missing { component: "Sound", ending: None, .. })
    ));
}

#[test]
fn a_field_was_never_set() {
    gets(
        "cannot borrow Health through a null handle: set the handle first, for instance in `init`, or use \
         `get()`",
        || drop(Handle::<Health>::default().borrow()),
    );
}

#[test]
fn a_pooled_entity_was_given_back() {
    let pool = Pool::<Archetype<(Health,)>>::new();
    let old = pool.take();
    pool.give_back(old);
    pool.take();
    gets(
        "cannot borrow Health of 0v1: the entity was taken from a pool again and is 0v2 now, so handles of \
         its earlier life are stale; mark a field that refers to its own entity `#[component(sibling)]`, or \
         set it again in `on_reset`",
        || drop(old.borrow::<Health>()),
    );
}

#[test]
fn it_lives_in_another_world() {
    let boss = World::new().enter(boss);
    let _ = Entity::spawn();
    gets(
        "cannot borrow Health of 0v1: the entity belongs to another world; borrow it inside that world's \
         `enter`, or from another thread send what is to be done: `World::remote`",
        || drop(boss.borrow::<Health>()),
    );
}

#[test]
fn a_view_is_indexed_with_the_dead_and_with_what_came_later() {
    let boss = boss();
    let view = Health::view();
    let later = Entity::spawn().insert(Health(1));
    boss.despawn();
    gets(
        "cannot borrow Health of 0v1 \"boss\": the entity is dead: `despawn` ended it at HERE; ask \
         `is_alive()` first, or use `get()`, which is `None` for what is dead",
        || assert_eq!(view[boss.handle()].0, 3),
    );
    gets(
        "the view does not have Health of 1v1: it was added after the view was taken; take the view again, \
         or use the handle, as `handle.borrow()`",
        || assert_eq!(view[later].0, 1),
    );
}

/// What is remembered is bounded.
#[test]
fn the_last_256_are_remembered() {
    let all = Entity::spawn_many(257, |_, _| Health(1));
    assert_eq!(Entity::despawn_many(&all), 257);
    let ending = |entity: Entity| match entity.try_borrow::<Health>() {
        Err(BorrowError::Dead { ending, .. }) => ending,
        other => panic!("{other:?}"),
    };
    assert!(ending(all[0]).is_none());
    assert!(
        ending(all[1]).is_some_and(|ending| ending.at.file() == file!() && ending.call == "despawn_many")
    );
}
