//! Keys of the type stand above it, not on a field, a variant or a parameter. `sibling` stands on a field.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct OnField {
    #[component(update)] //~ ERROR belongs on the type
    altitude: f32,
}

impl OnField {
    fn update(&mut self) {}
}

#[derive(Component, Default)]
struct Place {
    #[component(inherits)] //~ ERROR `inherits` belongs on the type
    world: f32,
    #[component(track)] //~ ERROR `track` belongs on the type
    own: f32,
}

#[derive(Component)]
struct OnParameter<#[component(capacity = 8)] T>(T); //~ ERROR belongs on the type

#[derive(Component)]
enum OnVariant {
    #[component(update)] //~ ERROR belongs on the type
    Landed,
    Flying {
        #[component(capacity = 8)] //~ ERROR belongs on the type
        altitude: f32,
    },
    #[component(sibling)] //~ ERROR belongs on the type, not on a variant
    With(Handle<Wind>),
}

#[derive(Component)]
#[component(sibling)] //~ ERROR belongs on a field
struct OnType;

fn main() {}
