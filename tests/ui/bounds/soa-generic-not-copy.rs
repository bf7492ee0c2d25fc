//! A parameter that need not be `Copy`.

use ecs_core::Component;

#[derive(Component)]
#[component(soa)]
struct Plane<T> {
    altitude: f32,
    cargo: T, //~ ERROR a field of a `#[component(soa)]` type must be `Copy`: `T` is not
}

fn main() {
    let plane = Plane { altitude: 0.0, cargo: 1 };
    let _ = (plane.altitude, plane.cargo);
}
