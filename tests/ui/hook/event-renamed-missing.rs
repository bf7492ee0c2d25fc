//! The method that a key names for an event does not exist.

use ecs_core::Component;

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage = hit))] //~ ERROR no function or associated item named `hit`
struct Plane {
    altitude: f32,
}

fn main() {}
