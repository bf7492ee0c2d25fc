//! [`Condition`]: asks whether a system is to run.

use crate::ticks::{Tick, Ticker};

/// Asks whether a system is to run.
pub(crate) struct Condition {
    holds: Box<dyn FnMut() -> bool + Send>,
    /// When it was asked the last time.
    pub(crate) last: Tick,
}

impl Condition {
    pub(super) fn new(holds: impl FnMut() -> bool + Send + 'static) -> Self {
        Self { holds: Box::new(holds), last: Tick::default() }
    }

    /// Asks it. Its filters look back to the last time.
    pub(crate) fn ask(&mut self, ticker: &Ticker) -> bool {
        let _ongoing = ticker.begin_run(&mut self.last);
        (self.holds)()
    }
}
