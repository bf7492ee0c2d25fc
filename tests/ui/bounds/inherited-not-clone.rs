//! The value now is worked out on copies.

use ecs_core::{Component, Entity};

#[derive(Component)]
#[component(inherits)]
struct Place(f32);

impl Place {
    fn inherit(&mut self, _: Option<&Place>) {}
}

fn main() {
    let _ = Place::inherited(Entity::NONE); //~ ERROR `Place: Clone` is not satisfied
}
