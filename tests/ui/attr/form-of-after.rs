//! `after` and `before` take types, or phases with types; `after_handles` takes nothing.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
#[component(after)] //~ ERROR wrong form of `after`
struct Bare;

#[derive(Component)]
#[component(after = Wind)] //~ ERROR wrong form of `after`
struct Value;

#[derive(Component)]
#[component(after(init(Wind)))] //~ ERROR wrong form of `after`
struct NoPhase;

#[derive(Component)]
#[component(after(late_update()))] //~ ERROR wrong form of `after`
struct EmptyPhase;

#[derive(Component)]
#[component(before())] //~ ERROR wrong form of `before`
struct Empty;

#[derive(Component)]
#[component(after_handles(altitude))] //~ ERROR wrong form of `after_handles`
struct Handles {
    altitude: f32,
}

fn main() {}
