//! Nobody writes to a state but by asking for another one.

use ecs_core::{Component, State};

#[derive(State, Default, Clone, PartialEq)]
enum Screen {
    #[default]
    Menu,
}

fn main() {
    Screen::for_each(|screen| *screen = Screen::Menu);
    Screen::clear();
}
