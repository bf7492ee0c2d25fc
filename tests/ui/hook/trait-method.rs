//! A trait in scope gives the type a method with the name of a hook: a key must say what is meant.

use ecs_core::Component;

trait Fly {
    fn update(&mut self);
}

#[derive(Component)]
struct Plane { //~ ERROR multiple applicable items in scope
    altitude: f32,
}

impl Fly for Plane {
    fn update(&mut self) {}
}

fn main() {}
