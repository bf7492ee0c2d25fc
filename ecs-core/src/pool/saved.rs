//! A pool in a snapshot: its members. The pool itself stays, with its closures.

use std::rc::{Rc, Weak};

use super::members::Members;
use super::pool::{Pool, Pooled, SharedPool};
use crate::base::{AnyCopy, Outside, OutsidePlace};
use crate::ids::Entity;
use crate::world::{WorldCore, with_current};

impl<A: Pooled + 'static> Pool<A> {
    /// Lets snapshots of a world, that of the members, have them from now on.
    pub(super) fn save_with(&self, core: &WorldCore) {
        let place = self.shared.place.get();
        if !core.outsides.has(place) {
            let shared: Weak<SharedPool<A>> = Rc::downgrade(&self.shared);
            self.shared.place.set(core.outsides.add_staying(shared, place));
        }
    }

    /// As [`Pool::save_with`], of the current world.
    pub(super) fn save_with_current(&self) {
        let _ = with_current(|core| self.save_with(core));
    }
}

impl<A: Pooled + 'static> Outside for SharedPool<A> {
    fn is_at(&self, place: OutsidePlace) -> bool {
        self.place.get() == place
    }

    fn save(&self) -> AnyCopy {
        let members = self.members.borrow();
        Box::new((members.all().to_vec(), members.taken()))
    }

    fn prepare(&self, saved: Option<&AnyCopy>) -> AnyCopy {
        let mut members = Members::new();
        if let Some((all, taken)) = saved.and_then(|saved| saved.downcast_ref::<(Vec<Entity>, usize)>()) {
            members.fill(all, *taken);
        }
        Box::new(members)
    }

    fn swap(&self, prepared: &mut AnyCopy) {
        if let Some(members) = prepared.downcast_mut::<Members>() {
            core::mem::swap(&mut *self.members.borrow_mut(), members);
        }
    }
}
