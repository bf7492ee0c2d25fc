//! [`Live`]: visits the entities that are taken from a pool.

use core::cell::RefCell;

use crate::ids::Entity;

use super::members::Members;

/// Yields the entities that are taken from a pool. Comes from [`Pool::live`](super::Pool::live).
#[derive(Clone)]
pub struct Live<'p> {
    pub(super) members: &'p RefCell<Members>,
    /// Backwards: one that is given back swaps places with one that was visited.
    pub(super) place: usize,
}

impl Iterator for Live<'_> {
    type Item = Entity;

    fn next(&mut self) -> Option<Entity> {
        loop {
            let members = self.members.borrow();
            self.place = self.place.min(members.taken()).checked_sub(1)?;
            let entity = members.get(self.place)?;
            drop(members);
            if entity.is_alive() {
                return Some(entity);
            }
        }
    }
}

crate::base::debug_by!([] Live<'_>, |this, f| f.debug_list().entries(this.clone()).finish());
