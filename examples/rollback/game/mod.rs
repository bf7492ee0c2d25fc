//! The game: two tanks, crates that fall from the sky, and shells from a pool. Nothing in it knows that it is
//! rolled back. All that it is made of lies in the world, and each of its types is `Clone` and `Serialize`.

mod crates;
mod place;
mod score;
mod shell;
mod sparks;
mod tank;

use ecs_core::{Component, Entity, Singleton};
use glam::Vec2;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

pub(crate) use crates::Crate;
pub use place::Place;
pub use score::Score;
pub(crate) use shell::Shell;
pub(crate) use sparks::Spark;
pub use tank::Armour;
pub(crate) use tank::Tank;

/// How long a frame is, in seconds: the same on both machines, however fast they draw.
pub const STEP: f32 = 1.0 / 60.0;
/// The right upper corner. The other one is at 0, 0.
pub const ARENA: Vec2 = Vec2::new(32.0, 16.0);
/// What the tanks are called.
pub const PLAYERS: [&str; 2] = ["red", "blue"];

/// The buttons that a player holds down in a frame. This is all that goes over the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Buttons(pub u8);

impl Buttons {
    pub(crate) const FORWARD: u8 = 1;
    pub(crate) const BACK: u8 = 2;
    pub(crate) const LEFT: u8 = 4;
    pub(crate) const RIGHT: u8 = 8;
    pub(crate) const FIRE: u8 = 16;

    fn has(self, button: u8) -> bool {
        self.0 & button != 0
    }

    /// 1 for the one button, -1 for the other, 0 for none or both.
    fn axis(self, plus: u8, minus: u8) -> f32 {
        f32::from(u8::from(self.has(plus))) - f32::from(u8::from(self.has(minus)))
    }
}

/// The buttons of both players in this frame. Hooks read them here, and nowhere else.
#[derive(Singleton, Clone, Copy, Default, Serialize)]
pub struct Inputs(pub [Buttons; 2]);

impl Inputs {
    fn of(&self, player: u8) -> Buttons {
        self.0[usize::from(player)]
    }
}

/// The only source of chance. It lies in the world, so that it rolls back with all else.
#[derive(Singleton, Clone, Serialize)]
pub struct Dice(Pcg32);

impl Dice {
    /// A number from 0 up to 1, without 1. With 24 bits it is the same on each machine.
    fn part(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / 16_777_216.0
    }

    fn between(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * self.part()
    }
}

/// A shell hits this entity.
struct Hit {
    /// The player who has fired it.
    by: u8,
}

/// A tank is no more.
struct Destroyed {
    player: u8,
    by: u8,
}

/// What shells burst at.
#[derive(Component, Clone, Copy, Default, Serialize)]
struct Target;

/// Begins a game in the current world, which is empty.
pub fn start(seed: u64) {
    Dice::set(Dice(Pcg32::seed_from_u64(seed)));
    score::keep();
    for player in [0, 1] {
        Tank::spawn(player);
    }
    let referee = Entity::spawn().with(tank::Referee::default()).with(crates::Sky::default());
    referee.set_name("referee");
}
