//! All parts of a tuple run in parallel with others.

use core::cell::Cell;

use ecs_core::{Component, IntoSystem, Query, Schedule};

#[derive(Component)]
struct Texture(Cell<u32>);

fn draw(textures: Query<&Texture>) {
    textures.iter().for_each(|texture| texture.0.set(1));
}

fn count() {}

fn main() {
    Schedule::new().add((count, draw)); //~ ERROR a system that runs in parallel with others cannot take
    Schedule::new().add((count, draw).chain()); //~ ERROR a system that runs in parallel with others cannot take
}
