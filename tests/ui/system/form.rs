//! A system is a function of up to twelve parameters without a result, a closure, a `System`, or a tuple.
//!
//! The function has the bounds of `Schedule::add`. So the texts quote this file, and none of the library.

use ecs_core::hook::IntoPar;
use ecs_core::systems::{SystemConfig, SystemShape};
use ecs_core::{Component, IntoSystem, Query, Schedule};

struct Gravity;

fn compute(dt: f32) -> f32 {
    dt
}

fn draw() {}

type S = f32;

fn many(_: S, _: S, _: S, _: S, _: S, _: S, _: S, _: S, _: S, _: S, _: S, _: S, _: S) {}

fn add<M, S: SystemShape<M> + IntoSystem<M>>(system: S)
where
    S::Par: IntoPar<S, Config = S::Config>,
{
    Schedule::new().add(system);
}

/// Has the bounds of `IntoSystem::named`.
fn add_named<M, S: SystemShape<M> + IntoSystem<M, Config = SystemConfig>>(system: S)
where
    S::Par: IntoPar<S, Config = SystemConfig>,
{
    Schedule::new().add(system.named("a name"));
}

#[derive(Component)]
struct Position(f32);

fn keep(positions: Query<'static, &'static Position>) {
    std::mem::forget(positions);
}

fn add_for_ever() {
    add(keep); //~ ERROR type annotations needed
}

fn main() {
    add(Gravity); //~ ERROR is not a system
    add(compute); //~ ERROR is not a system
    add(many); //~ ERROR is not a system
    add((draw, compute)); //~ ERROR is not a system
    add_for_ever();
    add_named((draw, draw)); //~ ERROR type mismatch
}
