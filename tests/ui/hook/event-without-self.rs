//! `on_damage` is a function without `self`.

use ecs_core::Component;

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `Plane` cannot listen to `Damage` with
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damage(_: &Damage) {}
}

fn main() {}
