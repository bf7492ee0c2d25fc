//! A duel of two tanks over UDP that rolls back. The game is in `game`, what ggrs asks for in `rollback`; the
//! rest makes two players of it, and a line that is bad enough.

mod bad_line;
pub mod duel;
pub mod game;
pub mod hands;
mod picture;
pub mod player;
pub mod rollback;
mod wire;

use std::time::Duration;

use bad_line::Badness;
use clap::Parser;

/// Frames between a button and what comes of it. What is on its way for less is no rollback.
pub const INPUT_DELAY: usize = 1;
/// Frames that are kept: a second, for what one hears of late.
pub const KEPT: usize = 64;

/// Two players fight over a bad line, each in a process of its own, and then all hashes are compared.
#[derive(Parser, Clone)]
pub struct Options {
    /// How many frames to play
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub frames: u32,
    /// Frames a second
    #[arg(long, default_value_t = 240, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub fps: u32,
    /// How many of a hundred packets are lost
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=50))]
    pub loss: u32,
    /// How many milliseconds a packet is late at most
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=500))]
    pub late: u64,
    /// What decides over crates, hands and the line
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Show the game while it runs; best with `--fps 60`
    #[arg(long)]
    pub watch: bool,
    /// Let the blue player cheat from this frame on
    #[arg(long)]
    pub cheat: Option<u64>,
    /// Be this player: the program starts itself so
    #[arg(long, hide = true)]
    pub player: Option<usize>,
}

impl Options {
    fn badness(&self, player: usize) -> Badness {
        let most = Duration::from_millis(self.late);
        Badness { loss: self.loss, delay: [most / 10, most], seed: self.seed.wrapping_add(player as u64) }
    }
}
