//! Entities found by place.

mod places;
mod random;
#[path = "../support/mod.rs"]
mod support;
mod turns;

use ecs_core::{Component, Entity, Handle};

/// What is somewhere in the plane.
#[derive(Component, Default, Clone, Debug)]
#[component(near(position))]
struct Tree {
    position: [f32; 2],
    seen: usize,
}

fn tree(x: f32, y: f32) -> Handle<Tree> {
    Entity::spawn().insert(Tree { position: [x, y], seen: 0 })
}
