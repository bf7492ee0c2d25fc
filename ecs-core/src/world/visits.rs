//! [`Visits`]: the passes and queries that are open in a world.

use core::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::borrow::Visiting;

/// The open passes and queries. A scope that is kept for the next of them is in no column.
#[derive(Default)]
pub(crate) struct Visits {
    open: Cell<u64>,
    unused: RefCell<Vec<Rc<Visiting>>>,
    /// The columns (by position) whose rows the pass that runs changes, and notes.
    noted: RefCell<Vec<u32>>,
}

impl Visits {
    /// Begins a pass or a query, with the scope of a closed one if there is one.
    #[inline]
    pub(crate) fn begin(&self) -> Rc<Visiting> {
        self.open.set(self.open.get() + 1);
        self.unused.borrow_mut().pop().unwrap_or_default()
    }

    /// Ends a pass or a query. Its scope is kept if no column has it any more.
    #[inline]
    pub(crate) fn end(&self, scope: &Rc<Visiting>) {
        self.open.set(self.open.get() - 1);
        if Rc::strong_count(scope) == 1 {
            scope.reset();
            self.unused.borrow_mut().push(scope.clone());
        }
    }

    /// Says whether more than one pass or query is open.
    #[inline]
    pub(crate) fn are_several(&self) -> bool {
        self.open.get() > 1
    }

    /// The columns whose rows the pass that runs changes, and notes.
    pub(crate) fn noted_columns(&self) -> &RefCell<Vec<u32>> {
        &self.noted
    }
}
