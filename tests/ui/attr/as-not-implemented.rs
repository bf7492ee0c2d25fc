//! The type does not have the trait.

use ecs_core::Component;

trait Draw {
    fn draw(&self);
}

#[derive(Component)]
#[component(as(dyn Draw))] //~ ERROR the trait bound `Sprite: Draw` is not satisfied
struct Sprite;

fn main() {
    let _ = |sprite: &dyn Draw| sprite.draw();
}
