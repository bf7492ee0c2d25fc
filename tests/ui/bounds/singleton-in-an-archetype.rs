//! A list of components has a singleton.

use ecs_core::{Archetype, Component, Singleton};

#[derive(Component, Default)]
struct Player;

#[derive(Singleton, Default)]
struct Score(u32);

fn main() {
    Archetype::<(Player, Score)>::spawn(); //~ ERROR `(Player, Score)` is not a component or a tuple of components
}
