//! Whether values are being copied for a snapshot now, for those that are not what they look like.

use core::cell::Cell;

use super::on_drop::OnDrop;

thread_local! {
    static IS_SAVING: Cell<bool> = const { Cell::new(false) };
}

/// Says whether values are being copied for a snapshot on this thread.
pub(crate) fn is_saving() -> bool {
    IS_SAVING.try_with(Cell::get).unwrap_or(false)
}

/// Lets values know that they are copied for a snapshot until the result is dropped.
pub(crate) fn begin_saving() -> OnDrop<impl FnMut()> {
    let before = IS_SAVING.replace(true);
    OnDrop(move || IS_SAVING.set(before))
}
