//! A view in a system, of a type whose values do not lie side by side.

use ecs_core::{Component, Schedule, View};

#[derive(Component)]
#[component(soa)]
struct Plane {
    altitude: f32,
}

fn watch(planes: View<'_, Plane>) {
    assert!(planes.is_empty());
}

fn main() {
    let mut schedule = Schedule::new().add(watch); //~ ERROR there is no slice of values of `Plane`, and no view
    schedule.run(0.1);
}
