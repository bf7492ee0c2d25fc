//! A call that needs a key of the type says which: `inherits`, `near`, `on`, `soa`. One that needs a feature of the
//! library names that.

use ecs_core::{Component, Entity, Located, World, near};

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

/// Has the bound of `near`, so that the text quotes this file.
fn count_near<T: Located<Position = [f32; 2]>>() -> usize {
    near::<T>([0.0, 0.0], 1.0).len()
}

fn main() {
    Plane::send_all(Damage(1));
    Plane::send_all(Repair);
    Plane::send_all(Landing); //~ ERROR `Plane` does not listen to `Landing`
    let _ = Plane::inherited(Entity::NONE); //~ ERROR `Plane` does not inherit
    let _ = NotClone::inherited(Entity::NONE); //~ ERROR `NotClone: Clone` is not satisfied
    let _ = Plane::columns().altitude[0]; //~ ERROR `Plane` is stored as whole values
    Plane::columns_mut().altitude[0] = 1.0; //~ ERROR `Plane` is stored as whole values
    count_near::<Plane>(); //~ ERROR `Plane` is not found by place
    World::set_thread_pool(None::<std::sync::Arc<()>>); //~ ERROR `World::set_thread_pool` needs the feature `parallel`
}
