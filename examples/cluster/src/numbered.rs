//! [`Numbered`]: the arena, with orders that have numbers.

use std::collections::BTreeMap;
use std::error::Error;

use bytes::Bytes;
use ecs_core::{Singleton, World};
use rooms::arena::{self, Arena};
use rooms::{ClientId, Game};

use crate::journal::{Heard, Journal, Safe};

/// The arena, with orders that have numbers, so that each is done once, whatever happens on its way.
pub struct Numbered;

/// An order and its number.
pub struct NumberedOrder {
    pub(crate) number: u64,
    /// Orders up to this number the client does not have any more.
    pub(crate) forgotten: u64,
    pub(crate) order: arena::Order,
}

/// What clients see, and what the room has heard of each.
pub struct NumberedState {
    pub(crate) opened_at: u64,
    pub(crate) frame: u64,
    pub(crate) clients: BTreeMap<ClientId, (Heard, u64)>,
    pub(crate) arena: arena::State,
}

/// A room as it is between two frames.
pub(crate) struct Saved {
    pub(crate) frame: u64,
    pub(crate) now: Safe,
    pub(crate) bytes: Bytes,
}

type AnyError = Box<dyn Error + Send + Sync>;

impl Numbered {
    /// Fills the current, empty world.
    pub fn fill(objects: usize, seed: u64) {
        Arena::fill(objects, seed);
        Journal::make();
    }

    /// Saves the current world: the journal, and then the arena by its own `Save`.
    pub(crate) fn save() -> Result<Saved, AnyError> {
        let journal = Journal::borrow();
        let bytes = postcard::to_allocvec(&(&*journal, Bytes::from(Arena::save()?)))?;
        Ok(Saved { frame: journal.frame(), now: journal.now(), bytes: bytes.into() })
    }

    /// Loads a save into the current, empty world.
    pub(crate) fn load(bytes: &[u8]) -> Result<(), AnyError> {
        let (mut journal, arena): (Journal, &[u8]) = postcard::from_bytes(bytes)?;
        Arena::load(arena)?;
        journal.open();
        Journal::set(journal);
        World::set_paused(false);
        Ok(())
    }
}

impl Game for Numbered {
    type Order = NumberedOrder;
    type State = NumberedState;

    fn seat(clients: &[ClientId]) {
        Arena::seat(clients);
    }

    fn obey(client: ClientId, order: NumberedOrder) {
        let is_next = Journal::borrow_mut().hear(client, order.number, order.forgotten);
        if is_next {
            Arena::obey(client, order.order);
        }
    }

    fn state() -> NumberedState {
        let journal = Journal::borrow();
        let (opened_at, frame) = (journal.opened_at(), journal.frame());
        NumberedState { opened_at, frame, clients: journal.clients(), arena: Arena::state() }
    }
}
