//! Sorting: the rows of a flushed column are brought into another order, and the look-up follows.

use core::mem;

use crate::error::{AddError, fail};

use super::column::Column;

impl Column {
    /// Moves the row `order[place]` to `place`, for each place; rows beyond the order stay. It is a
    /// permutation that leaves enabled rows before disabled ones. Nothing is borrowed, and the column is
    /// flushed. O(n); each value moves once. Tags have no order that could change.
    pub(crate) fn permute(&self, order: &[u32]) {
        if !self.has_rows() {
            return;
        }
        debug_assert!(!self.borrows.is_in_use());
        if self.row_store.permute(order).is_err() {
            // With nothing borrowed: a panic hook may look at the column.
            fail(&AddError::NoRoom { component: self.name(), additional: order.len() });
        }
    }

    /// Brings these rows, in their order, before those that are not named and keep theirs: the enabled ones
    /// among the enabled, the disabled ones among the disabled. Nothing is borrowed, and the column is
    /// flushed. O(n).
    pub(crate) fn bring_first(&self, rows: impl Iterator<Item = u32>) {
        if !self.has_rows() {
            return;
        }
        let (enabled, len) = (self.enabled_rows(), self.rows());
        let mut order = Vec::with_capacity(len);
        let mut disabled = Vec::new();
        let mut placed = vec![false; len];
        // A row that was named twice would be two values out of one.
        for row in rows.filter(|&row| !mem::replace(&mut placed[row as usize], true)) {
            if (row as usize) < enabled { order.push(row) } else { disabled.push(row) }
        }
        order.extend((0..enabled as u32).filter(|&row| !placed[row as usize]));
        order.append(&mut disabled);
        order.extend((enabled as u32..len as u32).filter(|&row| !placed[row as usize]));
        self.permute(&order);
    }
}

#[cfg(test)]
mod tests {
    use super::super::align::matching;
    use super::super::rows::PairRun;
    use crate::Component;
    use crate::ids::Entity;
    use crate::store::with_store;

    #[derive(Component)]
    struct Pos(u32);

    #[derive(Component)]
    struct Vel(u32);

    fn runs() -> Vec<PairRun> {
        let runs = with_store(Pos::__cell(), |pos| with_store(Vel::__cell(), |vel| matching(pos, vel).runs));
        runs.flatten().expect("both were added").to_vec()
    }

    #[test]
    fn after_churn_one_run_comes_back() {
        let count: u32 = if cfg!(miri) { 60 } else { 3_000 };
        let new = |n| Entity::spawn().with(Pos(n)).with(Vel(n));
        let mut entities: Vec<_> = (0..count).map(new).collect();
        assert_eq!(runs(), [PairRun { row: 0, other: 0, len: count as usize }]);
        let mut random: u64 = 1;
        for n in 0..count {
            random = random * 7_919 % 1_000_003;
            let entity = entities[random as usize % entities.len()];
            if n.is_multiple_of(2) {
                entity.remove::<Vel>();
                drop(Vel::view());
                entity.insert(Vel(n));
                drop(Pos::view());
            } else {
                entity.despawn();
                drop(Pos::view());
                entities.retain(|entity| entity.is_alive());
                entities.push(new(n));
            }
        }
        assert!(runs().len() != 1, "the two orders are not the same any more");
        Vel::sort_like::<Pos>();
        assert_eq!(runs(), [PairRun { row: 0, other: 0, len: Pos::count() }]);
        Pos::sort_by_key(|pos| pos.0);
        assert!(runs().iter().all(|run| run.len < Pos::count()), "what was known of the pair is forgotten");
        Pos::sort_like::<Vel>();
        assert_eq!(runs(), [PairRun { row: 0, other: 0, len: Pos::count() }]);
    }

    #[test]
    fn those_that_have_both_are_one_run_in_front_of_the_rest() {
        let entities: Vec<_> = (0..200).map(|n| Entity::spawn().with(Pos(n))).collect();
        let both = || (0..200).rev().filter(|n| n % 2 == 0);
        both().for_each(|n| assert!(entities[n as usize].insert(Vel(n)).is_alive()));
        Pos::sort_like::<Vel>();
        assert_eq!(runs(), [PairRun { row: 0, other: 0, len: 100 }]);
        assert!(Vel::view().iter().map(|vel| vel.0).eq(both()));
        let rest = (0..200).filter(|n| n % 2 != 0);
        assert!(Pos::view().iter().map(|pos| pos.0).eq(both().chain(rest)));
    }

    #[test]
    fn a_row_that_is_named_twice_comes_once() {
        let handles: Vec<_> = (0..4).map(|n| Entity::spawn().insert(Pos(n))).collect();
        with_store(Pos::__cell(), |store| store.bring_first([2, 2, 1, 2].into_iter()));
        assert!(Pos::view().iter().map(|pos| pos.0).eq([2, 1, 0, 3]));
        assert!(handles.iter().zip(0..).all(|(handle, n)| handle.borrow().0 == n));
    }
}
