//! [`SavedTicker`]: the clock of changes as a snapshot has it.

use core::any::TypeId;
use core::mem::swap;

use super::history::SavedHistory;
use super::tick::Tick;
use super::ticker::{PassTicks, Ticker};

/// A ticker as it was when it was saved, between two frames.
#[derive(Default)]
pub(crate) struct SavedTicker {
    at: Tick,
    is_asked: bool,
    passes: PassTicks,
    frames: [Tick; 2],
    history: SavedHistory,
}

crate::base::clone_fields!(SavedTicker { at, is_asked, passes, frames, history });

impl SavedTicker {
    /// Copies a saved ticker, for the world to go back to it.
    pub(crate) fn prepare(&mut self, from: &Self) {
        self.clone_from(from);
        self.history.prepare(self.at);
    }
}

impl Ticker {
    /// Saves when passes and frames began. What changes from now on has a later tick.
    pub(crate) fn save(&self, to: &mut SavedTicker) {
        to.at = self.advance();
        (to.is_asked, to.frames) = (self.is_asked.get(), self.frames.get());
        to.passes.clone_from(&self.passes.borrow());
        self.history.save(&mut to.history);
    }

    /// Goes back to what was [prepared](SavedTicker::prepare). The clock goes on.
    pub(crate) fn restore(&self, from: &mut SavedTicker) {
        self.era.set(self.era.get() + 1);
        // A type that was added since may still ask.
        self.is_asked.set(from.is_asked || self.is_asked.get());
        self.frames.set(from.frames);
        swap(&mut *self.passes.borrow_mut(), &mut from.passes);
        self.history.restore(&mut from.history, self.advance());
    }

    /// Lets the passes of a type look at everything the next time: its components do not go back.
    pub(crate) fn forget_passes(&self, component: TypeId) {
        self.passes.borrow_mut().retain(|(of, _), _| *of != component);
    }
}

#[cfg(test)]
mod tests {
    use super::{SavedTicker, Tick, Ticker};

    fn save(ticker: &Ticker) -> SavedTicker {
        let mut saved = SavedTicker::default();
        ticker.save(&mut saved);
        saved
    }

    fn go_back(ticker: &Ticker, saved: &SavedTicker) {
        let mut prepared = SavedTicker::default();
        prepared.prepare(saved);
        ticker.restore(&mut prepared);
    }

    #[test]
    fn ticks_are_undone_if_they_lead_to_no_now() {
        // Each node of the tree of histories has the ticks that were handed out on the way to it.
        let (ticker, mut histories) = (Ticker::new(), Vec::<(SavedTicker, Vec<Tick>)>::new());
        let (mut all, mut way) = (Vec::new(), Vec::new());
        let mut seed = 7_u64;
        let mut random = |end: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % end
        };
        for _ in 0..if cfg!(miri) { 50 } else { 1000 } {
            match random(4) {
                0 => histories.push((save(&ticker), way.clone())),
                1 if !histories.is_empty() => {
                    let (saved, then) = &histories[random(histories.len())];
                    go_back(&ticker, saved);
                    way.clone_from(then);
                }
                2 => drop(ticker.advance()),
                _ => {
                    all.push(ticker.hand_out());
                    way.extend(all.last());
                }
            }
            assert!(!ticker.history.is_undone(Tick::default()));
            for tick in &all {
                assert_eq!(ticker.history.is_undone(*tick), !way.contains(tick), "{tick:?}");
            }
        }
    }

    #[test]
    fn who_goes_back_in_each_frame_has_one_span() {
        let ticker = Ticker::new();
        let mut saved = save(&ticker);
        for _ in 0..100 {
            let _outside = ticker.hand_out();
            go_back(&ticker, &saved);
            saved = save(&ticker);
        }
        assert_eq!(ticker.history.spans(), 1);
    }

    #[test]
    fn a_long_history_ends_without_a_deep_stack() {
        let ticker = Ticker::new();
        let count = if cfg!(miri) { 100 } else { 100_000 };
        for _ in 0..count {
            let _inside = ticker.hand_out();
            let saved = save(&ticker);
            go_back(&ticker, &saved);
        }
        assert_eq!(ticker.history.spans(), count + 1);
        std::thread::Builder::new().stack_size(1 << 16).spawn(move || drop(ticker)).unwrap().join().unwrap();
    }
}
