//! `on_damage` takes nine parameters besides the event: one too many.

use ecs_core::{Component, Entity as E};

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `Plane` cannot listen to `Damage` with
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damage(&self, _: &Damage, _: E, _: E, _: E, _: E, _: E, _: E, _: E, _: E, _: E) {}
}

fn main() {}
