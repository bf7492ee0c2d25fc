//! A zero-sized component asks for its own entity: it has no address of its own.

use ecs_core::Component;

#[derive(Component)]
struct Plane;

impl Plane {
    fn update(&mut self) {
        // The error is shown in `ecs-core`, at the assertion that says what to do, and names this call.
        let _ = self.entity(); //~ ERROR take an `Entity` parameter
    }
}

fn main() {}
