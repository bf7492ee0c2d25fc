//! The attribute on a variant, where it would do nothing.

use ecs_core::Component;

#[derive(Component)]
enum Plane {
    Landed,
    #[component(update)] //~ ERROR belongs on the type
    Flying,
}

impl Plane {
    fn update(&mut self) {}
}

fn main() {}
