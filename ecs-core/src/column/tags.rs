//! [`Tags`]: the components of a zero-sized type that has neither hooks nor `Drop`: a bit an entity, and no
//! rows.
//!
//! The number of the row of a tag is the index of its entity. It is needed only to say what is borrowed.
//! There is nothing to move, to drop or to notify, so nothing of a tag waits for a sync point but the index
//! of an entity whose tag was borrowed when it ended.

use core::cell::RefCell;
use std::rc::Rc;

use crate::ids::{Entity, IndexSet};

use crate::threads::FreezeCell;

/// Which entities have the tag, by their indices.
#[derive(Default)]
pub(crate) struct Tags {
    /// Shared with the views and passes that borrow it: what comes while they live is not in theirs.
    ///
    /// Invariant 22: of a tag as many values come out as went in: one for each index in the set.
    pub(super) tagged: FreezeCell<Rc<IndexSet>>,
    /// Those of them that are switched off themselves.
    pub(super) off: FreezeCell<IndexSet>,
    /// The entities of those that were borrowed when they ended, since the last sync point: their indices are
    /// held.
    pub(super) held: RefCell<Vec<Entity>>,
}

impl Tags {
    #[inline]
    pub(super) fn has(&self, index: u32) -> bool {
        self.tagged.borrow().contains(index)
    }

    /// How many entities have the tag.
    pub(super) fn count(&self) -> usize {
        self.tagged.borrow().len()
    }

    /// Makes room for an index. If this cannot grow, nothing has changed.
    pub(super) fn make_room(&self, index: u32) {
        Rc::make_mut(&mut self.tagged.borrow_mut()).make_room(index);
    }

    /// Adds an index, for which there is room.
    pub(super) fn insert(&self, index: u32) {
        Rc::make_mut(&mut self.tagged.borrow_mut()).insert(index);
    }

    pub(super) fn remove(&self, index: u32) {
        Rc::make_mut(&mut self.tagged.borrow_mut()).remove(index);
        self.off.borrow_mut().remove(index);
    }

    pub(super) fn clear(&self) {
        self.tagged.take();
        self.off.take();
    }

    pub(super) fn set_off(&self, index: u32, off: bool) {
        let mut switched_off = self.off.borrow_mut();
        if off { switched_off.insert(index) } else { switched_off.remove(index) }
    }

    #[inline]
    pub(super) fn is_off(&self, index: u32) -> bool {
        self.off.borrow().contains(index)
    }

    /// The entity of a tag that was borrowed when it ended.
    pub(super) fn held(&self, index: u32) -> Option<Entity> {
        self.held.borrow().iter().rev().find(|entity| entity.index() == index).copied()
    }

    /// Those that have the tag now.
    pub(crate) fn tagged(&self) -> Rc<IndexSet> {
        self.tagged.borrow().clone()
    }

    /// Lets them change no more until [`Tags::unfreeze`].
    pub(super) fn freeze(&self) {
        self.tagged.freeze();
        self.off.freeze();
    }

    pub(super) fn unfreeze(&self) {
        self.tagged.unfreeze();
        self.off.unfreeze();
    }

    pub(super) fn bytes(&self) -> usize {
        self.tagged.borrow().bytes() + self.off.borrow().bytes()
    }
}
