//! A function that listens does not take the component.

use ecs_core::Component;

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage = combat::hit))] //~ ERROR `Plane` cannot listen to `Damage` with
struct Plane {
    altitude: f32,
}

mod combat {
    pub fn hit(_: &super::Damage) {}
}

fn main() {}
