//! What is borrowed as `&mut` by several threads is `Send`.

use std::rc::Rc;

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    crew: Rc<u32>,
}

fn main() {
    query::<&mut Plane>().par_each(|plane| drop(plane.crew.clone())); //~ ERROR `Rc<u32>` cannot be sent between threads safely
}
