//! What a closure of `par_each` gets cannot be kept.

use std::sync::Mutex;

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let kept = Mutex::new(Vec::new());
    query::<&mut Plane>().par_each(|plane| kept.lock().unwrap().push(plane)); //~ ERROR borrowed data escapes outside of closure
    kept.into_inner().unwrap()[0].altitude = 1.0;
}
