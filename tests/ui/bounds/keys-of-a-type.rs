//! A method that needs a key of the type says which: `inherits`, `on`, `soa`.

use ecs_core::{Component, Entity};

struct Damage(u32);
struct Repair;
struct Landing;

#[derive(Component, Clone)]
#[component(on(Damage, Repair))]
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damage(&mut self, damage: &Damage) {
        self.altitude -= damage.0 as f32;
    }
    fn on_repair(&mut self, _: &Repair) {}
}

#[derive(Component)]
#[component(inherits)]
struct NotClone(f32);

impl NotClone {
    fn inherit(&mut self, _: Option<&Self>) {}
}

fn main() {
    Plane::send_all(Damage(1));
    Plane::send_all(Repair);
    Plane::send_all(Landing); //~ ERROR `Plane` does not listen to `Landing`
    let _ = Plane::inherited(Entity::NONE); //~ ERROR `Plane` does not inherit
    let _ = NotClone::inherited(Entity::NONE); //~ ERROR `NotClone: Clone` is not satisfied
    let _ = Plane::columns().altitude[0]; //~ ERROR `Plane` is stored as whole values
    Plane::columns_mut().altitude[0] = 1.0; //~ ERROR `Plane` is stored as whole values
}
