//! An event is ignored, which it is anyway.

use ecs_core::Component;

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage = none))] //~ ERROR wrong form of `on`
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damage(&mut self, damage: &Damage) {
        self.altitude -= damage.0 as f32;
    }
}

fn main() {}
