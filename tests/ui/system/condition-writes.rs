//! A condition only reads.

use ecs_core::{Commands, Component, IntoSystem, Query, Schedule, Singleton};

#[derive(Component)]
struct Hp(u32);

#[derive(Singleton, Default)]
struct Score(u32);

fn draw() {}

fn main() {
    Schedule::new().add(draw.run_if(|score: &mut Score| score.0 > 3)); //~ ERROR a condition cannot take `&mut Score`
    Schedule::new().add(draw.run_if(|hp: Query<&mut Hp>| hp.is_empty())); //~ ERROR a condition cannot take `Query<'_, &mut Hp>`
    Schedule::new().add(draw.run_if(|_: Commands| true)); //~ ERROR a condition cannot take `Commands<'_>`
}
