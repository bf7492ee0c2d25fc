//! How a component finds its entity that a hook has as a copy of its row.

use core::ptr;

use crate::ids::Entity;

use super::column::Column;
use super::copies::Claimed;

impl Column {
    /// Notes that the copy of a row lies at an address; or, at zero, that the last one is gone.
    pub(crate) fn note_copy(&self, address: usize, row: u32) {
        self.copies.note(address, row);
    }

    /// As [`Column::note_copy`], of a row that was claimed, on any thread.
    #[inline(always)]
    pub(crate) fn note_claimed(&self, address: usize, row: u32) {
        Claimed { column: ptr::from_ref(self).cast(), address, row }.note();
    }

    /// The entity of which a hook has a copy at an address.
    #[cold]
    #[inline(never)]
    pub(super) fn entity_of_copy(&self, address: usize) -> Option<Entity> {
        let claimed = Claimed::here();
        if claimed.address == address && ptr::eq(claimed.column, ptr::from_ref(self).cast()) {
            return self.entity_of(claimed.row);
        }
        if self.dense.is_frozen() {
            return None;
        }
        self.entity_of(self.copies.row_at(address).or_else(|| self.borrows.copied_row(address))?)
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
        let assert_none = || assert!(store.copies.count() == 0);
        assert_none();
        boids[1].send(Hit(false));
        assert_none();
        assert!(catch_unwind(AssertUnwindSafe(|| boids[2].send(Hit(true)))).is_err());
        assert_none();
        Boid::for_each(|boid| assert!(store.copies.count() == 0 && boid.hits < 2));
        update_all(0.1);
        assert_none();
        assert_eq!(boids[2].borrow::<Boid>().hits, 1);
    }
}
