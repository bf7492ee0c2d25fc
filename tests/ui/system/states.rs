//! A system takes a state to read it.

use ecs_core::systems::SystemShape;
use ecs_core::{IntoSystem, State};

#[derive(State, Default, Clone, PartialEq)]
enum Screen {
    #[default]
    Menu,
}

fn change(screen: &mut Screen) {
    *screen = Screen::Menu;
}

fn add<M, S: SystemShape<M> + IntoSystem<M>>(_: S) {}

fn main() {
    add(change); //~ ERROR `Screen` is not a singleton
}
