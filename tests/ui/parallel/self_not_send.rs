use std::rc::Rc;

use ecs_core::Component;

#[derive(Component)]
#[component(parallel)]
struct Plane(Rc<u32>); //~ ERROR cannot have a parallel hook

impl Plane {
    fn update(&mut self) {}
}

fn main() {}
