//! The game itself, which needs no window: how it begins, stops and ends, and how it is saved.

mod rock;
pub mod shape;
mod ship;
mod space;
mod sparks;
#[cfg(test)]
mod tests;

use std::{error::Error, f32::consts::TAU};

use ecs_core::{Save, State, prelude::*};
use glam::{Affine2, Vec2, vec2};
pub use rock::{Burst, Hit, Rock};
use serde::{Deserialize, Serialize};
use shape::{CYAN, EMBER, FLAME, LAMP, ORANGE, PURPLE, RED, SHIP, STONE, Shape, TURRET};
pub use ship::{Bullet, Lamp, Ship, Turret};
pub use space::{Body, Camera, Transform, wrapped};
pub use sparks::{Spark, Sparks};

use super::{Random, random};

/// What the player wants in a frame: all that the game takes from outside.
#[derive(Singleton, Clone, Default, Serialize, Deserialize)]
pub struct Controls {
    pub turn: f32,
    pub thrust: f32,
    pub fire: bool,
    pub start: bool,
    pub pause: bool,
    /// A save to be loaded, if it is not empty.
    pub load: Vec<u8>,
}

#[derive(State, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub enum Mode {
    #[default]
    Menu,
    Playing,
    Paused,
    Over,
}

#[derive(Singleton, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Game {
    pub score: u32,
    pub lives: u32,
    wave: u32,
}

/// Begins in a new world.
pub fn start(seed: u64) {
    Random::seed(seed);
    Camera::make();
    Sparks::make();
}

pub fn frame(controls: &Controls, dt: f32) {
    Controls::set(controls.clone());
    Game::step(controls);
    update_all(dt);
}

impl Game {
    /// Does what the player has asked for, between two frames.
    fn step(controls: &Controls) {
        match Mode::get() {
            Mode::Menu | Mode::Over if controls.start || controls.pause => Game::begin(),
            Mode::Playing if controls.pause => Mode::go(Mode::Paused),
            Mode::Paused if controls.start || controls.pause => Mode::go(Mode::Playing),
            _ => {}
        }
        if !controls.load.is_empty() {
            // From a damaged file comes nothing, and the game goes on.
            _ = Saved::reload_with(|| postcard::from_bytes(&controls.load));
        }
        World::set_paused(Mode::get() == Mode::Paused); // also if that was loaded
        if Rock::count() == 0 {
            Game::borrow_mut().wave += 1;
            Rock::spawn_around(Camera::borrow().pos, 8 + Game::borrow().wave);
        }
    }

    fn begin() {
        World::clear();
        Game::set(Game { lives: 3, ..Game::default() });
        Mode::go(Mode::Playing);
        Ship::spawn();
    }
}

type Saved = Save<(Game, Mode, Random, Camera, Ship, Turret, Lamp, Bullet, Rock, Transform, Body, Shape)>;

pub fn save() -> Result<Vec<u8>, Box<dyn Error>> {
    Ok(Saved::write_with(postcard::to_allocvec)?.0)
}

/// A player who flies around, and fires.
pub fn pilot() -> Controls {
    let elapsed = time().elapsed() as f32;
    let thrust = f32::from(elapsed % 2.0 < 1.2);
    Controls {
        turn: 0.5 * (0.8 * elapsed).sin().round(),
        thrust,
        fire: true,
        start: true,
        ..Controls::default()
    }
}

/// What a player notices. Recordings compare it, so that all else may change.
#[derive(Serialize)]
pub struct Seen {
    mode: Mode,
    game: Game,
    ship: Option<Transform>,
    rocks: Vec<Vec2>,
}

pub fn seen() -> Seen {
    let ship = query::<&Transform>().filter::<With<Ship>>().first().copied();
    let rocks = query::<&Transform>().filter::<With<Rock>>().iter().map(|rock| rock.pos).collect();
    Seen { mode: Mode::get(), game: *Game::borrow(), ship, rocks }
}
