//! `pooled` without a number.

use ecs_core::Component;

#[derive(Component, Default)]
#[component(pooled)] //~ ERROR wrong form of `pooled`
struct Path(Vec<u32>);

fn main() {}
