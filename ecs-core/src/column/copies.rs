//! [`Copies`]: where the rows are that a hook has as a copy, of a type that is stored by its fields: so a
//! component finds its entity.

use core::cell::{Cell, RefCell};
use core::ptr;

use crate::ids::Entity;

use super::column::Column;

/// The copies that hooks have of rows of a column, one within the other: their addresses and rows.
///
/// The copies of passes are not here: each pass notes its own.
#[derive(Default)]
pub(crate) struct Copies(RefCell<Vec<(usize, u32)>>);

/// The copy of a row that a claim of a pass has on this thread.
#[derive(Clone, Copy)]
struct Claimed {
    column: *const Column,
    address: usize,
    row: u32,
}

thread_local! {
    static CLAIMED: Cell<Claimed> =
        const { Cell::new(Claimed { column: ptr::null(), address: 0, row: 0 }) };
}

/// What this thread has noted of a claim before another one, which it may have taken on in the midst of a hook
/// of the first. It is noted again when this is dropped.
pub(crate) struct OuterClaim(Claimed);

impl OuterClaim {
    pub(crate) fn keep() -> Self {
        Self(CLAIMED.get())
    }
}

impl Drop for OuterClaim {
    fn drop(&mut self) {
        CLAIMED.set(self.0);
    }
}

impl Column {
    /// Notes that the copy of a row lies at an address; or, at zero, that the last one is gone.
    pub(crate) fn note_copy(&self, address: usize, row: u32) {
        let mut copies = self.copies.0.borrow_mut();
        if address == 0 {
            copies.pop();
        } else {
            copies.push((address, row));
        }
    }

    /// As [`Column::note_copy`], of the only copy of a row that this thread has now, whatever thread it is.
    #[inline(always)]
    pub(crate) fn note_claimed(&self, address: usize, row: u32) {
        CLAIMED.with(|claimed| claimed.set(Claimed { column: self, address, row }));
    }

    /// The entity of which a hook has a copy at an address.
    #[cold]
    #[inline(never)]
    pub(super) fn entity_of_copy(&self, address: usize) -> Option<Entity> {
        let claimed = CLAIMED.get();
        if claimed.address == address && ptr::eq(claimed.column, self) {
            return self.entity_of(claimed.row);
        }
        if self.dense.is_frozen() {
            return None;
        }
        let copies = self.copies.0.borrow();
        let noted = copies.iter().rev().find(|(at, _)| *at == address).map(|&(_, row)| row);
        self.entity_of(noted.or_else(|| self.borrows.copied_row(address))?)
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use crate::store::{Store, with_store};
    use crate::{Component, Entity, update_all};

    struct Hit(bool);

    #[derive(Component, Clone, Copy)]
    #[component(soa, on(Hit))]
    struct Boid {
        hits: u8,
        sum: u32,
    }

    impl Boid {
        fn update(&mut self) {
            self.sum += self.entity().index();
        }
        fn on_hit(&mut self, hit: &Hit) {
            assert!(self.try_entity().is_some());
            self.hits += 1;
            assert!(!hit.0, "it is the last");
        }
    }

    #[test]
    fn a3_nothing_is_noted_of_a_copy_once_its_hook_is_over() {
        let boids = Entity::spawn_many(3, |_, _| Boid { hits: 0, sum: 0 });
        let store = with_store(Boid::__cell(), Store::rc).expect("it was added");
        let assert_none = || assert!(store.copies.0.borrow().is_empty());
        assert_none();
        boids[1].send(Hit(false));
        assert_none();
        assert!(catch_unwind(AssertUnwindSafe(|| boids[2].send(Hit(true)))).is_err());
        assert_none();
        Boid::for_each(|boid| assert!(store.copies.0.borrow().len() == 1 && boid.hits < 2));
        update_all(0.1);
        assert_none();
        assert_eq!(boids[2].borrow::<Boid>().hits, 1);
    }
}
