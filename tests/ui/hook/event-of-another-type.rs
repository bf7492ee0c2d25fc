//! `on_damage` takes another event than it listens to.

use ecs_core::Component;

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `Plane` cannot listen to `Damage` with
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damage(&mut self, _: &u32) {}
}

fn main() {}
