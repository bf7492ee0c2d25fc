//! Archetypes and pools.

use std::cell::Cell;

use ecs_core::{Archetype, Entity, Pool, World};

use super::failing::{End, fail_after};
use super::scene::{Hooked, Mark, Plain, Scene, each_failure};

type Group = Archetype<(Plain, Hooked, Mark)>;

fn values(scene: &Scene, entity: Entity) -> (Plain, Hooked, Mark) {
    (scene.plain(entity), scene.hooked(entity), Mark)
}

#[test]
fn trap14_spawn_one_as_a_group() {
    let spawn = |scene: &Scene| {
        // Its index is the next one.
        let number = scene.entities.len() as u32;
        let plain = Plain(number);
        let hooked = Hooked { number, ..scene.hooked(Entity::NONE) };
        let entity = Group::spawn_with((plain, hooked, Mark));
        assert_eq!(entity.index(), number);
    };
    each_failure(
        || Scene::full(3),
        spawn,
        |scene, done| {
            let is_right = World::stats().alive == scene.entities.len() + usize::from(done);
            let spawned = Group::find();
            spawned
                .iter()
                .filter(|entity| !scene.entities.contains(entity))
                .for_each(|entity| drop(entity.despawn()));
            is_right
        },
    );
}

#[test]
fn trap14_apply_a_group() {
    let apply = |scene: &Scene| {
        for &entity in &scene.entities {
            Group::apply_with(entity, values(scene, entity));
        }
    };
    let scene = || {
        let scene = Scene::bare(5);
        scene.add_hooked(scene.entities[1]);
        scene
    };
    // What fails is removed again, but for what had its `init`.
    each_failure(scene, apply, |scene, done| Group::matches(scene.entities[4]) == done);
}

#[test]
fn trap14_apply_a_group_while_something_is_borrowed() {
    let apply = |scene: &Scene| {
        let _held = scene.entities[0].borrow::<Hooked>();
        for &entity in &scene.entities {
            Group::apply_with(entity, values(scene, entity));
        }
    };
    let scene = || {
        let scene = Scene::bare(30);
        scene.add_hooked(scene.entities[0]);
        scene
    };
    each_failure(scene, apply, |scene, done| Group::matches(scene.entities[29]) == done);
}

#[test]
fn trap14_remove_a_group() {
    let scene = || {
        let scene = Scene::full(3);
        scene.entities.iter().for_each(|entity| drop(entity.add::<Mark>()));
        scene
    };
    let remove = |scene: &Scene| {
        let _held = scene.entities[0].borrow::<Hooked>();
        assert_eq!(Group::remove(scene.entities[0]), 3);
        assert_eq!(Group::remove(scene.entities[1]), 3);
    };
    each_failure(scene, remove, |scene, done| !done || scene.entities[1].components().is_empty());
}

/// Does something with a warm pool, of which each allocation fails in turn. Afterwards no member may be lost.
fn each_failure_of_a_pool(warm: impl Fn(&Pool<Group>), call: impl Fn(&Pool<Group>)) {
    thread_local! {
        static NUMBER: Cell<u32> = const { Cell::new(0) };
    }
    for allocations in 0..1_000 {
        let world = World::new();
        let scene = Scene::bare(0);
        let tokens = scene.tokens.clone();
        NUMBER.set(0);
        let make = move || {
            let number = NUMBER.replace(NUMBER.get() + 1);
            (Plain(number), Hooked { number, ..scene.hooked(Entity::NONE) }, Mark)
        };
        let end = world.enter(|| {
            let pool = Pool::<Group>::with(make, |_| ());
            warm(&pool);
            let end = fail_after(allocations, || {
                drop(vec![0]);
                call(&pool);
            });
            World::flush();
            let (taken, parked) = (pool.live().count(), pool.parked());
            assert_eq!(World::stats().alive, taken + parked, "allocation {allocations}: {end:?}");
            assert!(pool.live().all(|entity| entity.is_enabled() && Group::matches(entity)));
            let enabled = World::stats().stores.iter().map(|store| store.enabled).max();
            assert_eq!(enabled.unwrap_or_default(), taken, "allocation {allocations}: {end:?}");
            // All can go on.
            pool.live().for_each(|entity| assert!(pool.give_back(entity)));
            for _ in 0..taken + parked + 2 {
                assert!(Group::matches(pool.take()));
            }
            assert_eq!((pool.live().count(), pool.parked()), (taken + parked + 2, 0));
            end
        });
        drop(world);
        assert_eq!(tokens.made(), tokens.dropped(), "allocation {allocations}: {end:?}");
        if end == End::Passed {
            return;
        }
    }
    panic!("there is no end of allocations");
}

#[test]
fn trap14_take_new_ones_from_a_pool() {
    let take = |pool: &Pool<Group>| (0..9).for_each(|_| assert!(pool.take().is_alive()));
    each_failure_of_a_pool(|_| (), take);
    each_failure_of_a_pool(take, take);
}

#[test]
fn trap14_give_back_for_the_first_time_and_take_again() {
    let take = |pool: &Pool<Group>| (0..6).for_each(|_| assert!(pool.take().is_alive()));
    each_failure_of_a_pool(take, |pool| {
        pool.live().for_each(|entity| assert!(pool.give_back(entity)));
        take(pool);
    });
}

#[test]
fn trap14_give_back_and_take_while_something_is_borrowed() {
    let take = |pool: &Pool<Group>| (0..6).for_each(|_| assert!(pool.take().is_alive()));
    each_failure_of_a_pool(take, |pool| {
        let first = pool.live().next().expect("six are taken");
        let _held = first.borrow::<Hooked>();
        pool.live().for_each(|entity| assert!(pool.give_back(entity)));
        take(pool);
    });
}

#[test]
fn trap14_prewarm_a_pool() {
    each_failure_of_a_pool(|_| (), |pool| pool.prewarm(7));
}

#[test]
fn trap14_take_what_has_lost_a_component() {
    let warm = |pool: &Pool<Group>| {
        let entity = pool.take();
        entity.kill::<Hooked>();
        pool.give_back(entity);
    };
    each_failure_of_a_pool(warm, |pool| assert!(Group::matches(pool.take())));
}
