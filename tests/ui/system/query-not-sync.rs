//! What other threads read must be `Sync`.

use std::rc::Rc;

use ecs_core::{Component, Query, Schedule};

#[derive(Component)]
struct Texture(Rc<[u8]>);

fn draw(textures: Query<&Texture>) {
    for texture in &textures {
        println!("{}", texture.0.len());
    }
}

fn main() {
    Schedule::new().add(draw); //~ ERROR a system that runs in parallel with others cannot take
}
