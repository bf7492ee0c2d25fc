//! A condition says yes or no.

use ecs_core::{IntoSystem, Schedule, Singleton};

#[derive(Singleton, Default)]
struct Score(u32);

fn draw() {}

fn points(score: &Score) -> u32 {
    score.0
}

fn main() {
    Schedule::new().add(draw.run_if(points)); //~ ERROR is not a condition
}
