//! `in_state` takes a pattern of a state, one key for each state.

use ecs_core::{Component, State};

#[derive(State, Default, Clone, PartialEq)]
enum Screen {
    #[default]
    Menu,
    Play { level: u32 },
}

#[derive(Component)]
#[component(in_state)] //~ ERROR wrong form of `in_state`
struct Bare;

#[derive(Component)]
#[component(in_state(Screen::Menu, Screen::Play { .. }))] //~ ERROR wrong form of `in_state`
struct Comma;

#[derive(Component)]
#[component(in_state(Screen::Play { level } if level > 3))] //~ ERROR wrong form of `in_state`
struct Guard;

#[derive(Component)]
#[component(in_state(Screen::Menu), in_state(Screen::Play { .. }))] //~ ERROR a state has one value
struct Twice;

#[derive(Component)]
#[component(in_state(Screen::Pause))] //~ ERROR no variant
struct NoSuchVariant;

enum Weather {
    Rain,
}

#[derive(Component)]
#[component(in_state(Weather::Rain))] //~ ERROR `Weather` is not a state
struct NoState;

fn main() {
    let _ = (Weather::Rain, Screen::Play { level: 1 });
}
