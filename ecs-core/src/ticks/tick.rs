//! [`Tick`]: a moment among the changes of a world; [`Ticker`]: the clock that counts them.

use core::any::TypeId;
use core::cell::{Cell, RefCell};
use core::hash::BuildHasherDefault;
use core::sync::atomic::{AtomicU64, Ordering};
use std::collections::HashMap;
use std::sync::{Arc, Weak};

use crate::base::TypeIdHasher;
use crate::phase::Phase;

/// A moment between two changes in a world.
///
/// Comes from [`World::tick`](crate::World::tick). What is added or changed later has a later tick; the
/// default is before everything. Keep one where something was last looked at, and ask
/// [`Handle::changed_since`](crate::Handle::changed_since), or filter a query by [`Changed`](crate::Changed)
/// [since](crate::Query::since) it. A tick says nothing about the changes of another world.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Tick(u64);

/// A tick that is written and read through shared references, by several threads at once.
pub(crate) struct TickCell(AtomicU64);

impl TickCell {
    #[inline]
    pub(crate) fn new(tick: Tick) -> Self {
        Self(AtomicU64::new(tick.0))
    }

    #[inline]
    pub(crate) fn get(&self) -> Tick {
        Tick(self.0.load(Ordering::Relaxed))
    }

    #[inline]
    pub(crate) fn set(&self, tick: Tick) {
        self.0.store(tick.0, Ordering::Relaxed);
    }

    /// As [`TickCell::get`], where nobody else uses it: a loop over that is vectorised.
    #[inline]
    pub(crate) fn get_alone(&mut self) -> Tick {
        Tick(*self.0.get_mut())
    }

    /// Says whether any of some ticks is later than another one, and whether all are.
    #[inline]
    pub(crate) fn any_and_all_later(ticks: &mut [Self], last: Tick) -> (bool, bool) {
        let (mut any, mut all) = (0, u64::MAX);
        for tick in ticks {
            // The highest bit of a difference says which is greater, and needs no comparison of 64 bits,
            // which not every processor has for vectors.
            let less = last.0.wrapping_sub(*tick.0.get_mut());
            (any, all) = (any | less, all & less);
        }
        (any >> 63 != 0, all >> 63 != 0)
    }
}

impl Clone for TickCell {
    fn clone(&self) -> Self {
        Self::new(self.get())
    }
}

/// The clock of a world's changes. What changes gets the tick of now; [`advance`](Self::advance) returns that
/// tick and goes on to the next.
pub(crate) struct Ticker {
    number: u64,
    /// Alive as long as the world is.
    life: Arc<()>,
    now: Cell<u64>,
    /// How often the clock was advanced, but for the beginnings of spans.
    advanced: Cell<u64>,
    /// Whether the world has a type that is tracked.
    is_asked: Cell<bool>,
    /// When the pass of a hook began last, of types that are updated while somebody asks.
    passes: RefCell<HashMap<(TypeId, Phase), Tick, BuildHasherDefault<TypeIdHasher>>>,
    /// When the pass that runs began the time before.
    since_pass: Cell<Option<Tick>>,
    /// When the last frame and the one before it have ended.
    frames: Cell<[Tick; 2]>,
}

/// A ticker as it was when it was saved, between two frames.
#[cfg(feature = "snapshot")]
#[derive(Default)]
pub(crate) struct SavedTicker {
    now: u64,
    advanced: u64,
    is_asked: bool,
    passes: HashMap<(TypeId, Phase), Tick, BuildHasherDefault<TypeIdHasher>>,
    frames: [Tick; 2],
}

#[cfg(feature = "snapshot")]
crate::base::clone_fields!(SavedTicker { now, advanced, is_asked, passes, frames });

/// A span of time in which one borrower alone changes a store.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) begun: Tick,
    advanced: u64,
}

