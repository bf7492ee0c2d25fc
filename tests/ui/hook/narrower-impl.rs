//! The hook of a generic type is in an `impl` with more bounds than the type has.

use ecs_core::Component;

#[derive(Component)]
#[component(update)] //~ ERROR `Plane<T>` has no method for this hook
struct Plane<T> {
    altitude: T,
}

impl<T: Copy> Plane<T> {
    fn update(&mut self) {}
}

fn main() {}
