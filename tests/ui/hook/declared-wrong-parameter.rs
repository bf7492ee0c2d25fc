//! A hook that is named by a key is of the wrong form: shown at its name.

use ecs_core::Component;

#[derive(Component)]
#[component(update = step)] //~ ERROR a hook cannot take `String`
struct Plane {
    altitude: f32,
}

impl Plane {
    fn step(&mut self, _: String) {}
}

fn main() {}
