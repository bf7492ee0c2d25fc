//! States: what is left and entered, in which order, and what stands still meanwhile.

mod changes;
mod hooks;
mod nested;
mod panics;
mod random;
mod saved;
mod still;
#[path = "../support/mod.rs"]
mod support;

use std::cell::RefCell;

use ecs_core::{Change, Component, Enter, Entity, Exit, Handle, State};
use serde::{Deserialize, Serialize};

#[derive(State, Default, Clone, PartialEq, Debug, Serialize, Deserialize)]
enum Screen {
    #[default]
    Menu,
    Play {
        level: u32,
    },
    Over,
}

/// Exists only while the game is played.
#[derive(State, Default, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[state(within(Screen::Play { .. }))]
enum Phase {
    #[default]
    Waves,
    Boss,
}

thread_local!(static HEARD: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) });

fn note(text: impl Into<String>) {
    HEARD.with_borrow_mut(|heard| heard.push(text.into()));
}

/// What was noted since the last call.
fn heard() -> Vec<String> {
    HEARD.take()
}

/// Notes what it hears, with the state that it sees then.
#[derive(Component, Default, Clone)]
#[component(on(Enter<Screen>, Exit<Screen>, Change<Screen>))]
#[component(on(Enter<Phase>, Exit<Phase>, Change<Phase>))]
struct Ear;

impl Ear {
    fn on_enter_screen(&mut self, event: &Enter<Screen>) {
        note(format!("enter {:?} from {:?}, is {:?}", event.new(), event.old(), Screen::get()));
    }

    fn on_exit_screen(&mut self, event: &Exit<Screen>) {
        note(format!("exit {:?} to {:?}, is {:?}", event.old(), event.new(), Screen::get()));
    }

    fn on_change_screen(&mut self, event: &Change<Screen>) {
        note(format!("change {:?} to {:?}, is {:?}", event.old(), event.new(), Screen::get()));
    }

    fn on_enter_phase(&mut self, event: &Enter<Phase>) {
        note(format!("enter {:?} from {:?}, is {:?}", event.new(), event.old(), Phase::try_get()));
    }

    fn on_exit_phase(&mut self, event: &Exit<Phase>) {
        note(format!("exit {:?} to {:?}, is {:?}", event.old(), event.new(), Phase::try_get()));
    }

    fn on_change_phase(&mut self, event: &Change<Phase>) {
        note(format!("change {:?} to {:?}, is {:?}", event.old(), event.new(), Phase::try_get()));
    }
}

fn ear() -> Handle<Ear> {
    Entity::spawn().add()
}

const PLAY: Screen = Screen::Play { level: 1 };
