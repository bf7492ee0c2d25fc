//! Asks what a component inherits whose type does not inherit.

use ecs_core::{Component, Entity};

#[derive(Component, Clone)]
struct Place(f32);

fn main() {
    let _ = Place::inherited(Entity::NONE); //~ ERROR `Place` does not inherit
}
