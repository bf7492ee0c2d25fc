//! [`Arena`]: the game of the rooms. Ships hunt each other among rocks, and shoot; what breaks comes back.
//!
//! Ships fly by themselves. A client takes one over, and it flies by itself again when the client is gone.

mod field;
mod fleet;
mod grid;
mod rock;
mod ship;
mod shot;

use core::error::Error;

use ecs_core::{Component, Entity, Save, Singleton, query};
use serde::{Deserialize, Serialize};

pub use field::SIZE;
use field::{Body, Random};
use fleet::Fleet;
use grid::Grid;
use rock::Rock;
use ship::{Ship, Wreck};
use shot::Shot;

use crate::game::{ClientId, Game};

type Saved = Save<(Body, Rock, Ship, Wreck, Shot, Fleet, Random)>;

/// Ships that hunt each other among rocks.
pub struct Arena;

/// What a client may order its ship to do.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Fly where this points.
    Fly([f32; 2]),
    /// Fire at the nearest.
    Fire,
    /// Be there at once. A place outside of the field is a mistake, which the game does not catch: the hook
    /// that looks for the ship's neighbours then panics.
    Jump([f32; 2]),
}

/// What clients see.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    /// Where the ships are.
    pub ships: Vec<[f32; 2]>,
    /// Where the shots are.
    pub shots: Vec<[f32; 2]>,
    /// What the clients have.
    pub pilots: Vec<Pilot>,
}

/// What a client has.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Pilot {
    /// Who it is.
    pub client: ClientId,
    /// Where its ship is. `None` until the next ship is ready.
    pub ship: Option<[f32; 2]>,
    /// How many ships it has shot.
    pub points: u32,
}

impl Arena {
    /// Fills the current world: a tenth of the objects are ships, the others rocks.
    pub fn fill(objects: usize, seed: u64) {
        let mut random = Random::new(seed);
        let bodies: Vec<_> = (0..objects).map(|_| random.body()).collect();
        Random::set(random);
        Grid::make();
        let (ships, rocks) = bodies.split_at(objects.div_ceil(10));
        Entity::spawn_many(ships.len(), |n, _| (ships[n], Ship::new(n as u32)));
        Entity::spawn_many(rocks.len(), |n, _| (rocks[n], Rock::new()));
    }

    /// Saves the current world.
    ///
    /// # Errors
    ///
    /// If something of it is borrowed: not between two frames.
    pub fn save() -> Result<Vec<u8>, Box<dyn Error + Send + Sync>> {
        let (bytes, _) = Saved::write_with(postcard::to_allocvec)?;
        Ok(bytes)
    }

    /// Loads a save into the current world, which is empty.
    ///
    /// # Errors
    ///
    /// If it is no save of an arena: then nothing was loaded.
    pub fn load(bytes: &[u8]) -> Result<(), Box<dyn Error + Send + Sync>> {
        Saved::read_with(|| postcard::from_bytes(bytes))?;
        Grid::make();
        Ok(())
    }
}

impl Game for Arena {
    type Order = Order;
    type State = State;

    fn seat(clients: &[ClientId]) {
        Fleet::borrow_mut().seat(clients);
    }

    fn obey(client: ClientId, order: Order) {
        let ship = Fleet::borrow().ship_of(client);
        // Between two ships there is none.
        if let Some(mut ship) = ship.get_mut() {
            ship.obey(order);
        }
    }

    fn state() -> State {
        State {
            ships: query::<(&Body, &Ship)>().iter().map(|(body, _)| body.pos).collect(),
            shots: Shot::view().iter().map(|shot| shot.pos).collect(),
            pilots: Fleet::borrow().pilots(),
        }
    }
}
