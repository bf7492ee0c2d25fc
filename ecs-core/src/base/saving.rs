//! Whether values are being copied for a snapshot now, for those that are not what they look like.

use core::cell::Cell;

thread_local! {
    static IS_SAVING: Cell<bool> = const { Cell::new(false) };
}

/// Says whether values are being copied for a snapshot on this thread.
pub(crate) fn is_saving() -> bool {
    IS_SAVING.try_with(Cell::get).unwrap_or(false)
}

/// Lets values know that they are copied for a snapshot until the result is dropped.
pub(crate) fn begin_saving() -> EndSaving {
    EndSaving(IS_SAVING.replace(true))
}

pub(crate) struct EndSaving(bool);

impl Drop for EndSaving {
    fn drop(&mut self) {
        IS_SAVING.set(self.0);
    }
}
