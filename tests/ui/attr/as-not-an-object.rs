//! The trait cannot be an object.

use ecs_core::Component;

trait Copied {
    fn copied(&self) -> Self;
}

#[derive(Component)]
#[component(as(dyn Copied))] //~ ERROR the trait `Copied` is not dyn compatible
struct Sprite;

impl Copied for Sprite {
    fn copied(&self) -> Self {
        Sprite
    }
}

fn main() {}
