//! A tag has no fields.

use ecs_core::{Component, Entity};

#[derive(Component, Default)]
#[component(soa)] //~ ERROR a type without fields has nothing to lie apart
struct Burning;

#[derive(Component, Default)]
#[component(soa)] //~ ERROR a type without fields has nothing to lie apart
struct Wet {}

fn main() {
    Entity::spawn().with(Burning).with(Wet {});
    assert_eq!(Burning::view().len(), 1);
}
