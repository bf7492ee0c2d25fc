//! `on_damage` takes the event mutably, which others hear too.

use ecs_core::Component;

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `Plane` cannot listen to `Damage` with
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damage(&mut self, _: &mut Damage) {}
}

fn main() {}
