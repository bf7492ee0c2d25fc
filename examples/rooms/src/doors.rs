//! [`Doors`]: which rooms a host has.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::desk::Door;
use crate::game::{Game, RoomId};

/// The rooms of a host, and those that are being opened, which have no door yet.
pub(crate) struct Doors<G: Game>(Arc<Mutex<BTreeMap<RoomId, Option<Door<G>>>>>);

impl<G: Game> Clone for Doors<G> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<G: Game> Doors<G> {
    pub(crate) fn new() -> Self {
        Self(Arc::default())
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<RoomId, Option<Door<G>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a number for a room that is being opened. False if it is taken.
    pub(crate) fn reserve(&self, id: RoomId) -> bool {
        let mut all = self.all();
        let is_free = !all.contains_key(&id);
        if is_free {
            all.insert(id, None);
        }
        is_free
    }

    pub(crate) fn put(&self, door: Door<G>) {
        self.all().insert(door.id(), Some(door));
    }

    pub(crate) fn forget(&self, id: RoomId) {
        self.all().remove(&id);
    }

    pub(crate) fn get(&self, id: RoomId) -> Option<Door<G>> {
        self.all().get(&id).cloned().flatten()
    }

    pub(crate) fn list(&self) -> Vec<Door<G>> {
        self.all().values().flatten().cloned().collect()
    }
}
