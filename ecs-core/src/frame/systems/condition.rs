//! [`Condition`]: asks whether a system is to run.

use crate::ticks::{PerWorld, Tick, Ticker};

/// Asks whether a system is to run.
pub(crate) struct Condition {
    holds: Box<dyn FnMut() -> bool + Send>,
    /// When it was asked the last time.
    last: PerWorld<Tick>,
}

impl Condition {
    pub(super) fn new(holds: impl FnMut() -> bool + Send + 'static) -> Self {
        Self { holds: Box::new(holds), last: PerWorld::default() }
    }

    /// Asks it. Its filters look back to the last time.
    pub(crate) fn ask(&mut self, ticker: &Ticker) -> bool {
        let _ongoing = ticker.begin_run(self.last.of(ticker));
        (self.holds)()
    }
}
