//! What `each` gives does not leave the closure.

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let mut planes = Vec::new();
    query::<&mut Plane>().each(|plane| planes.push(plane)); //~ ERROR borrowed data escapes outside of closure
}
