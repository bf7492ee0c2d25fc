//! [`WorldHistory`]: what a world keeps of its history, and how its frames begin.

use core::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::base::warn;
use crate::error::{SnapshotError, UpdateError};
use crate::world::WorldCore;

use super::super::part::{FramePart, Moment, WorldPart};
use super::super::saved::SavedPart;
use super::flow::{Flow, Wish};
use super::frames::KeptFrames;

/// What a world keeps of its history.
#[derive(Default)]
pub(in crate::features) struct WorldHistory {
    /// The most bytes that frames take; 0 keeps none.
    pub(super) most: Cell<usize>,
    pub(super) keeps_the_rest: Cell<bool>,
    pub(super) flow: Cell<Flow>,
    pub(super) wish: Cell<Option<Wish>>,
    /// Taken out while code of the user may run, which finds no frames then.
    kept: Cell<Option<Box<KeptFrames>>>,
    /// Why the last frame was not kept, or not shown.
    pub(super) trouble: RefCell<Option<SnapshotError>>,
}

impl WorldHistory {
    /// Calls a function with the kept frames, if there are any.
    pub(super) fn with<R>(&self, f: impl FnOnce(&KeptFrames) -> R) -> Option<R> {
        self.taken().kept.as_deref().map(f)
    }

    /// Takes the frames out, until the result is dropped.
    fn taken(&self) -> TakenFrames<'_> {
        TakenFrames { history: self, kept: self.kept.take() }
    }

    /// Says how much is kept from now on. What does not fit goes at the next frame.
    pub(super) fn set(&self, core: &WorldCore, most: usize) {
        self.most.set(most);
        if most == 0 {
            self.forget(core);
        }
    }

    fn forget(&self, core: &WorldCore) {
        let kept = self.kept.take();
        kept.into_iter().for_each(|kept| core.sync.drop_later(kept));
        *self.trouble.borrow_mut() = None;
    }

    /// Begins a frame: keeps the world, or lets it become what it was.
    fn begin(&self, core: &Rc<WorldCore>) {
        let turn = self.flow.get().turn(self.wish.take());
        self.flow.set(turn.flow);
        if self.most.get() == 0 {
            return;
        }
        let _rest = core.snapshots.keeping_the_rest(self.keeps_the_rest.get());
        let mut taken = self.taken();
        let kept = taken.kept.get_or_insert_default();
        if turn.keeps {
            let result = kept.keep(core, self.most.get());
            self.note(result, "this frame is not kept in the history");
        }
        if let Some(frame) = turn.shows {
            let result = kept.show(core, frame);
            self.note(result, "the world did not go to another frame");
        }
    }

    /// Notes why something was not done, and warns of the first time.
    fn note(&self, result: Result<(), SnapshotError>, what: &str) {
        let trouble = result.err();
        let before = self.trouble.replace(trouble.clone());
        if let (Some(trouble), None) = (trouble, before) {
            warn(format_args!("ecs-core: {what}: {trouble}"));
        }
    }
}

/// Frames that were taken out of a history, to which they return.
struct TakenFrames<'h> {
    history: &'h WorldHistory,
    kept: Option<Box<KeptFrames>>,
}

impl Drop for TakenFrames<'_> {
    fn drop(&mut self) {
        if self.history.most.get() != 0 {
            self.history.kept.set(self.kept.take());
        }
    }
}

impl WorldPart for WorldHistory {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        // The frames share what they have by `Rc`.
        self.with(|_| ()).is_none().then_some(&())
    }

    fn act(&self, core: &WorldCore, moment: Moment) {
        if moment == Moment::Ending {
            self.forget(core);
        }
    }

    #[inline(always)]
    fn try_act(&self, core: &Rc<WorldCore>, part: FramePart) -> Result<(), UpdateError> {
        if let FramePart::Begin = part
            && (self.most.get() != 0 || self.wish.get().is_some() || self.flow.get() != Flow::Runs)
        {
            self.begin(core);
        }
        Ok(())
    }

    #[inline(always)]
    fn holds(&self) -> bool {
        self.flow.get() == Flow::Stands
    }
}

impl SavedPart for WorldHistory {}
