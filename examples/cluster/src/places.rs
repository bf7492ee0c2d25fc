//! [`Places`]: the rooms that a node plays, opens or moves.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rooms::Door;
use tellus::{ActorRef, ActorSystem};

use crate::lines::RoomHere;
use crate::messages::{Here, OpenError, ToRoom};
use crate::numbered::Numbered;

/// A room that a node plays.
pub(crate) struct Played {
    pub(crate) epoch: u64,
    pub(crate) door: Door<Numbered>,
    /// Its actor. When that is stopped, nobody finds the room here any more.
    pub(crate) actor: ActorSystem<ToRoom>,
    /// The bytes of its last save, and the microseconds that this took.
    pub(crate) last_save: (usize, u64),
}

/// What a node does with a room.
enum Place {
    Opening,
    Played(Played),
    /// It goes to this node, if that can open it.
    Leaving {
        to: SocketAddr,
        epoch: u64,
        room: ActorRef<ToRoom>,
    },
}

/// The rooms that a node plays, opens or moves, by name.
#[derive(Clone, Default)]
pub(crate) struct Places(Arc<Mutex<HashMap<String, Place>>>);

/// A room is being opened, or leaves. When this is dropped, it is not there.
pub(crate) struct Reserved {
    places: Places,
    room: String,
}

impl Places {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Place>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reserves a room that is to be opened. If it is played here, there it is.
    pub(crate) fn reserve(&self, room: &str) -> Result<Reserved, Result<ActorRef<ToRoom>, OpenError>> {
        match self.all().entry(room.to_owned()) {
            Entry::Vacant(entry) => {
                entry.insert(Place::Opening);
                Ok(Reserved { places: self.clone(), room: room.to_owned() })
            }
            Entry::Occupied(entry) => Err(match entry.get() {
                Place::Played(played) => Ok(played.actor.root().clone()),
                Place::Opening | Place::Leaving { .. } => Err(OpenError::Busy),
            }),
        }
    }

    /// Takes a room away that is played here, to give it to another node.
    pub(crate) fn take(&self, room: &str, to: SocketAddr) -> Option<(Played, Reserved)> {
        let mut all = self.all();
        let place = all.get_mut(room)?;
        let Place::Played(played) = place else { return None };
        let leaving = Place::Leaving { to, epoch: played.epoch, room: played.actor.root().clone() };
        let Place::Played(played) = std::mem::replace(place, leaving) else { return None };
        Some((played, Reserved { places: self.clone(), room: room.to_owned() }))
    }

    /// Forgets a room that has ended, if it was not opened again since.
    pub(crate) fn forget(&self, room: &str, epoch: u64) -> Option<Played> {
        let mut all = self.all();
        match all.get(room) {
            Some(Place::Played(played)) if played.epoch == epoch => {}
            _ => return None,
        }
        match all.remove(room) {
            Some(Place::Played(played)) => Some(played),
            _ => None,
        }
    }

    /// Says whether a room is played here.
    pub(crate) fn has(&self, room: &str) -> bool {
        matches!(self.all().get(room), Some(Place::Played(_)))
    }

    #[cfg(test)]
    pub(crate) fn door(&self, room: &str) -> Option<Door<Numbered>> {
        match self.all().get(room)? {
            Place::Played(played) => Some(played.door.clone()),
            Place::Opening | Place::Leaving { .. } => None,
        }
    }

    /// What another node is told that wants to open a room, if the room is played here.
    pub(crate) fn find(&self, room: &str, by: SocketAddr) -> Option<Here> {
        match self.all().get(room)? {
            Place::Played(played) => Some(Here { epoch: played.epoch, room: played.actor.root().clone() }),
            Place::Leaving { to, epoch, room } if *to != by => {
                Some(Here { epoch: *epoch, room: room.clone() })
            }
            Place::Leaving { .. } | Place::Opening => None,
        }
    }

    /// Notes what a save has cost.
    pub(crate) fn note_save(&self, room: &str, cost: (usize, u64)) {
        if let Some(Place::Played(played)) = self.all().get_mut(room) {
            played.last_save = cost;
        }
    }

    /// The rooms that are played here.
    pub(crate) fn list(&self) -> Vec<RoomHere> {
        let here = |(name, place): (&String, &Place)| match place {
            Place::Played(Played { epoch, last_save: (bytes, saved_in), .. }) => {
                Some(RoomHere { name: name.clone(), epoch: *epoch, bytes: *bytes, saved_in: *saved_in })
            }
            Place::Opening | Place::Leaving { .. } => None,
        };
        self.all().iter().filter_map(here).collect()
    }
}

impl Reserved {
    /// The room is open: from now on it is played here.
    pub(crate) fn play(self, played: Played) {
        self.places.all().insert(self.room.clone(), Place::Played(played));
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        let mut all = self.places.all();
        if !matches!(all.get(&self.room), Some(Place::Played(_))) {
            all.remove(&self.room);
        }
    }
}
