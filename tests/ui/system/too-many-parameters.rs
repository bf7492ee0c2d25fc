//! A system takes up to twelve parameters.

use ecs_core::Schedule;

fn all(_: f32, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {}

fn main() {
    Schedule::new().add(all); //~ ERROR is not a system
}
