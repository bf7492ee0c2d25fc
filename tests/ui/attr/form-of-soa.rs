//! A value, where only the key belongs.

use ecs_core::Component;

#[derive(Component)]
#[component(soa = 8)] //~ ERROR wrong form of `soa`: write only the key
struct Plane {
    altitude: f32,
}

fn main() {
    let _ = Plane { altitude: 0.0 }.altitude;
}
