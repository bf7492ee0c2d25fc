use std::cell::Cell;

use ecs_core::Component;

#[derive(Component)]
struct Fuel(Cell<u32>);

#[derive(Component)]
#[component(parallel)] //~ ERROR a parallel hook cannot take `&Fuel`
struct Plane(u32);

impl Plane {
    fn update(&mut self, _: &Fuel) {}
}

fn main() {}
