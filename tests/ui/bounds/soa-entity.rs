//! A value whose fields lie apart is a copy, whose address tells nothing.

use ecs_core::{Component, Entity};

#[derive(Component)]
#[component(soa)]
struct Plane {
    fuel: f32,
}

impl Plane {
    fn update(&mut self, dt: f32) {
        self.fuel -= dt;
        if self.fuel < 0.0 {
            self.kill(); //~ ERROR a value of `Plane` does not know its entity
        }
    }
}

fn main() {
    Entity::spawn().with(Plane { fuel: 1.0 });
}
