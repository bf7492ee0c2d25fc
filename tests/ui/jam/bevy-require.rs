//! Bevy's attribute for required components.
use ecs_core::Component;

#[derive(Component, Default)]
struct Wind;

#[derive(Component)]
#[require(Wind)] //~ ERROR write `#[component(requires(Wind))]`
struct Plane {
    altitude: f32,
}

fn main() {}
