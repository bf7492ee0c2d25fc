//! A `sibling` field is a `Handle` of a component.

use ecs_core::{Component, Entity, Handle};

struct Rock;

#[derive(Component)]
struct Wind;

type Alias = Entity;

#[derive(Component)]
struct NotAComponent {
    #[component(sibling)]
    rock: Handle<Rock>, //~ ERROR `Rock` is not a component
}

#[derive(Component)]
struct OfAParameter<T: 'static> {
    #[component(sibling)]
    part: Handle<T>, //~ ERROR `T` is not a component
}

#[derive(Component)]
struct NotAHandle {
    #[component(sibling)]
    altitude: f32, //~ ERROR a field of type `f32` cannot be a `sibling`
}

#[derive(Component)]
struct OfAnAlias {
    #[component(sibling)]
    wind: Alias, //~ ERROR a field of type `Entity` cannot be a `sibling`
}

#[derive(Component)]
struct Optional(u8, #[component(sibling)] Option<Handle<Wind>>); //~ ERROR cannot be a `sibling`

fn main() {}
