//! A system takes a state to read it.

use ecs_core::{Schedule, State};

#[derive(State, Default, Clone, PartialEq)]
enum Screen {
    #[default]
    Menu,
}

fn change(screen: &mut Screen) {
    *screen = Screen::Menu;
}

fn main() {
    Schedule::new().add(change); //~ ERROR `Screen` is not a singleton
}
