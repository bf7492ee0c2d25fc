use std::rc::Rc;

use ecs_core::Component;

#[derive(Component)]
struct Fuel(Rc<u32>);

#[derive(Component)]
#[component(parallel)] //~ ERROR a parallel hook cannot take `Option<&mut Fuel>`
struct Plane(u32);

impl Plane {
    fn update(&mut self, _: Option<&mut Fuel>) {}
}

fn main() {}
