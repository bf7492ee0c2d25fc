//! [`Tags`]: the components of a zero-sized type that has neither hooks nor `Drop`: a bit an entity, and no
//! rows.
//!
//! The number of the row of a tag is the index of its entity. It is needed only to say what is borrowed.
//! There is nothing to move and nothing to drop, so nothing of a tag waits for a sync point but the index of
//! an entity whose tag was borrowed when it ended, and what observers are still to be told.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::ids::{Entity, IndexSet};
use crate::threads::FreezeCell;

/// Which entities have the tag, by their indices. What is done with them is in `tagging.rs`.
#[derive(Default)]
pub(super) struct Tags {
    /// Shared with the views and passes that borrow it: what comes while they live is not in theirs.
    ///
    /// Invariant 22: of a tag as many values come out as went in: one for each index in the set.
    pub(super) tagged: FreezeCell<Rc<IndexSet>>,
    /// Those of them that are switched off themselves.
    pub(super) off: FreezeCell<IndexSet>,
    /// The entities of those that were borrowed when they ended, since the last sync point: their indices are
    /// held.
    pub(super) held: FreezeCell<Vec<Entity>>,
    /// The flags of tags that have any. None has while nobody observes the type.
    pub(super) flags: FreezeCell<BTreeMap<u32, u8>>,
    /// The entities whose tag has ended, where observers are still to be told.
    pub(super) ends_to_tell: FreezeCell<BTreeMap<Entity, usize>>,
}

impl Tags {
    /// Lets them change no more until [`Tags::unfreeze`].
    pub(super) fn freeze(&self) {
        self.tagged.freeze();
        self.off.freeze();
        self.held.freeze();
        self.flags.freeze();
        self.ends_to_tell.freeze();
    }

    pub(super) fn unfreeze(&self) {
        self.tagged.unfreeze();
        self.off.unfreeze();
        self.held.unfreeze();
        self.flags.unfreeze();
        self.ends_to_tell.unfreeze();
    }

    /// The flags of a tag.
    pub(super) fn flags_of(&self, index: u32) -> u8 {
        self.flags.borrow().get(&index).copied().unwrap_or_default()
    }

    /// Replaces the flags of a tag.
    pub(super) fn set_flags(&self, index: u32, set: u8) {
        let mut flags = self.flags.borrow_mut();
        if set == 0 {
            flags.remove(&index);
        } else {
            flags.insert(index, set);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.tagged.borrow().bytes() + self.off.borrow().bytes()
    }
}
