//! A component that borrows.

use ecs_core::Component;

#[derive(Component)]
struct Plane<'a> { //~ ERROR components own their data
    name: &'a str,
}

fn main() {}
