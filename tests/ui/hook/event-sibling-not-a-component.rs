//! `on_damage` takes a type that is not a component.

use ecs_core::Component;

struct Damage(u32);

struct Shield;

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `Shield` is not a component
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damage(&mut self, _: &Damage, _: Option<&Shield>) {}
}

fn main() {}
