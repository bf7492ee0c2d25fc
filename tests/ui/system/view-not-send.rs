//! What other threads write to must be `Send`.

use std::rc::Rc;

use ecs_core::{Component, IntoSystem, Schedule, ViewMut};

#[derive(Component)]
struct Texture(Rc<[u8]>);

fn first() {}

fn fade(mut textures: ViewMut<Texture>) {
    for texture in &mut textures {
        texture.0 = Rc::new([]);
    }
}

fn main() {
    Schedule::new().add(first).add(fade.after(first)); //~ ERROR a system that runs in parallel with others cannot take
}
