//! `on_damage` takes the time step, which only passes have.

use ecs_core::Component;

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage))] //~ ERROR a hook cannot take `f32`
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damage(&mut self, _: &Damage, _: f32) {}
}

fn main() {}
