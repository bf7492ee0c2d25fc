//! `on_damage` takes the event behind another parameter.

use ecs_core::{Component, Entity};

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `Plane` cannot listen to `Damage` with
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damage(&mut self, _: Entity, _: &Damage) {}
}

fn main() {}
