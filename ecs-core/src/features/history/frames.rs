//! [`KeptFrames`]: the newest frames of a world, as many as fit in so many bytes.

use std::rc::Rc;

use crate::base::{Panic, warn};
use crate::column::TypeInfo;
use crate::error::SnapshotError;
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

/// The newest frames of a world, oldest first, each as it was when the next one began.
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
    pub(super) fn frames(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        self.ring.saved.iter().map(|saved| saved.frame)
    }

    pub(super) fn bytes(&self) -> usize {
        self.of_the_rest + self.of_types.iter().map(|(_, bytes)| bytes).sum::<usize>()
    }

    pub(super) fn bytes_of_types(&self) -> &[(&'static TypeInfo, usize)] {
        &self.of_types
    }

    /// Returns the kept world of a frame, or an error.
    pub(super) fn find(&self, frame: u64) -> Result<&SavedWorld, SnapshotError> {
        match self.ring.saved.binary_search_by_key(&frame, |saved| saved.frame) {
            Ok(place) => Ok(&self.ring.saved[place]),
            Err(_) => self.ring.find(frame).map(|place| &self.ring.saved[place]),
        }
    }

    /// Keeps a world as it is now, under the number of its last frame. Forgets later frames, and the oldest
    /// that do not fit in so many bytes.
    pub(super) fn keep(&mut self, core: &Rc<WorldCore>, most: usize) -> Result<(), SnapshotError> {
        let frame = core.frames.clock().frame;
        let mut first_panic = None;
        let later = self.frames().rev().take_while(|&kept| kept > frame).count();
        (0..later).for_each(|_| self.forget(false, &mut first_panic));
        if later != 0 {
            self.ring.forget_spare();
        }
        let has_same = self.frames().next_back() == Some(frame);
        let saved = save(core, &mut self.ring, frame);
        if saved.is_ok() {
            if has_same {
                // It is the spare one now.
                self.count(None, false);
            }
            self.count(Some(self.ring.saved.len() - 1), true);
            while self.bytes() > most && self.ring.saved.len() > 1 {
                self.forget(true, &mut first_panic);
            }
        }
        first_panic.into_iter().for_each(raise_later);
        saved
    }

    /// Lets a world become what it was after a frame.
    pub(super) fn show(&mut self, core: &Rc<WorldCore>, frame: u64) -> Result<(), SnapshotError> {
        load(core, &mut self.ring, frame)
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
