//! Which fields an enum has depends on its value.

use ecs_core::Component;

#[derive(Component)]
#[component(soa)] //~ ERROR the fields of an `enum` depend on its value
enum Plane {
    Landed(u8),
    Flying { altitude: f32 },
}

fn main() {
    let _ = (Plane::Landed(0), Plane::Flying { altitude: 1.0 });
}
