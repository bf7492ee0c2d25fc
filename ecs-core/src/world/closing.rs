//! Ending a world.

use std::rc::Rc;

use crate::base::pass_on;

use super::core::WorldCore;
use super::current::enter;

/// Closes a world that nobody owns any more, and passes on the first panic of its values, unless the thread
/// unwinds.
pub(super) fn close(core: &Rc<WorldCore>) {
    // The world is current while it closes, so that what its values' `Drop` asks for is refused, not done
    // elsewhere.
    pass_on(enter(core, || core.close()));
}
