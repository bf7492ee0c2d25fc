//! Other threads would run the hook of a type that says it is not `Send`.

use ecs_core::Component;

#[derive(Component)]
#[component(parallel, not_send)] //~ ERROR remove `parallel` or `not_send`
struct Plane {
    altitude: f32,
}

impl Plane {
    fn update(&mut self) {
        self.altitude += 1.0;
    }
}

fn main() {}
