//! What `for_each` gives is kept for longer than its turn.

use ecs_core::Component;

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let mut kept = Vec::new();
    Plane::for_each(|plane| kept.push(plane)); //~ ERROR borrowed data escapes outside of closure
    kept[0].altitude = 1.0;
}
