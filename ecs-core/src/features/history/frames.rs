//! [`KeptFrames`]: the newest frames of a world, as many as fit in so many bytes.

use std::panic::resume_unwind;
use std::rc::Rc;

use crate::base::{Panic, discard, warn};
use crate::column::TypeInfo;
use crate::error::SnapshotError;
use crate::life::caught;
use crate::world::{WorldCore, raise_later};

use super::super::snapshot::loading::load;
use super::super::snapshot::ring::Ring;
use super::super::snapshot::saved_world::SavedWorld;
use super::super::snapshot::saving::save;

/// The memory that the kept frames take for the components of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HistoryCost {
    /// The component's type.
    pub component: &'static str,
    /// The bytes of its components in all frames. What several frames share is counted once.
    pub bytes: usize,
    /// Whether the frames do not have the type: it declares `no_snapshot`, or it is not `Clone` and
    /// [`History::keep_the_rest`](super::History::keep_the_rest) says to go on without it.
    pub is_left_out: bool,
}

/// When a frame is kept. All of it is there twice, and shares what is the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeptAt {
    /// At its end: what its passes have done.
    End,
    /// When the next frame begins: with what the program has done in between.
    Next,
}

/// The number under which a frame is kept.
const fn number(frame: u64, at: KeptAt) -> u64 {
    frame.saturating_mul(2).saturating_add(at as u64)
}

/// The number under which a world is kept while it is another one. No frame has that.
const ASIDE: u64 = u64::MAX - 1;

/// A world on its way back takes at most so many panics: a `Drop` may make another value of its kind.
const MOST_PANICS: u32 = 10_000;

/// The newest frames of a world, oldest first.
pub(super) struct KeptFrames {
    ring: Ring,
    /// By the position of the column.
    of_types: Vec<(&'static TypeInfo, usize)>,
    of_the_rest: usize,
    /// Why the last frame was not kept, or not shown.
    pub(super) trouble: Option<SnapshotError>,
}

impl Default for KeptFrames {
    fn default() -> Self {
        Self { ring: Ring::new(usize::MAX), of_types: Vec::new(), of_the_rest: 0, trouble: None }
    }
}

impl KeptFrames {
    /// The frames that were kept when the next one began.
    pub(super) fn frames(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        let numbers = self.ring.saved.iter().map(|saved| saved.frame);
        numbers.filter(|number| number % 2 == KeptAt::Next as u64).map(|number| number / 2)
    }

    pub(super) fn bytes(&self) -> usize {
        self.of_the_rest + self.of_types.iter().map(|(_, bytes)| bytes).sum::<usize>()
    }

