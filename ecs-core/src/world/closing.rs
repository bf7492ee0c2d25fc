//! Ending a world.

use crate::base::discard;
use crate::error::is_unwinding;
use std::panic::resume_unwind;
use std::rc::Rc;

use super::core::WorldCore;
use super::current::enter;

/// Closes a world that nobody owns any more, and passes on the first panic of its values, unless the thread
/// unwinds.
pub(super) fn close(core: &Rc<WorldCore>) {
    // The world is current while it closes, so that what its values' `Drop` asks for is refused, not done
    // elsewhere.
    match enter(core, || core.close()) {
        Some(panic) if is_unwinding() => discard(panic),
        Some(panic) => resume_unwind(panic),
        None => {}
    }
}
