//! [`Ledger`]: what a node has promised to others, and the saves that it keeps for them.
//!
//! Each time a room is opened, its *epoch* is one higher. A node may open it when a majority of the nodes has
//! promised it the epoch; and a save is safe when a majority keeps it. Two majorities have a node in common,
//! so who opens a room finds its last safe save, and who has played it until then can keep no save any more.

use std::collections::HashMap;
use std::net::SocketAddr;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// A room as it was after a frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RoomSave {
    pub(crate) room: String,
    pub(crate) epoch: u64,
    pub(crate) frame: u64,
    /// The node that has played it.
    pub(crate) host: SocketAddr,
    pub(crate) bytes: Bytes,
}

/// A higher epoch was promised: this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Promised(pub(crate) u64);

/// What a node has promised to others, and the saves that it keeps for them. Nothing of it is on a disk.
#[derive(Default)]
pub(crate) struct Ledger {
    /// The highest epoch of each room, and the node to which it was promised.
    promised: HashMap<String, (u64, SocketAddr)>,
    kept: HashMap<String, RoomSave>,
}

impl Ledger {
    /// The highest epoch that was promised to anybody.
    pub(crate) fn promised(&self, room: &str) -> u64 {
        self.promised.get(room).map_or(0, |&(epoch, _)| epoch)
    }

    /// Promises an epoch to a node. Nobody else gets it, nor one that is lower.
    pub(crate) fn promise(&mut self, room: &str, epoch: u64, to: SocketAddr) -> Result<(), Promised> {
        let before = self.promised.get(room).copied();
        match before {
            Some(before) if before == (epoch, to) => Ok(()),
            Some((promised, _)) if promised >= epoch => Err(Promised(promised)),
            _ => {
                self.promised.insert(room.to_owned(), (epoch, to));
                Ok(())
            }
        }
    }

    /// Keeps a save, unless a higher epoch was promised to another node. One that is late is not kept, for a
    /// newer one is.
    pub(crate) fn keep(&mut self, save: RoomSave) -> Result<(), Promised> {
        if self.promised(&save.room) != save.epoch {
            // This node may not have been asked.
            self.promise(&save.room, save.epoch, save.host)?;
        }
        let is_newer = |kept: &RoomSave| (save.epoch, save.frame) > (kept.epoch, kept.frame);
        if self.newest(&save.room).is_none_or(is_newer) {
            self.kept.insert(save.room.clone(), save);
        }
        Ok(())
    }

    /// The newest save of a room that is kept here.
    pub(crate) fn newest(&self, room: &str) -> Option<&RoomSave> {
        self.kept.get(room)
    }

    /// The rooms that a node has played when it was heard of last.
    pub(crate) fn rooms_of(&self, host: SocketAddr) -> Vec<String> {
        self.kept.values().filter(|save| save.host == host).map(|save| save.room.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(port: u16) -> SocketAddr {
        ([127, 0, 0, 1], port).into()
    }

    fn save(epoch: u64, frame: u64) -> RoomSave {
        RoomSave { room: "red".into(), epoch, frame, host: node(1), bytes: Bytes::from_static(b"-") }
    }

    #[test]
    fn an_epoch_is_promised_to_one_node() {
        let mut ledger = Ledger::default();
        assert_eq!(ledger.promise("red", 1, node(1)), Ok(()));
        assert_eq!(ledger.promise("red", 1, node(1)), Ok(()), "the same may ask again");
        assert_eq!(ledger.promise("red", 1, node(2)), Err(Promised(1)));
        assert_eq!(ledger.promise("red", 3, node(2)), Ok(()));
        assert_eq!(ledger.promise("red", 2, node(3)), Err(Promised(3)));
        assert_eq!(ledger.promise("blue", 1, node(3)), Ok(()), "another room has its own epochs");
    }

    #[test]
    fn who_has_lost_a_room_can_keep_no_save_of_it() {
        let mut ledger = Ledger::default();
        assert_eq!(ledger.keep(save(1, 30)), Ok(()));
        assert_eq!(ledger.promise("red", 2, node(2)), Ok(()));
        assert_eq!(ledger.keep(save(1, 60)), Err(Promised(2)));
        assert_eq!(ledger.newest("red"), Some(&save(1, 30)));
    }

    #[test]
    fn a_save_that_comes_late_does_not_take_the_place_of_a_newer_one() {
        let mut ledger = Ledger::default();
        for (epoch, frame) in [(1, 30), (1, 60), (1, 45)] {
            assert_eq!(ledger.keep(save(epoch, frame)), Ok(()));
        }
        assert_eq!(ledger.newest("red"), Some(&save(1, 60)));
        assert_eq!(ledger.keep(save(2, 50)), Ok(()), "it goes on from an earlier frame after its node died");
        assert_eq!(ledger.newest("red"), Some(&save(2, 50)));
    }

    #[test]
    fn who_keeps_a_save_has_promised_its_epoch() {
        let mut ledger = Ledger::default();
        assert_eq!(ledger.keep(save(4, 30)), Ok(()));
        assert_eq!(ledger.promise("red", 4, node(2)), Err(Promised(4)));
        assert_eq!(ledger.rooms_of(node(1)), ["red"]);
    }
}
