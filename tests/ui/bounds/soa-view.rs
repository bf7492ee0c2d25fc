//! A view is a slice of values, and there are none.

use ecs_core::Component;

#[derive(Component)]
#[component(soa)]
struct Plane {
    altitude: f32,
}

fn main() {
    let _ = Plane::view().iter().map(|plane| plane.altitude).sum::<f32>(); //~ ERROR there is no slice of values of `Plane`, and no view
}
