//! A parameter that need not be `Copy`.

use ecs_core::Component;

#[derive(Component)]
#[component(soa)]
struct Plane<T> {
    altitude: f32,
    cargo: T, //~ ERROR the trait bound `T: Copy` is not satisfied
}

fn main() {
    let plane = Plane { altitude: 0.0, cargo: 1 };
    let _ = (plane.altitude, plane.cargo);
}
