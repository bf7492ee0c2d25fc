//! A singleton is made once.

use ecs_core::Singleton;

#[derive(Singleton, Default)]
#[component(pooled(8))] //~ ERROR remove `pooled`
struct Paths(Vec<u32>);

fn main() {}
