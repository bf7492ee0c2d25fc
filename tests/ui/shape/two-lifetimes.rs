//! A component that borrows twice: each lifetime is reported.

use ecs_core::Component;

#[derive(Component)]
struct Plane<'a, 'b: 'a> { //~ ERROR components own their data
    name: &'a str,
    pilot: &'b str,
}

fn main() {}
