//! [`Ticker`]: the clock of a world's changes.

use core::any::TypeId;
use core::cell::{Cell, RefCell};
use core::hash::BuildHasherDefault;
use core::sync::atomic::{AtomicU64, Ordering};
use std::collections::HashMap;
use std::sync::{Arc, Weak};

use crate::base::{OnDrop, TypeIdHasher};
use crate::phase::Phase;

use super::history::TickHistory;
use super::tick::Tick;

/// The clock of a world's changes. What changes gets the tick of now; [`advance`](Self::advance) returns that
/// tick and goes on to the next.
pub(crate) struct Ticker {
    number: u64,
    /// Alive as long as the world is.
    life: Arc<()>,
    /// Never goes back, also where the world does: each tick names one moment, whatever comes after.
    now: Cell<Tick>,
    /// How often the clock was advanced, but for the beginnings of spans.
    advanced: Cell<u64>,
    /// Whether the world has a type that is tracked.
    pub(super) is_asked: Cell<bool>,
    pub(super) passes: RefCell<PassTicks>,
    /// When the pass that runs began the time before.
    since_pass: Cell<Option<Tick>>,
    /// When the last frame and the one before it have ended.
    pub(super) frames: Cell<[Tick; 2]>,
    /// How often the world has gone back to a snapshot.
    pub(super) era: Cell<u64>,
    pub(super) history: TickHistory,
}

/// When a system or a condition has run last.
#[derive(Clone, Copy, Default)]
pub(crate) struct LastRun {
    end: Tick,
    /// The era of its world in which that was.
    era: u64,
}

/// When the pass of each hook began last, of types that are updated while somebody asks.
pub(super) type PassTicks = HashMap<(TypeId, Phase), Tick, BuildHasherDefault<TypeIdHasher>>;

/// A span of time in which one borrower alone changes a store.
#[derive(Clone, Copy)]
pub(crate) struct ChangeSpan {
    pub(crate) begun: Tick,
    advanced: u64,
}

impl Ticker {
    pub(crate) fn new() -> Self {
        static MADE: AtomicU64 = AtomicU64::new(0);
        Self {
            number: MADE.fetch_add(1, Ordering::Relaxed) + 1,
            life: Arc::default(),
            now: Cell::new(Tick::FIRST),
            advanced: Cell::new(0),
            is_asked: Cell::new(false),
            passes: RefCell::default(),
            since_pass: Cell::new(None),
            frames: Cell::default(),
            era: Cell::default(),
            history: TickHistory::default(),
        }
    }

    /// Distinguishes the world's moments from those of all others; never 0.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// A sign of the world's life.
    pub(crate) fn life(&self) -> Weak<()> {
        Arc::downgrade(&self.life)
    }

    /// The tick of what changes now.
    #[inline]
    pub(crate) fn now(&self) -> Tick {
        self.now.get()
    }

    /// Advances the clock: what changes from now on has a later tick than the one returned.
    pub(crate) fn advance(&self) -> Tick {
        self.advanced.set(self.advanced.get() + 1);
        self.step()
    }

    fn step(&self) -> Tick {
        let now = self.now();
        self.now.set(now.next());
        now
    }

    /// Begins a span whose changes have ticks of their own.
    pub(crate) fn begin_span(&self) -> ChangeSpan {
        self.step();
        ChangeSpan { begun: self.now(), advanced: self.advanced.get() }
    }

    /// Says whether the clock has advanced since a span began: changes in it may have ended after that.
    pub(crate) fn has_advanced(&self, span: ChangeSpan) -> bool {
        self.advanced.get() != span.advanced
    }

    /// Advances the clock as [`Ticker::advance`], and returns the tick for the user to keep.
    pub(crate) fn hand_out(&self) -> Tick {
        let tick = self.advance();
        self.history.note_handed_out(tick);
        tick
    }

    /// Counts how often the world has gone back to a snapshot. What is kept outside of the world and means
    /// nothing after that keeps this number with it.
    #[inline]
    pub(crate) fn era(&self) -> u64 {
        self.era.get()
    }

    // ---- since when a filter looks ----

