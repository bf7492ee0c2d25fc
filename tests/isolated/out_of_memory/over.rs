//! What sets values over others, part by part, or from what was kept.

use ecs_core::{Component, Entity, World};

use super::scene::{Hooked, Mark, Plain, Scene, each_failure};
use crate::support::CountedDrop;

#[test]
fn trap14_replace_a_value() {
    let replace = |scene: &Scene| {
        drop(vec![0]);
        let old = scene.entities[1].replace(scene.hooked(scene.entities[1]));
        assert!(old.is_some_and(|old| old.init && old.number == scene.entities[1].index()));
    };
    // Where memory is missing for its `init`, the new value is dead; the old one has dropped.
    let holds = |scene: &Scene, done: bool| {
        World::flush();
        let live = usize::from(scene.entities[1].has::<Hooked>());
        (!done || live == 1) && scene.tokens.made() - scene.tokens.dropped() == 2 + live
    };
    each_failure(|| Scene::full(3), replace, holds);
}

#[test]
fn trap14_replace_where_there_is_none() {
    let replace = |scene: &Scene| {
        assert!(scene.entities[1].replace(scene.hooked(scene.entities[1])).is_none());
    };
    let failures =
        each_failure(|| Scene::bare(3), replace, |scene, done| scene.entities[1].has::<Hooked>() == done);
    assert!(failures >= 6, "the store, its number, its row: {failures}");
}

#[test]
fn trap14_replace_while_another_one_is_borrowed() {
    let replace = |scene: &Scene| {
        let held = scene.entities[0].borrow::<Hooked>();
        for &entity in &scene.entities[1..] {
            drop(entity.replace(scene.hooked(entity)));
        }
        assert_eq!(held.number, scene.entities[0].index());
    };
    // Half of them are new to the type, and come into the spill.
    let scene = || {
        let scene = Scene::bare(30);
        scene.entities[..15].iter().for_each(|&entity| _ = scene.add_hooked(entity));
        scene
    };
    each_failure(scene, replace, |scene, done| scene.entities[29].has::<Hooked>() == done);
}

fn values(scene: &Scene, entity: Entity) -> (Plain, Hooked, Mark) {
    (scene.plain(entity), scene.hooked(entity), Mark)
}

/// Says whether an entity has the first parts of a bundle and no others.
fn has_first_parts(entity: Entity) -> bool {
    let has = [entity.has::<Plain>(), entity.has::<Hooked>(), entity.has::<Mark>()];
    has.is_sorted_by(|before, after| before >= after)
}

#[test]
fn trap14_insert_all() {
    let insert = |scene: &Scene| drop(scene.entities[1].insert_all(values(scene, scene.entities[1])));
    let holds = |scene: &Scene, done: bool| {
        World::flush();
        has_first_parts(scene.entities[1]) && scene.entities[1].has::<Mark>() == done
    };
    each_failure(|| Scene::bare(3), insert, holds);
}

#[test]
fn trap14_insert_all_over_values_while_something_is_borrowed() {
    let insert = |scene: &Scene| {
        let _held = (scene.entities[0].borrow::<Hooked>(), scene.entities[1].borrow::<Hooked>());
        scene.entities[1].insert_all(values(scene, scene.entities[1]));
        scene.entities[2].insert_all(values(scene, scene.entities[2]));
    };
    each_failure(
        || Scene::full(3),
        insert,
        |scene, done| {
            scene.entities[2].has::<Plain>() && (!done || scene.entities[2].has::<(Hooked, Mark)>())
        },
    );
}

/// Its values are kept. None is made in these tests but by a scene.
#[derive(Component)]
#[component(pooled(2))]
struct Reused {
    resets: u32,
    inits: u32,
    _token: CountedDrop,
}

impl Default for Reused {
    fn default() -> Self {
        unreachable!("one is kept")
    }
}

impl Reused {
    fn on_reset(&mut self) {
        self.resets += 1;
    }

    fn init(&mut self) {
        self.inits += 1;
        assert_eq!(self.inits, self.resets + 1, "it is reset before it is born again");
    }

    fn shutdown(&mut self) {}
}

fn reused(count: usize) -> Scene {
    let scene = Scene::bare(6);
    for &entity in &scene.entities[..count] {
        let _token = scene.tokens.token();
        entity.insert(Reused { resets: 0, inits: 0, _token });
    }
    scene
}

#[test]
fn trap14_add_a_value_that_was_kept() {
    for borrowed in [false, true] {
        let scene = || {
            let scene = reused(3);
            assert!(scene.entities[1].kill::<Reused>() && scene.entities[2].kill::<Reused>());
            World::flush();
            scene
        };
        let add = |scene: &Scene| {
            drop(vec![0]);
            let _held = borrowed.then(|| scene.entities[0].borrow::<Reused>());
            for &entity in &scene.entities[3..5] {
                let kept = entity.add::<Reused>();
                assert_eq!(kept.borrow().resets, 1);
            }
        };
        each_failure(scene, add, |scene, done| {
            let has = |place: usize| scene.entities[place].has::<Reused>();
            has(0) && has(4) == done && (has(3) || !done)
        });
    }
}

#[test]
fn trap14_kill_what_is_kept() {
    for borrowed in [false, true] {
        let kill = |scene: &Scene| {
            drop(vec![0]);
            let _held = borrowed.then(|| scene.entities[1].borrow::<Reused>());
            scene.entities[..4].iter().for_each(|entity| assert!(entity.kill::<Reused>()));
        };
        each_failure(
            || reused(4),
            kill,
            |scene, done| {
                World::flush();
                // Two are kept, the others drop.
                !done || Reused::count() == 0 && scene.tokens.dropped() == 2
            },
        );
    }
}
