//! [`Tracking`]: what a column knows of its changes, besides the ticks of its rows.

use core::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::borrow::Visiting;
use crate::ticks::Ticker;

/// What a column knows of its changes, besides the ticks of its rows.
pub(super) struct Tracking {
    pub(super) ticker: Rc<Ticker>,
    /// The first row that the pass which runs changes whose change is not noted yet.
    pub(super) open: Cell<u32>,
    /// The row that the pass changes here, minus the row that it visits (wrapping).
    pub(super) ahead: Cell<u32>,
    /// That pass.
    pub(super) pass: RefCell<Option<Rc<Visiting>>>,
}

/// No pass runs that changes rows.
pub(super) const CLOSED: u32 = u32::MAX;

impl Tracking {
    pub(super) fn new(ticker: Rc<Ticker>) -> Self {
        ticker.ask();
        Self { ticker, open: Cell::new(CLOSED), ahead: Cell::new(0), pass: RefCell::default() }
    }

    /// The row that goes with the one which the pass that runs visits, if it changes rows.
    pub(super) fn visited(&self) -> Option<u32> {
        Some(self.pass.borrow().as_ref()?.current()?.wrapping_add(self.ahead.get()))
    }
}
