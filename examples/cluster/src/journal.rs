//! [`Journal`]: what a room has heard of each client, and how much of that is safe.

use std::collections::BTreeMap;

use ecs_core::{Singleton, World};
use rooms::ClientId;
use serde::{Deserialize, Serialize};

/// So many frames a room plays beyond its last safe save: a second. Then it stands still until the next one
/// is safe. So no more than these are lost with a node, however slow it was.
pub const FRAMES_AT_RISK: u64 = 60;

/// What a room has heard of a client.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Heard {
    /// The number of the last order that it does not wait for any more. Clients number theirs from 1 on.
    pub last: u64,
    /// How many orders it has done.
    pub done: u64,
    /// How many came too late: the client had them no more when the room asked for them. These are lost.
    pub lost: u64,
}

/// A singleton in the world of each room. It is saved with the room.
#[derive(Singleton, Clone, Default, Serialize, Deserialize)]
#[component(transient)]
pub(crate) struct Journal {
    /// How many frames were played.
    frame: u64,
    heard: BTreeMap<ClientId, Heard>,
    /// What the last safe save has.
    #[serde(skip)]
    safe: Safe,
    /// The frame of the save from which the room was opened.
    #[serde(skip)]
    opened_at: u64,
    /// The room moves, and takes no orders here any more. They come again, where it is then.
    #[serde(skip)]
    is_leaving: bool,
}

/// What a safe save has: one that a majority of the nodes keeps.
#[derive(Clone, Default)]
pub(crate) struct Safe {
    frame: u64,
    heard: BTreeMap<ClientId, Heard>,
}

impl Journal {
    fn update(&mut self, dt: f32) {
        if dt > 0.0 {
            self.frame += 1;
        }
        World::set_paused(self.frame >= self.safe.frame + FRAMES_AT_RISK);
    }

    /// Says whether an order is the next of its client, and notes that it is done. Others came before, or
    /// came too soon, and will come again. What the client has forgotten is not waited for.
    pub(crate) fn hear(&mut self, client: ClientId, number: u64, forgotten: u64) -> bool {
        if self.is_leaving {
            return false;
        }
        let heard = self.heard.entry(client).or_default();
        heard.lost += forgotten.saturating_sub(heard.last);
        heard.last = heard.last.max(forgotten);
        let is_next = number == heard.last + 1;
        if is_next {
            heard.last = number;
            heard.done += 1;
        }
        is_next
    }

    pub(crate) fn stop_orders(&mut self) {
        self.is_leaving = true;
    }

    pub(crate) fn frame(&self) -> u64 {
        self.frame
    }

    pub(crate) fn opened_at(&self) -> u64 {
        self.opened_at
    }

    /// It comes from a safe save, from which the room is opened.
    pub(crate) fn open(&mut self) {
        (self.safe, self.opened_at) = (self.now(), self.frame);
    }

    /// What is in a save of now.
    pub(crate) fn now(&self) -> Safe {
        Safe { frame: self.frame, heard: self.heard.clone() }
    }

    /// A save is safe, and what is in it can be forgotten by the clients.
    pub(crate) fn set_safe(&mut self, safe: Safe) {
        self.safe = safe;
    }

    /// Whether the room has heard less than a safe save has, because it was put back to a snapshot from
    /// before. What is missing its clients have forgotten.
    pub(crate) fn is_behind(&self, safe: &Safe) -> bool {
        let heard = |client| self.heard.get(client).copied().unwrap_or_default();
        safe.heard
            .iter()
            .any(|(client, safe)| heard(client).last < safe.last || heard(client).lost > safe.lost)
    }

    /// Who has said what, and the number of the last order of each that is safe.
    pub(crate) fn clients(&self) -> BTreeMap<ClientId, (Heard, u64)> {
        let safe = |client| self.safe.heard.get(client).map_or(0, |heard: &Heard| heard.last);
        self.heard.iter().map(|(client, heard)| (*client, (*heard, safe(client)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use ecs_core::update_all;

    use super::*;

    const ANN: ClientId = ClientId(1);

    #[test]
    fn each_order_is_done_once_and_in_its_turn() {
        let mut journal = Journal::default();
        let done: Vec<_> = [1, 2, 2, 1, 4, 3, 4].into_iter().filter(|&n| journal.hear(ANN, n, 0)).collect();
        assert_eq!(done, [1, 2, 3, 4]);
        assert_eq!(journal.heard[&ANN], Heard { last: 4, done: 4, lost: 0 });
    }

    #[test]
    fn what_a_client_has_forgotten_is_lost_and_counted() {
        let mut journal = Journal::default();
        assert!(journal.hear(ANN, 8, 7));
        assert_eq!(journal.heard[&ANN], Heard { last: 8, done: 1, lost: 7 });
    }

    #[test]
    fn a_room_that_moves_does_nothing_that_would_not_move_with_it() {
        let mut journal = Journal::default();
        journal.stop_orders();
        assert!(!journal.hear(ANN, 1, 0));
        let bytes = postcard::to_allocvec(&journal).unwrap();
        let mut there: Journal = postcard::from_bytes(&bytes).unwrap();
        assert!(there.hear(ANN, 1, 0));
    }

    #[test]
    fn a_room_stands_still_until_its_save_is_safe() {
        let frame = || Journal::borrow().frame();
        World::new().enter(|| {
            Journal::make();
            (0..2 * FRAMES_AT_RISK).for_each(|_| update_all(1.0 / 60.0));
            assert_eq!(frame(), FRAMES_AT_RISK);

            let now = Journal::borrow().now();
            Journal::borrow_mut().set_safe(now);
            (0..2 * FRAMES_AT_RISK).for_each(|_| update_all(1.0 / 60.0));
            assert_eq!(frame(), 2 * FRAMES_AT_RISK);
        });
    }

    #[test]
    fn a_room_that_was_put_back_behind_a_safe_save_is_found_out() {
        let mut journal = Journal::default();
        journal.hear(ANN, 1, 0);
        let before = journal.clone();
        journal.hear(ANN, 2, 0);
        let safe = journal.now();
        assert!(!journal.is_behind(&safe));
        assert!(before.is_behind(&safe));
        let mut goes_on = before;
        assert!(goes_on.hear(ANN, 3, 2), "the client has forgotten order 2, which is safe");
        assert!(goes_on.is_behind(&safe));
    }
}
