//! A hook is one method: not a generic one, and not one of a trait unless a key says so.

use ecs_core::Component;

#[derive(Component)]
struct Generic; //~ ERROR type annotations needed

impl Generic {
    fn update<T>(&mut self) {}
}

trait Fly {
    fn update(&mut self);
}

#[derive(Component)]
struct Plane; //~ ERROR multiple applicable items in scope

impl Fly for Plane {
    fn update(&mut self) {}
}

fn main() {}
