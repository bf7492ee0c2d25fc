use ecs_core::Component;

#[derive(Component)]
#[component(parallel)] //~ ERROR `Plane` has no method for this hook
struct Plane(u32);

impl Plane {
    fn late_update(&mut self) {}
}

fn main() {}