    pub(super) fn bytes_of_types(&self) -> &[(&'static TypeInfo, usize)] {
        &self.of_types
    }

    /// Returns the kept world of a frame, or an error.
    pub(super) fn find(&self, frame: u64, at: KeptAt) -> Result<&SavedWorld, SnapshotError> {
        let found = self.ring.saved.binary_search_by_key(&number(frame, at), |saved| saved.frame);
        let missing = |_| SnapshotError::NoSuchFrame { frame, kept: self.frames().collect() };
        found.map(|place| &self.ring.saved[place]).map_err(missing)
    }

    /// Keeps a world as it is now, under the number of its last frame. Forgets later frames, and the oldest
    /// that do not fit in so many bytes.
    pub(super) fn keep(
        &mut self,
        core: &Rc<WorldCore>,
        at: KeptAt,
        most: usize,
    ) -> Result<(), SnapshotError> {
        let number = number(core.frames.clock().frame, at);
        let mut first_panic = None;
        let later = self.ring.saved.iter().rev().take_while(|kept| kept.frame > number).count();
        (0..later).for_each(|_| self.forget(false, &mut first_panic));
        if later != 0 {
            self.ring.forget_spare();
        }
        let has_same = self.ring.saved.back().is_some_and(|kept| kept.frame == number);
        let saved = save(core, &mut self.ring, number);
        if saved.is_ok() {
            if has_same {
                // It is the spare one now.
                self.count(None, false);
            }
            self.count(Some(self.ring.saved.len() - 1), true);
            // One frame stays to go back to.
            while at == KeptAt::Next && self.bytes() > most && self.ring.saved.len() > 1 {
                self.forget(true, &mut first_panic);
            }
        }
        first_panic.into_iter().for_each(raise_later);
        saved
    }

    /// Keeps a world as it is now while a function lets it become another one, and then lets it become what
    /// it was.
    pub(super) fn aside<R, E: From<SnapshotError>>(
        &mut self,
        core: &Rc<WorldCore>,
        run: impl FnOnce(&mut Self) -> Result<R, E>,
    ) -> Result<R, E> {
        save(core, &mut self.ring, ASIDE)?;
        let result = caught(|| run(self));
        let back = self.come_back(core);
        let mut first_panic = None;
        while self.ring.saved.back().is_some_and(|kept| kept.frame >= ASIDE) {
            self.ring.forget(false, &mut first_panic);
        }
        first_panic.into_iter().for_each(raise_later);
        match (back, result) {
            (Ok(()), result) => result.unwrap_or_else(|panic| resume_unwind(panic)),
            (Err(error), result) => {
                result.err().into_iter().for_each(discard);
                Err(error.into())
            }
        }
    }

    /// Lets a world become what it was when it was kept aside. What waits for the sync point may panic, value
    /// by value: that belongs to what has run meanwhile.
    fn come_back(&mut self, core: &Rc<WorldCore>) -> Result<(), SnapshotError> {
        let (mut may_go_on, mut panics) = (true, 0);
        loop {
            match caught(|| load(core, &mut self.ring, ASIDE)) {
                Ok(back) => return back,
                Err(panic) if !may_go_on => resume_unwind(panic),
                Err(panic) => discard(panic),
            }
            panics += 1;
            // Also once if nothing waits: a panic may have been kept for later.
            may_go_on = core.sync.is_pending() && panics < MOST_PANICS;
        }
    }

    /// Saves a world, until the call of [`aside`](Self::aside) ends.
    pub(super) fn save_beside(&mut self, core: &Rc<WorldCore>) -> Result<(), SnapshotError> {
        save(core, &mut self.ring, ASIDE + 1)
    }

    /// Returns what was saved last.
    pub(super) fn newest(&self) -> &SavedWorld {
        &self.ring.saved[self.ring.saved.len() - 1]
    }

    /// Sets a world to its state at the beginning of the frame after this one.
    pub(super) fn show(&mut self, core: &Rc<WorldCore>, frame: u64) -> Result<(), SnapshotError> {
        self.find(frame, KeptAt::Next)?;
        load(core, &mut self.ring, number(frame, KeptAt::Next))
    }

    /// Notes why something was not done, and warns of the first time.
    pub(super) fn note(&mut self, result: Result<(), SnapshotError>, what: &str) {
        let trouble = result.err();
        if let (Some(trouble), None) = (&trouble, &self.trouble) {
            warn(format_args!("ecs-core: {what}: {trouble}"));
        }
        self.trouble = trouble;
    }

    fn forget(&mut self, first: bool, first_panic: &mut Option<Panic>) {
        self.count(Some(if first { 0 } else { self.ring.saved.len() - 1 }), false);
        self.ring.forget(first, first_panic);
    }

    /// Adds what no other frame shares with a frame, or with the spare one, or takes that off.
    fn count(&mut self, place: Option<usize>, adds: bool) {
        let saved = place.map_or(&self.ring.spare, |place| &self.ring.saved[place]);
        let known = self.of_types.len();
        self.of_types.extend(saved.types.iter().skip(known).map(|info| (*info, 0)));
        let (of_columns, of_the_rest) = saved.own_bytes();
        let count = |counted: &mut usize, bytes: usize| match adds {
            true => *counted += bytes,
            false => *counted = counted.saturating_sub(bytes),
        };
        self.of_types.iter_mut().zip(of_columns).for_each(|((_, counted), bytes)| count(counted, bytes));
        count(&mut self.of_the_rest, of_the_rest);
    }
}
