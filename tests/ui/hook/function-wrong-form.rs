//! A function that does not take the component is named as a hook.

use ecs_core::Component;

#[derive(Component)]
#[component(update = physics::step)] //~ ERROR cannot be a hook of `Plane`
struct Plane {
    altitude: f32,
}

mod physics {
    pub fn step(dt: f32) {
        println!("{dt}");
    }
}

fn main() {}
