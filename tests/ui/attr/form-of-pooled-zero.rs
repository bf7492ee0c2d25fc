//! `pooled` that keeps nothing.

use ecs_core::Component;

#[derive(Component, Default)]
#[component(pooled(0))] //~ ERROR wrong form of `pooled`
struct Path(Vec<u32>);

fn main() {}
