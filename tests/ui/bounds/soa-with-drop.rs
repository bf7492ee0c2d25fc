//! A type that is stored by its fields has no `Drop`: a pass makes copies of rows, and drops none of them.

use ecs_core::{Component, Entity};

#[derive(Component)]
#[component(soa)] //~ ERROR has no `Drop`
struct Plane {
    altitude: f32,
}

impl Drop for Plane {
    fn drop(&mut self) {
        self.altitude = 0.0;
    }
}

fn main() {
    Entity::spawn().with(Plane { altitude: 1.0 });
}
