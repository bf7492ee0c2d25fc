//! Nobody waits for what an `async` method returns.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits)] //~ ERROR cannot be the `inherit` of `Place`
struct Place(f32);

impl Place {
    async fn inherit(&mut self, _: Option<&Place>) {}
}

fn main() {}
