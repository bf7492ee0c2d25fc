//! [`Visits`]: the passes and queries that are open in a world.

use core::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::borrow::Visiting;

/// The open passes and queries. A scope that is kept for the next of them is in no column.
#[derive(Default)]
pub(crate) struct Visits {
    open: Cell<u64>,
    /// First those that keep answers of a filter, each once for each iterator; then scopes to be used again.
    scopes: RefCell<Vec<Rc<Visiting>>>,
    /// How many of them keep answers.
    asking: Cell<usize>,
    /// The columns (by position) whose rows the pass that runs changes, and notes.
    noted: RefCell<Vec<u32>>,
}

impl Visits {
    /// Begins a pass or a query, with the scope of a closed one if there is one.
    #[inline]
    pub(crate) fn begin(&self) -> Rc<Visiting> {
        self.open.set(self.open.get() + 1);
        let mut scopes = self.scopes.borrow_mut();
        if scopes.len() == self.asking.get() { Rc::default() } else { scopes.pop().unwrap_or_default() }
    }

    /// Ends a pass or a query, which leaves its columns. Its scope is kept if nothing has it any more.
    #[inline]
    pub(crate) fn end(&self, scope: &Rc<Visiting>) {
        self.open.set(self.open.get() - 1);
        scope.reset();
        if Rc::strong_count(scope) == 1 {
            self.scopes.borrow_mut().push(scope.clone());
        }
    }

    /// Says whether more than one pass or query is open.
    #[inline]
    pub(crate) fn are_several(&self) -> bool {
        self.open.get() > 1
    }

    /// Says whether a visit keeps answers of a filter.
    #[inline(always)]
    pub(crate) fn is_asking(&self) -> bool {
        self.asking.get() != 0
    }

    /// Lets visits ask their filters again: an entity gets, loses or switches a component.
    #[inline]
    pub(crate) fn ask_again(&self) {
        if self.is_asking() {
            self.ask_all_again();
        }
    }

    #[cold]
    #[inline(never)]
    fn ask_all_again(&self) {
        self.scopes.borrow()[..self.asking.get()].iter().for_each(|visiting| visiting.ask_again());
    }

    /// Lets a visit keep answers of its filter.
    pub(crate) fn begin_asking(&self, visiting: Rc<Visiting>) {
        self.scopes.borrow_mut().insert(0, visiting);
        self.asking.set(self.asking.get() + 1);
    }

    /// Ends the last [`Visits::begin_asking`] of a visit.
    pub(crate) fn end_asking(&self, visiting: &Visiting) {
        let mut scopes = self.scopes.borrow_mut();
        let place = scopes.iter().position(|other| core::ptr::eq(&**other, visiting));
        place.into_iter().for_each(|place| _ = scopes.remove(place));
        self.asking.set(self.asking.get() - 1);
    }

    /// For how many iterators a visit keeps answers.
    pub(crate) fn asks(&self, visiting: &Visiting) -> usize {
        let scopes = self.scopes.borrow();
        scopes[..self.asking.get()].iter().filter(|other| core::ptr::eq(&***other, visiting)).count()
    }

    /// The columns whose rows the pass that runs changes, and notes.
    pub(crate) fn noted_columns(&self) -> &RefCell<Vec<u32>> {
        &self.noted
    }
}
