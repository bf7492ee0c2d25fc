//! One type of event is listened to twice.

use ecs_core::Component;

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage), on(Damage = on_damage))] //~ ERROR `on` names this type twice: keep one
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damage(&mut self, damage: &Damage) {
        self.altitude -= damage.0 as f32;
    }
}

fn main() {
    Plane::send_all(Damage(1));
}
