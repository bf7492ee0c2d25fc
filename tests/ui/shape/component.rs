//! A component is a struct or an enum that borrows nothing.

use ecs_core::Component;

#[derive(Component)]
union Bits { //~ ERROR components cannot be unions
    altitude: f32,
    bits: u32,
}

#[derive(Component)]
struct Named<'a> { //~ ERROR components own their data
    name: &'a str,
}

#[derive(Component)]
struct Flown<'a, 'b: 'a> { //~ ERROR components own their data
    name: &'a str,
    pilot: &'b str,
}

fn main() {}
