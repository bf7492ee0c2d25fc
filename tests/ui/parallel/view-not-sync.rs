use std::cell::Cell;

use ecs_core::{Component, View};

#[derive(Component)]
struct Fuel(Cell<u32>);

#[derive(Component)]
#[component(parallel)] //~ ERROR a parallel hook cannot take
struct Plane(u32);

impl Plane {
    fn update(&mut self, _: View<Fuel>) {}
}

fn main() {}
