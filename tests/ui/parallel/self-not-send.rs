use std::rc::Rc;

use ecs_core::Component;

#[derive(Component)]
#[component(parallel)] //~ ERROR cannot have a parallel hook
struct Plane(Rc<u32>);

impl Plane {
    fn update(&mut self) {}
}

fn main() {}
