//! `pooled` on a type of which `add` could take nothing.

use ecs_core::Component;

#[derive(Component)]
#[component(pooled(8))] //~ ERROR `Path` cannot be pooled: it has no `Default`
struct Path(Vec<u32>);

fn main() {}
