//! Only a singleton can be taken as a reference: of other components there are many.

use ecs_core::{Component, Schedule};

#[derive(Component)]
struct Position(f32);

fn movement(position: &mut Position) {
    position.0 += 1.0;
}

fn main() {
    Schedule::new().add(movement); //~ ERROR `Position` is not a singleton
}
