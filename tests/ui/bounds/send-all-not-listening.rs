//! An event is sent to all of a type that does not listen to it.

use ecs_core::Component;

struct Damage(u32);

struct Repair(u32);

struct Landing;

#[derive(Component)]
#[component(on(Damage, Repair))]
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damage(&mut self, damage: &Damage) {
        self.altitude -= damage.0 as f32;
    }
    fn on_repair(&mut self, repair: &Repair) {
        self.altitude += repair.0 as f32;
    }
}

fn main() {
    Plane::send_all(Damage(1));
    Plane::send_all(Repair(1));
    Plane::send_all(Landing); //~ ERROR `Plane` does not listen to `Landing`
}
