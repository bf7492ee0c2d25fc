//! The method is misspelt: it must be `on_damage`.

use ecs_core::Component;

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage))] //~ ERROR no function or associated item named `on_damage`
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damge(&mut self, _: &Damage) {}
}

fn main() {}
