//! Entities and components come and end.

use std::hint::black_box;

use ecs_core::{Bundle, Entity};

use crate::types::{Anchor, Door, Plane, Pos, Vel};
use crate::{Program, measure};

pub const PROGRAMS: &[Program] = &[
    ("spawn", |n| measure(move || each(n, Entity::spawn))),
    ("add", |n| measure(move || each(n, || Entity::spawn().add::<Pos>()))),
    ("add_init", |n| measure(move || each(n, || Entity::spawn().add::<Door>()))),
    ("add_in_init", |n| measure(move || each(n, || Entity::spawn().add::<Plane>()))),
    ("insert", |n| measure(move || each(n, || Entity::spawn().insert(POS)))),
    ("bundle_2", |n| measure(move || each(n, || Entity::spawn_with((POS, Vel(1.0)))))),
    ("spawn_many", |n| measure(move || drop(black_box(many(n, (POS, Vel(1.0))))))),
    ("kill", |n| end(n, (POS, Vel(1.0)), |entity| assert!(entity.kill::<Pos>()))),
    ("kill_shutdown", |n| end(n, (POS, Door(1)), |entity| assert!(entity.kill::<Door>()))),
    ("kill_shutdown_1", |n| end(n, (POS, Anchor(1.0)), |entity| assert!(entity.kill::<Anchor>()))),
    ("remove", |n| end(n, (POS, Vel(1.0)), |entity| assert!(entity.remove::<Pos>().is_some()))),
    ("despawn", |n| end(n, (POS, Vel(1.0)), despawn)),
    ("despawn_shutdown", |n| end(n, (POS, Door(1)), despawn)),
    ("despawn_many", |n| {
        let entities = many(n, (POS, Vel(1.0)));
        measure(move || assert_eq!(Entity::despawn_many(&entities), n))
    }),
];

const POS: Pos = Pos([1.0, 2.0, 3.0]);

/// Calls a function this many times.
fn each<T>(n: usize, mut f: impl FnMut() -> T) {
    for _ in 0..n {
        black_box(f());
    }
}

fn many(n: usize, values: impl Bundle + Copy) -> Vec<Entity> {
    Entity::spawn_many(n, |_, _| values)
}

/// Ends something of each entity, in the order in which they were made.
fn end(n: usize, values: impl Bundle + Copy, f: fn(Entity)) -> Box<dyn FnOnce()> {
    let entities = many(n, values);
    measure(move || entities.into_iter().for_each(f))
}

fn despawn(entity: Entity) {
    assert!(entity.despawn());
}
