//! What ends and switches: it notes what is to be done at a sync point.

use ecs_core::{Component, Entity, World};

use super::scene::{Hooked, Mark, Plain, Scene, each_failure};

fn marked(count: usize) -> Scene {
    let scene = Scene::full(count);
    scene.entities.iter().for_each(|entity| drop(entity.add::<Mark>()));
    scene
}

/// Says whether an entity is alive with all three components, or dead.
fn is_whole(entity: Entity) -> bool {
    entity.has::<(Plain, Hooked, Mark)>() || !entity.is_alive()
}

#[test]
fn trap14_kill() {
    let kill = |scene: &Scene| assert!(scene.entities[1].kill::<Hooked>());
    each_failure(|| Scene::full(3), kill, |scene, done| !done || !scene.entities[1].has::<Hooked>());
}

#[test]
fn trap14_kill_what_is_borrowed() {
    let kill = |scene: &Scene| {
        let held = scene.entities[1].borrow::<Hooked>();
        assert!(scene.entities[1].kill::<Hooked>());
        assert!(scene.entities[1].despawn());
        assert_eq!(held.number, scene.entities[1].index());
    };
    each_failure(|| Scene::full(3), kill, |scene, done| !done || !scene.entities[1].is_alive());
}

#[test]
fn trap14_remove() {
    let remove = |scene: &Scene| {
        let _held = scene.entities[0].borrow::<Plain>();
        let plain = scene.entities[1].remove::<Plain>();
        assert_eq!(plain, Some(scene.plain(scene.entities[1])));
        assert!(scene.entities[1].remove::<Hooked>().is_some());
    };
    each_failure(|| Scene::full(3), remove, |scene, done| !done || !scene.entities[1].has::<Hooked>());
}

#[test]
fn trap14_despawn() {
    let despawn = |scene: &Scene| assert!(scene.entities[1].despawn());
    each_failure(
        || marked(3),
        despawn,
        |scene, done| is_whole(scene.entities[1]) && (!done || !scene.entities[1].is_alive()),
    );
}

fn without_user_code(count: usize) -> Scene {
    let scene = Scene::bare(count);
    for &entity in &scene.entities {
        scene.add_plain(entity);
        entity.add::<Mark>();
    }
    scene
}

fn is_whole_or_dead(entity: Entity) -> bool {
    entity.has::<(Plain, Mark)>() || !entity.is_alive()
}

#[test]
fn trap14_despawn_without_user_code() {
    for borrowed in [false, true] {
        let despawn = |scene: &Scene| {
            let _held = borrowed.then(|| scene.entities[0].borrow::<Mark>());
            for &entity in &scene.entities[1..] {
                assert!(entity.despawn());
            }
        };
        each_failure(
            || without_user_code(40),
            despawn,
            |scene, _| scene.entities.iter().copied().all(is_whole_or_dead),
        );
    }
}

#[test]
fn trap14_despawn_many() {
    for borrowed in [false, true] {
        let despawn = |scene: &Scene| {
            let _held = borrowed.then(|| scene.entities[0].borrow::<Mark>());
            Entity::despawn_many(&scene.entities[1..]);
        };
        each_failure(
            || without_user_code(300),
            despawn,
            |scene, _| scene.entities.iter().copied().all(is_whole_or_dead),
        );
        each_failure(|| marked(20), despawn, |scene, _| scene.entities.iter().copied().all(is_whole));
    }
}

#[test]
fn trap14_switch_a_component() {
    let switch = |scene: &Scene| {
        assert!(scene.entities[1].handle::<Hooked>().set_enabled(false));
        assert!(scene.entities[1].handle::<Plain>().set_enabled(false));
    };
    each_failure(
        || Scene::full(4),
        switch,
        |scene, done| !done || !scene.entities[1].handle::<Plain>().is_enabled(),
    );
}

#[test]
fn trap14_switch_an_entity() {
    let switch = |scene: &Scene| assert!(scene.entities[1].set_enabled(false));
    each_failure(|| Scene::full(4), switch, |scene, done| !done || !scene.entities[1].is_enabled());
}

#[test]
fn trap14_flush() {
    let scene = || {
        let scene = Scene::bare(40);
        scene.add_hooked(scene.entities[0]);
        let held = scene.entities[0].borrow::<Hooked>();
        for &entity in &scene.entities {
            scene.add_hooked(entity);
        }
        for &entity in &scene.entities[1..10] {
            entity.kill::<Hooked>();
        }
        scene.entities[11].handle::<Hooked>().set_enabled(false);
        scene.entities[12].set_enabled(false);
        drop(held);
        scene
    };
    each_failure(
        scene,
        |_| World::flush(),
        |scene, _| Hooked::count() == 31 && scene.entities[0].has::<Hooked>(),
    );
}

#[test]
fn trap14_close_holes() {
    let scene = || {
        let scene = Scene::bare(3_000);
        scene.entities.iter().for_each(|&entity| drop(scene.add_plain(entity)));
        Entity::despawn_many(&scene.entities[100..2_900]);
        scene
    };
    // The look-up is far too long for what is left.
    let look = |_: &Scene| assert_eq!(Plain::view().len(), 200);
    each_failure(scene, look, |_, _| Plain::count() == 200);
}
