//! `on_damage` takes a component that may be gone, but not as `Option`.

use ecs_core::Component;

struct Damage(u32);

#[derive(Component)]
struct Shield;

#[derive(Component)]
#[component(on(Damage))] //~ ERROR it may be gone
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damage(&mut self, _: &Damage, _: &Shield) {}
}

fn main() {}
