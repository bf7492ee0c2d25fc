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
            fail(&AddError::NoRoom { component: Some(self.name()), additional: order.len() });
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
    use crate::Component;
    use crate::ids::Entity;
    use crate::store::with_store;

    #[derive(Component)]
    struct Pos(u32);

    #[test]
    fn a_row_that_is_named_twice_comes_once() {
        let handles: Vec<_> = (0..4).map(|n| Entity::spawn().insert(Pos(n))).collect();
        with_store(Pos::__cell(), |store| store.bring_first([2, 2, 1, 2].into_iter()));
        assert!(Pos::view().iter().map(|pos| pos.0).eq([2, 1, 0, 3]));
        assert!(handles.iter().zip(0..).all(|(handle, n)| handle.borrow().0 == n));
    }
}
