//! A trait is named once.

use ecs_core::Component;

trait Draw {}

#[derive(Component)]
#[component(as(dyn Draw), as(dyn Draw))] //~ ERROR `as` names this trait twice
struct Sprite;

impl Draw for Sprite {}

fn main() {}
