//! The receiver of `update` and a sibling share a lifetime.

use ecs_core::Component;

#[derive(Component)]
struct Wheel(u32);

#[derive(Component)]
struct Car(u32); //~ ERROR cannot be a hook of `Car`

impl Car {
    fn update<'a>(&'a mut self, wheel: &'a Wheel) {
        self.0 = wheel.0;
    }
}

fn main() {}
