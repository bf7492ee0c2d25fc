//! `isolated` on a generic type that does not name its `update`: it has none.

use ecs_core::Component;

#[derive(Component)]
#[component(isolated)] //~ ERROR no `update` to act on
struct Plane<T> {
    altitude: T,
}

impl<T> Plane<T> {
    fn update(&mut self) {}
}

fn main() {}
