//! Frames: passes over many rows, and frames of many types with one row each.

use ecs_core::{Entity, update_all};

use crate::access::{ROWS, choose, repeat};
use crate::types::{Pass0, Pass1, Pass2, Pass3, Plane, Pos, Vel};
use crate::{Program, measure};

pub const PROGRAMS: &[Program] = &[
    ("pass_handle", |n| passes(n, Entity::spawn_many(ROWS, |_, _| Plane::default()))),
    ("pass_0", |n| passes(n, Entity::spawn_many(ROWS, |_, _| Pass0(1.0)))),
    ("pass_1", |n| passes(n, Entity::spawn_many(ROWS, |_, _| (Pos::default(), Pass1(1.0))))),
    ("pass_2", |n| passes(n, Entity::spawn_many(ROWS, |_, _| (Pos::default(), Vel(1.0), Pass2(1.0))))),
    ("pass_3", |n| {
        let entities = Entity::spawn_many(ROWS, |_, _| (Pos::default(), Vel(1.0), Pass3(1.0)));
        choose(&entities);
        passes(n, entities)
    }),
    ("frame_1", |n| {
        Entity::spawn().insert(Pass0(1.0));
        frames(n)
    }),
    ("frame_100", |n| {
        hundred::spawn();
        frames(n / 100)
    }),
];

/// Measures passes over the rows of these entities.
fn passes(n: usize, entities: Vec<Entity>) -> Box<dyn FnOnce()> {
    update_all(0.1);
    let last = entities[ROWS - 1];
    repeat(n, move || {
        update_all(0.1);
        assert!(last.is_alive());
    })
}

/// Measures frames, but for the first, which plans.
fn frames(n: usize) -> Box<dyn FnOnce()> {
    update_all(0.1);
    measure(move || (0..n).for_each(|_| update_all(0.1)))
}

/// A hundred types with an `update`.
mod hundred {
    use ecs_core::{Component, Entity};

    macro_rules! types {
        ($entity:ident, $($name:ident)*) => {
            $(
                #[derive(Component, Clone, Copy, Default)]
                struct $name(f32);

                impl $name {
                    fn update(&mut self, dt: f32) {
                        self.0 += dt;
                    }
                }

                $entity.insert($name(1.0));
            )*
        };
    }

    macro_rules! ten_times {
        ($($module:ident)*) => {
            /// Spawns an entity with a component of each type.
            pub fn spawn() {
                let entity = Entity::spawn();
                $({
                    mod $module {}
                    types!(entity, A B C D E F G H I J);
                })*
            }
        };
    }

    ten_times!(a b c d e f g h i j);
}
