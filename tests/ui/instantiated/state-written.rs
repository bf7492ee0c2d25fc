//! Nobody writes to a state but by asking for another one.

use ecs_core::{Component, Entity, State};

#[derive(State, Default, Clone, PartialEq)]
enum Screen {
    #[default]
    Menu,
}

#[derive(Component, Default)]
struct Ship;

impl Ship {
    fn update(&mut self, screen: &mut Screen) {
        *screen = Screen::Menu;
    }
}

fn main() {
    Entity::spawn().add::<Ship>();
    Screen::for_each(|screen| *screen = Screen::Menu);
    Screen::clear();
}
