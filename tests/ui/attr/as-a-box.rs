//! What is named is the object itself.

use ecs_core::Component;

#[derive(Component)]
#[component(as(&'static dyn Send))] //~ ERROR `as` names objects of traits
struct Sprite;

fn main() {}
