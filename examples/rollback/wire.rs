//! What the processes of a duel tell the one that has started them, and hear from it, through their standard
//! streams.

use std::io::{self, BufRead, Write};
use std::net::SocketAddr;

use ecs_core::WorldState;
use ggrs::Frame;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Said to a player.
#[derive(Serialize, Deserialize)]
pub enum ToPlayer {
    /// Where the other one is.
    Other(SocketAddr),
    /// What a frame is like at the other one, which has found that the two differ.
    State(Frame, WorldState),
    /// Both are done.
    End,
}

/// Said by a player.
#[derive(Serialize, Deserialize)]
pub enum FromPlayer {
    /// Where it is.
    At(SocketAddr),
    /// What is to be seen now.
    Picture(String),
    /// The two differ in this frame, and here it is so.
    State(Frame, WorldState),
    /// What differs in this frame: here | at the other one.
    Differences(Frame, Vec<String>),
    /// All frames are final.
    Done(Report),
}

/// How it was.
#[derive(Serialize, Deserialize)]
pub struct Report {
    /// The hash of each frame, once it was final.
    pub hashes: Vec<u64>,
    /// Times that it went back.
    pub rollbacks: u32,
    /// Frames that were simulated once more.
    pub again: u32,
    /// Times that it had to wait, because the other one was too far behind.
    pub waits: u32,
    /// Packets that were given to the line, and those of them that it has lost.
    pub packets: [u64; 2],
    /// How long a save, a load, a hash and a frame took, in microseconds.
    pub micros: [f64; 4],
    /// The bytes of all frames that it has kept in the end.
    pub bytes: usize,
}

/// Each message ends with a 0, and has none in it.
pub fn write(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_allocvec_cobs(message).map_err(io::Error::other)?;
    to.write_all(&bytes)?;
    to.flush()
}

/// `None` when the other side has ended.
pub fn read<T: DeserializeOwned>(from: &mut impl BufRead) -> Option<io::Result<T>> {
    let mut bytes = Vec::new();
    match from.read_until(0, &mut bytes) {
        Ok(0) => None,
        Ok(_) => Some(postcard::from_bytes_cobs(&mut bytes).map_err(io::Error::other)),
        Err(error) => Some(Err(error)),
    }
}
