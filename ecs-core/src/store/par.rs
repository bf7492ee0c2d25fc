//! [`ParColumn`]: a column that several threads may visit at once.
#![expect(
    unsafe_code,
    reason = "what is neither `Send` nor `Sync` is used on other threads, where nothing of it changes that is shared"
)]

use crate::world::Still;

use super::column::{Always, Column, Copies, Maybe, Owner};
use super::common::Common;
use super::record::Recorder;
use super::rows::Rows;
use super::ticks::Stored;
use super::whole::{Show, Whole};

/// A column that several threads may visit at once, while it is held still.
///
/// # Safety
///
/// While what [`ParColumn::hold_still`] holds is held still, `reach`, `order`, `find`, `lane` and `item` may be called on several threads at
/// once, `item` for different rows where it may be written to, and the items may be used there. They write to nothing but the items and
/// their ticks.
#[diagnostic::on_unimplemented(
    message = "what `{Self}` lends cannot be used on several threads",
    note = "what is lent as `&T` must be `Sync`, as `&mut T` it must be `Send`, and a singleton is lent as `&T` only"
)]
pub unsafe trait ParColumn: Column {
    /// Holds still what is read. On the world's thread.
    fn hold_still(&self, still: &Still);
}

// SAFETY: the items are shared, and may be. The look-up of the store and its entities are read, which are held still.
unsafe impl<T: Sync> ParColumn for Rows<'static, T, false> {
    fn hold_still(&self, still: &Still) {
        self.hold_store_still(still);
    }
}

// SAFETY: as above. Each row is lent to one thread, and may be. Its tick is written there alone.
unsafe impl<T: Stored + Send> ParColumn for Rows<'static, T, true> {
    fn hold_still(&self, still: &Still) {
        self.hold_store_still(still);
    }
}

// SAFETY: so it is for the column in it.
unsafe impl<C: ParColumn> ParColumn for Maybe<C> {
    fn hold_still(&self, still: &Still) {
        self.0.hold_still(still);
    }
}

// SAFETY: as for rows that are shared; the items are copies, which may be used on any thread.
unsafe impl<T: Copy + Send + Sync> ParColumn for Copies<T> {
    fn hold_still(&self, still: &Still) {
        self.0.hold_store_still(still);
    }
}

// SAFETY: it reads nothing.
unsafe impl ParColumn for Owner {
    fn hold_still(&self, _: &Still) {}
}

// SAFETY: it reads a value that may be read and used on any thread.
unsafe impl<V: Copy + Send + Sync + 'static> ParColumn for Always<V> {
    fn hold_still(&self, _: &Still) {}
}

// SAFETY: the item is shared, and may be.
unsafe impl<T: Sync> ParColumn for Common<T, false> {
    fn hold_still(&self, _: &Still) {}
}

// SAFETY: all rows are shared, and may be. What shows them reads them, and the look-up of the store.
unsafe impl<S: Show<Value: Sync>> ParColumn for Whole<S> {
    fn hold_still(&self, still: &Still) {
        self.0.hold_store_still(still);
    }
}

// SAFETY: it reads nothing; the place says what is recorded.
unsafe impl ParColumn for Recorder {
    fn hold_still(&self, _: &Still) {}
}
