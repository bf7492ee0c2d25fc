//! [`Condition`]: asks whether a system has its turn.

use crate::clock::{Tick, Ticker};

/// Asks whether a system has its turn.
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
        let _turn = ticker.begin_turn(&mut self.last);
        (self.holds)()
    }
}
