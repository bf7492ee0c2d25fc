//! What a struct that is a system takes must be `Sync` too.

use std::rc::Rc;

use ecs_core::{Component, Item, Schedule, System, View};

#[derive(Component)]
struct Texture(Rc<[u8]>);

struct Renderer;

impl System for Renderer {
    type Params = (View<'static, Texture>,);

    fn update(&mut self, (textures,): Item<'_, Self::Params>) {
        println!("{}", textures[0].0.len());
    }
}

fn main() {
    Schedule::new().add(Renderer); //~ ERROR a system that runs in parallel with others cannot take
}
