//! The type of an event does not exist.

use ecs_core::Component;

#[derive(Component)]
#[component(on(Damage))] //~ ERROR cannot find type `Damage` in this scope
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damage(&mut self, _: &u32) {}
}

fn main() {}
