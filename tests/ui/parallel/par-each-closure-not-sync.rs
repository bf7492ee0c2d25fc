//! The closure is called on several threads at once.

use std::cell::Cell;

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let sum = Cell::new(0.0_f32);
    query::<&Plane>().par_each(|plane| sum.set(sum.get() + plane.altitude)); //~ ERROR `Cell<f32>` cannot be shared between threads safely
}
