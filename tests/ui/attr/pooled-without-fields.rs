//! A tag has nothing to keep.

use ecs_core::Component;

#[derive(Component, Default)]
#[component(pooled(8))] //~ ERROR remove `pooled`
struct Burning;

fn main() {}
