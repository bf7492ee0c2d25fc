//! A view of a type whose fields lie apart is no parameter.

use ecs_core::{Component, Entity, View};

#[derive(Component)]
#[component(soa)]
struct Wind {
    speed: f32,
}

#[derive(Component)]
struct Plane { //~ ERROR there is no slice of values of `Wind`, and no view
    altitude: f32,
}

impl Plane {
    fn update(&mut self, winds: View<Wind>) {
        self.altitude += winds.len() as f32;
    }
}

fn main() {
    Entity::spawn().with(Plane { altitude: 0.0 }).with(Wind { speed: 0.0 });
}