    /// Returns the moment since which to look, for a user who has kept a tick: the tick, or the default if
    /// the world has taken that moment back, as everything may differ then.
    #[inline]
    pub(crate) fn since_kept(&self, kept: Tick) -> Tick {
        if self.era() != 0 && self.history.is_undone(kept) {
            return Tick::default();
        }
        kept
    }

    /// Returns the moment since which a system or a condition looks: the end of its last run, or the default
    /// if the world has gone back since.
    pub(crate) fn since_run(&self, last: LastRun) -> Tick {
        if last.era == self.era() { last.end } else { Tick::default() }
    }

    /// Makes the note of a run that has ended at a moment.
    pub(crate) fn run_at(&self, end: Tick) -> LastRun {
        LastRun { end, era: self.era() }
    }

    /// From now on there is somebody who asks when passes and frames began.
    pub(crate) fn ask(&self) {
        self.is_asked.set(true);
    }

    /// Begins the pass of a hook, which ends when the result is dropped.
    #[inline]
    pub(crate) fn begin_pass(&self, id: impl FnOnce() -> TypeId, phase: Phase) -> Option<RunningPass<'_>> {
        self.is_asked.get().then(|| self.begin_asked_pass(id(), phase))
    }

    fn begin_asked_pass(&self, component: TypeId, phase: Phase) -> RunningPass<'_> {
        let hook = (component, phase);
        let before = self.passes.borrow_mut().insert(hook, self.advance()).unwrap_or_default();
        self.since_pass.set(Some(before));
        RunningPass { back: LookBack(self), hook, before }
    }

    /// Lets filters look back to the end of a run until the result is dropped.
    pub(crate) fn look_back(&self, last: LastRun) -> Option<LookBack<'_>> {
        self.is_asked.get().then(|| {
            self.since_pass.set(Some(self.since_run(last)));
            LookBack(self)
        })
    }

    /// Begins a run of a system or a condition, whose last one ended at `last`. Its filters look back to
    /// that until the result is dropped, which sets it anew: so it does not see what it has changed itself.
    pub(crate) fn begin_run<'t>(&'t self, last: &'t mut LastRun) -> Option<OngoingRun<'t>> {
        let back = self.look_back(*last)?;
        Some(OngoingRun { back, last: Some(last) })
    }

    /// The end of a run, if somebody asks.
    pub(crate) fn end_run(&self) -> Option<LastRun> {
        self.is_asked.get().then(|| self.run_at(self.advance()))
    }

    /// Begins a frame, which ends when the result is dropped.
    pub(crate) fn begin_frame(&self) -> OnDrop<impl FnMut()> {
        OnDrop(|| {
            let [_, last] = self.frames.get();
            self.frames.set([last, self.advance()]);
        })
    }

    /// From when on a filter looks, where nobody has said it: inside a pass since that began the last time,
    /// elsewhere since the end of the last frame but one.
    pub(crate) fn since(&self) -> Tick {
        self.since_pass.get().unwrap_or(self.frames.get()[0])
    }
}

/// A pass runs until this is dropped.
pub(crate) struct RunningPass<'w> {
    back: LookBack<'w>,
    hook: (TypeId, Phase),
    /// When it began the time before.
    before: Tick,
}

impl RunningPass<'_> {
    /// Ends a pass that was refused before it visited anything: what it would have seen is left to the next.
    pub(crate) fn refuse(self) {
        self.back.0.passes.borrow_mut().insert(self.hook, self.before);
    }
}

/// Filters look back until this is dropped.
pub(crate) struct LookBack<'w>(&'w Ticker);

impl Drop for LookBack<'_> {
    fn drop(&mut self) {
        self.0.since_pass.set(None);
    }
}

/// A system or a condition runs until this is dropped.
pub(crate) struct OngoingRun<'t> {
    back: LookBack<'t>,
    /// Where its end is noted.
    last: Option<&'t mut LastRun>,
}

impl OngoingRun<'_> {
    /// Ends a run that was refused before it began: what it would have seen is left to the next.
    pub(crate) fn refuse(mut self) {
        self.last = None;
    }
}

impl Drop for OngoingRun<'_> {
    fn drop(&mut self) {
        if let Some(last) = self.last.take() {
            let ticker = self.back.0;
            *last = ticker.run_at(ticker.advance());
        }
    }
}
