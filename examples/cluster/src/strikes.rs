//! [`Strikes`]: how often a client's orders have made a room panic.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rooms::ClientId;

/// A client that has made a room panic so often is let go, and not let in again.
const MOST: u32 = 3;

/// How often a client's orders have made a room panic on this node. The room may have been opened anew since,
/// and the client sends again what was not safe: so the room itself cannot count that.
#[derive(Default)]
pub(crate) struct Strikes(Mutex<HashMap<(String, ClientId), u32>>);

impl Strikes {
    fn all(&self) -> MutexGuard<'_, HashMap<(String, ClientId), u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one more, and says whether these are too many.
    pub(crate) fn count(&self, room: &str, client: ClientId) -> bool {
        let mut all = self.all();
        let count = all.entry((room.to_owned(), client)).or_default();
        *count += 1;
        *count >= MOST
    }

    /// Says whether these were too many.
    pub(crate) fn are_too_many(&self, room: &str, client: ClientId) -> bool {
        self.all().get(&(room.to_owned(), client)).is_some_and(|&count| count >= MOST)
    }
}
