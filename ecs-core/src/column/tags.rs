//! [`TagSet`]: the components of a zero-sized type that has neither hooks nor `Drop`: a bit an entity, and no
//! rows.
//!
//! The number of the row of a tag is the index of its entity. It is needed only to say which tag is borrowed.
//! Nothing moves and nothing is dropped, so only two things of a tag wait for a sync point: the index of an
//! entity whose tag was borrowed when it ended, and ends that observers do not know of yet.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::ids::IndexSet;
use crate::threads::FreezeCell;

use super::lifecycle::{Stage, Transition};
use super::saved::SavedTags;

/// Which entities have the tag, by their indices.
#[derive(Default)]
pub(super) struct TagSet {
    /// Shared with the views and passes that borrow it: a tag that comes while they live is not in theirs.
    ///
    /// Invariant 22: of a tag as many values come out as went in: one for each index in the set.
    tagged: FreezeCell<Rc<IndexSet>>,
    /// Those of them that are switched off themselves.
    off: FreezeCell<IndexSet>,
    /// The stages of tags, but for their own switch, where that is not the default. All are while nobody
    /// observes the type.
    stages: FreezeCell<BTreeMap<u32, Stage>>,
}

impl TagSet {
    #[inline]
    pub(super) fn contains(&self, index: u32) -> bool {
        self.tagged.borrow().contains(index)
    }

    /// How many entities have the tag.
    pub(super) fn len(&self) -> usize {
        self.tagged.borrow().len()
    }

    /// The entities that have the tag now.
    pub(super) fn tagged(&self) -> Rc<IndexSet> {
        self.tagged.borrow().clone()
    }

    /// Tags an entity that is not tagged. If there is no room, nothing has changed.
    pub(super) fn insert(&self, index: u32, stage: Stage) {
        let mut tagged = self.tagged.borrow_mut();
        let set = Rc::make_mut(&mut tagged);
        set.make_room(index);
        if stage != Stage::default() {
            self.stages.borrow_mut().insert(index, stage);
        }
        set.insert(index);
    }

    pub(super) fn remove(&self, index: u32) {
        Rc::make_mut(&mut self.tagged.borrow_mut()).remove(index);
        self.off.borrow_mut().remove(index);
        self.stages.borrow_mut().remove(&index);
    }

    pub(super) fn clear(&self) {
        self.tagged.take();
        self.off.take();
        self.stages.take();
    }

    pub(super) fn is_any_off(&self) -> bool {
        self.off.borrow().len() != 0
    }

    /// The stage of a tag.
    pub(super) fn stage(&self, index: u32) -> Stage {
        let stage = self.stages.borrow().get(&index).copied().unwrap_or_default();
        if self.off.borrow().contains(index) { stage.after(Transition::SwitchOff) } else { stage }
    }

    /// Replaces the stage of a tag.
    pub(super) fn set_stage(&self, index: u32, stage: Stage) {
        let before = self.stage(index);
        if before.is_off() != stage.is_off() {
            let mut off = self.off.borrow_mut();
            if stage.is_off() { off.insert(index) } else { off.remove(index) }
        }
        let rest = stage.after(Transition::SwitchOn);
        if before.after(Transition::SwitchOn) != rest {
            let mut stages = self.stages.borrow_mut();
            if rest == Stage::default() {
                stages.remove(&index);
            } else {
                stages.insert(index, rest);
            }
        }
    }

    /// Lets the set change no more until [`TagSet::unfreeze`].
    pub(super) fn freeze(&self) {
        self.tagged.freeze();
        self.off.freeze();
        self.stages.freeze();
    }

    pub(super) fn unfreeze(&self) {
        self.tagged.unfreeze();
        self.off.unfreeze();
        self.stages.unfreeze();
    }

    pub(super) fn bytes(&self) -> usize {
        self.tagged.borrow().bytes() + self.off.borrow().bytes()
    }
}

impl TagSet {
    /// Says whether the tags are those of the copy with this number.
    pub(super) fn equal(&self, copy: u64) -> bool {
        self.tagged.mark().is(copy) && self.off.mark().is(copy) && self.stages.mark().is(copy)
    }

    /// Notes that they are.
    pub(super) fn note_equal(&self, copy: u64) {
        [self.tagged.mark(), self.off.mark(), self.stages.mark()].into_iter().for_each(|mark| mark.set(copy));
    }

    pub(super) fn save(&self, to: &mut SavedTags, copy: u64) {
        to.copy = copy;
        to.tagged.clone_from(&self.tagged.borrow());
        to.off.clone_from(&self.off.borrow());
        to.stages.clone_from(&self.stages.borrow());
        self.note_equal(copy);
    }

    /// Shares the set with nobody any more.
    pub(super) fn make_own(&self) {
        Rc::make_mut(&mut self.tagged.borrow_mut());
    }

    /// Lets the tags be others, where the set is shared with nobody.
    pub(super) fn restore(&self, from: &mut SavedTags) {
        let mut tagged = self.tagged.borrow_mut();
        let tagged = Rc::get_mut(&mut tagged).expect("nothing of it is borrowed");
        core::mem::swap(tagged, &mut from.tagged);
        core::mem::swap(&mut *self.off.borrow_mut(), &mut from.off);
        core::mem::swap(&mut *self.stages.borrow_mut(), &mut from.stages);
    }
}
