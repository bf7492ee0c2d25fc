//! [`Freeze`]: a part of a world that can be frozen.

use core::cell::{Cell, RefCell};
use std::rc::Rc;
use std::thread::ThreadId;

/// A part of a world that can be frozen: then nothing of it changes, and reading it writes nothing.
pub(crate) trait Freeze {
    fn is_frozen(&self) -> bool;
    fn freeze(&self);
    fn unfreeze(&self);
}

/// What is frozen now.
#[derive(Default)]
pub(super) struct FrozenParts {
    /// How many keep something frozen.
    pub(super) keepers: Cell<u32>,
    /// The thread that does.
    pub(super) thread: Cell<Option<ThreadId>>,
    pub(super) columns: RefCell<Vec<Rc<dyn Freeze>>>,
}
