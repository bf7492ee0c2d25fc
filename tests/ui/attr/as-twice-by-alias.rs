//! Two names of one trait: rustc finds it.

use ecs_core::Component;

trait Draw {}
use Draw as Paint;

#[derive(Component)]
#[component(as(dyn Draw, dyn Paint))] //~ ERROR conflicting implementations of trait
struct Sprite;

impl Draw for Sprite {}

fn main() {}
