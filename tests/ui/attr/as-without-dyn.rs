//! The object of a trait is written with `dyn`.

use ecs_core::Component;

trait Draw {}

#[derive(Component)]
#[component(as(Draw))] //~ ERROR write `dyn Draw`
struct Sprite;

impl Draw for Sprite {}

fn main() {}
