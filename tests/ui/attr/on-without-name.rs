//! A type of event has no name to make that of a method of.

use ecs_core::Component;

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage, (u8, u8)))] //~ ERROR this type has no name for a method
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damage(&mut self, damage: &Damage) {
        self.altitude -= damage.0 as f32;
    }
}

fn main() {}
