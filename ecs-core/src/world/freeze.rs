//! [`FrozenParts`]: the parts of a world that are frozen.

use core::cell::{Cell, RefCell};
use std::rc::Rc;
use std::thread::ThreadId;

use crate::column::Column;

/// The parts that are frozen: nothing of them changes, and reading them writes nothing.
#[derive(Default)]
pub(super) struct FrozenParts {
    /// How many keep something frozen.
    pub(super) keepers: Cell<u32>,
    /// The thread that does.
    pub(super) thread: Cell<Option<ThreadId>>,
    pub(super) columns: RefCell<Vec<Rc<Column>>>,
}
