//! A pool in a snapshot: its members. The pool itself stays, with its closures.

use std::rc::{Rc, Weak};

use super::members::Members;
use super::pool::{Pool, Pooled, SharedPool};
use crate::base::{Outside, OutsidePlace};
use crate::ids::Entity;
use crate::world::{WorldCore, with_current};

impl<A: Pooled + 'static> Pool<A> {
    /// Lets snapshots of a world, that of the members, have them from now on.
    pub(super) fn save_with(&self, core: &WorldCore) {
        let place = self.shared.place.get();
        if !core.snapshots.outsides().has(place) {
            let shared: Weak<SharedPool<A>> = Rc::downgrade(&self.shared);
            self.shared.place.set(core.snapshots.outsides().add_staying(shared, place));
        }
    }

    /// As [`Pool::save_with`], of the current world.
    pub(super) fn save_with_current(&self) {
        let _ = with_current(|core| self.save_with(core));
    }
}

impl<A: Pooled + 'static> Outside for SharedPool<A> {
    type Copy = (Vec<Entity>, usize);
    type Prepared = Members;

    fn is_at(&self, place: OutsidePlace) -> bool {
        self.place.get() == place
    }

    fn save(&self) -> Self::Copy {
        self.members.borrow().parts()
    }

    fn prepare(&self, saved: Option<&Self::Copy>) -> Members {
        let mut members = Members::new();
        if let Some((all, taken)) = saved {
            members.fill(all, *taken);
        }
        members
    }

    fn swap(&self, prepared: &mut Members) {
        core::mem::swap(&mut *self.members.borrow_mut(), prepared);
    }
}