impl Ticker {
    pub(crate) fn new() -> Self {
        static MADE: AtomicU64 = AtomicU64::new(0);
        Self {
            number: MADE.fetch_add(1, Ordering::Relaxed) + 1,
            life: Arc::default(),
            now: Cell::new(1),
            advanced: Cell::new(0),
            is_asked: Cell::new(false),
            passes: RefCell::default(),
            since_pass: Cell::new(None),
            frames: Cell::default(),
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
        Tick(self.now.get())
    }

    /// Advances the clock: what changes from now on has a later tick than the one returned.
    pub(crate) fn advance(&self) -> Tick {
        self.advanced.set(self.advanced.get() + 1);
        self.step()
    }

    fn step(&self) -> Tick {
        let now = self.now();
        self.now.set(now.0 + 1);
        now
    }

    /// Begins a span whose changes have ticks of their own.
    pub(crate) fn begin_span(&self) -> Span {
        self.step();
        Span { begun: self.now(), advanced: self.advanced.get() }
    }

    /// Says whether the clock has advanced since a span began: changes in it may have ended after that.
    pub(crate) fn has_advanced(&self, span: Span) -> bool {
        self.advanced.get() != span.advanced
    }

    #[cfg(feature = "snapshot")]
    pub(crate) fn save(&self, to: &mut SavedTicker) {
        (to.now, to.advanced) = (self.now.get(), self.advanced.get());
        (to.is_asked, to.frames) = (self.is_asked.get(), self.frames.get());
        to.passes.clone_from(&self.passes.borrow());
    }

    #[cfg(feature = "snapshot")]
    pub(crate) fn restore(&self, from: &mut SavedTicker) {
        self.now.set(from.now);
        self.advanced.set(from.advanced);
        // A type that was added since may still ask.
        self.is_asked.set(from.is_asked || self.is_asked.get());
        self.frames.set(from.frames);
        core::mem::swap(&mut *self.passes.borrow_mut(), &mut from.passes);
    }

    // ---- since when a filter looks ----

    /// From now on there is somebody who asks when passes and frames began.
    pub(crate) fn ask(&self) {
        self.is_asked.set(true);
    }

    /// Begins the pass of a hook, which ends when the result is dropped.
    #[inline]
    pub(crate) fn begin_pass(&self, component: impl FnOnce() -> TypeId, phase: Phase) -> Option<Pass<'_>> {
        self.is_asked.get().then(|| self.begin_asked_pass(component(), phase))
    }

    fn begin_asked_pass(&self, component: TypeId, phase: Phase) -> Pass<'_> {
        let hook = (component, phase);
        let before = self.passes.borrow_mut().insert(hook, self.advance()).unwrap_or_default();
        self.since_pass.set(Some(before));
        Pass { ticker: self, hook, before }
    }

    /// Lets filters look back to a moment until the result is dropped.
    pub(crate) fn look_back(&self, since: Tick) -> Option<LookBack<'_>> {
        self.is_asked.get().then(|| {
            self.since_pass.set(Some(since));
            LookBack(self)
        })
    }

    /// Begins a run of a system or a condition, whose last one ended at `last`. Its filters look back to
    /// that until the result is dropped, which sets it anew: so it does not see what it has changed itself.
    pub(crate) fn begin_run<'t>(&'t self, last: &'t mut Tick) -> Option<OngoingRun<'t>> {
        let back = self.look_back(*last)?;
        Some(OngoingRun { back, last: Some(last) })
    }

    /// The end of a run, if somebody asks.
    pub(crate) fn end_run(&self) -> Option<Tick> {
        self.is_asked.get().then(|| self.advance())
    }

    /// Begins a frame, which ends when the result is dropped.
    pub(crate) fn begin_frame(&self) -> Frame<'_> {
        Frame(self)
    }

    /// From when on a filter looks, where nobody has said it: inside a pass since that began the last time,
    /// elsewhere since the end of the last frame but one.
    pub(crate) fn since(&self) -> Tick {
        self.since_pass.get().unwrap_or(self.frames.get()[0])
    }
}

/// A frame runs until this is dropped.
pub(crate) struct Frame<'w>(&'w Ticker);

impl Drop for Frame<'_> {
    fn drop(&mut self) {
        let [_, last] = self.0.frames.get();
        self.0.frames.set([last, self.0.advance()]);
    }
}

/// A pass runs until this is dropped.
pub(crate) struct Pass<'w> {
    ticker: &'w Ticker,
    hook: (TypeId, Phase),
    /// When it began the time before.
    before: Tick,
}

impl Pass<'_> {
    /// Ends a pass that was refused before it visited anything: what it would have seen is left to the next.
    pub(crate) fn refuse(self) {
        self.ticker.passes.borrow_mut().insert(self.hook, self.before);
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        self.ticker.since_pass.set(None);
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
    last: Option<&'t mut Tick>,
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
            *last = self.back.0.advance();
        }
    }
}
