//! The method that listens is a hook already.

use ecs_core::Component;

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage = on_damage), init = on_damage)] //~ ERROR `on_damage` is a hook already
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
