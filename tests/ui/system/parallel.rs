//! Systems run in parallel: what they read is `Sync`, and what they write is `Send`.
//!
//! The function has the bounds of `Schedule::add`. So the texts quote this file, and none of the library.

use std::cell::Cell;
use std::rc::Rc;

use ecs_core::hook::IntoPar;
use ecs_core::systems::{Item, SystemShape};
use ecs_core::{Component, IntoSystem, Query, Schedule, Singleton, System, View, ViewMut};

#[derive(Component)]
struct Texture(Rc<[u8]>);

#[derive(Singleton, Default)]
struct Score(Cell<u32>);

fn draw(textures: Query<&Texture>) {
    assert!(textures.is_empty());
}

fn fade(mut textures: ViewMut<Texture>) {
    textures.iter_mut().for_each(|texture| texture.0 = Rc::new([]));
}

fn win(score: &Score) {
    score.0.set(score.0.get() + 1);
}

struct Renderer;

impl System for Renderer {
    type Params = (View<'static, Texture>,);

    fn update(&mut self, (textures,): Item<'_, Self::Params>) {
        println!("{}", textures[0].0.len());
    }
}

fn count() {}

fn add<M, S: SystemShape<M> + IntoSystem<M>>(system: S)
where
    S::Par: IntoPar<S, Config = S::Config>,
{
    Schedule::new().add(system);
}

fn main() {
    add(draw); //~ ERROR a system that runs in parallel with others cannot take
    add(fade); //~ ERROR a system that runs in parallel with others cannot take
    add(win); //~ ERROR a system that runs in parallel with others cannot take
    add(Renderer); //~ ERROR a system that runs in parallel with others cannot take
    add((count, draw)); //~ ERROR a system that runs in parallel with others cannot take
}
