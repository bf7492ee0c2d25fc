//! The game itself, which needs no window.

mod actors;
mod body;
mod controls;
mod levels;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

pub use actors::{Hero, Swing, Touchable};
pub use body::{Body, Solid};
pub use controls::{Controls, Key, Keys, pilot};
use ecs_core::{Prefab, State, prelude::*};
use glam::{Vec2, vec2};
pub use levels::{Levels, Look};
use serde::{Deserialize, Serialize};

pub const LIVES: u32 = 3;

/// What stays from level to level.
#[derive(Singleton, Clone, Copy, Default, Serialize)]
pub struct Game {
    pub level: usize,
    /// How large the level is, in tiles.
    pub size: Vec2,
    pub score: u32,
    pub lost_lives: u32,
}

/// A level is played. All of it ends when this is left.
#[derive(State, Clone, Default, PartialEq)]
pub struct Playing;

impl Game {
    /// Builds a level anew, or another one, unless no life is left.
    fn go_on(change: impl Fn(&mut Game)) {
        change(&mut Game::borrow_mut());
        if Game::borrow().lost_lives < LIVES {
            Playing::again();
        }
    }
}

/// Begins in a new world. There is no chance in this game.
pub fn start(_seed: u64) {
    Levels::set(Levels::read());
    World::set_fixed_step(0.01); // the same game on every screen
}

/// Runs a frame, in which these keys are down.
pub fn frame(keys: &Keys, dt: f32) {
    Controls::hold(keys);
    update_all(dt);
}

/// What a player notices. Recordings compare it, so that all else may change.
#[derive(Serialize)]
pub struct Seen {
    game: Game,
    hero: Option<Body>,
    things: usize,
}

pub fn seen() -> Seen {
    let hero = query::<&Body>().filter::<With<Hero>>().with_disabled().first().copied();
    Seen { game: *Game::borrow(), hero, things: Touchable::count() }
}
