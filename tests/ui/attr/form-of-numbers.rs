//! `capacity` and `pooled` take a number of rows. A tag has no values to pool.

use ecs_core::Component;

#[derive(Component)]
#[component(capacity)] //~ ERROR wrong form of `capacity`
struct Bare(f32);

#[derive(Component)]
#[component(capacity = -1)] //~ ERROR wrong form of `capacity`
struct Negative(f32);

#[derive(Component)]
#[component(capacity = 64u8)] //~ ERROR wrong form of `capacity`
struct Suffix(f32);

#[derive(Component, Default)]
#[component(pooled)] //~ ERROR wrong form of `pooled`
struct BarePool(Vec<u32>);

#[derive(Component, Default)]
#[component(pooled(0))] //~ ERROR wrong form of `pooled`
struct EmptyPool(Vec<u32>);

#[derive(Component, Default)]
#[component(pooled(8))] //~ ERROR remove `pooled`
struct Burning;

fn main() {}
