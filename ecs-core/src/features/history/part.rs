//! [`WorldHistory`]: what a world keeps of its history, and how its frames begin.

use core::cell::Cell;
use std::rc::Rc;

use crate::world::WorldCore;

use super::super::part::{Moment, WorldPart};
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
    wish: Cell<Option<Wish>>,
    /// Taken out while code of the user may run, which finds no frames then.
    kept: Cell<Option<Box<KeptFrames>>>,
    /// A frame has something to do for the history.
    is_due: Cell<bool>,
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
        self.is_due.set(true);
        if most == 0 {
            self.forget(core);
        }
    }

    fn forget(&self, core: &WorldCore) {
        let kept = self.kept.take();
        kept.into_iter().for_each(|kept| core.sync.drop_later(kept));
    }

    /// Says what the next frame is to do first.
    pub(super) fn wish(&self, wish: Wish) {
        self.wish.set(Some(wish));
        self.is_due.set(true);
    }

    /// Begins a frame: keeps the world, or lets it become what it was.
    #[cold]
    #[inline(never)]
    fn begin(&self, core: &Rc<WorldCore>) {
        let turn = self.flow.get().turn(self.wish.take());
        self.flow.set(turn.flow);
        if self.most.get() == 0 {
            self.is_due.set(turn.flow != Flow::Runs);
            return;
        }
        let _rest = core.snapshots.keeping_the_rest(self.keeps_the_rest.get());
        let mut taken = self.taken();
        let kept = taken.kept.get_or_insert_default();
        if turn.keeps {
            let result = kept.keep(core, self.most.get());
            kept.note(result, "this frame is not kept in the history");
        }
        if let Some(frame) = turn.shows {
            let result = kept.show(core, frame);
            kept.note(result, "the world did not go to another frame");
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
    fn begin_frame(&self, core: &Rc<WorldCore>) -> bool {
        if self.is_due.get() {
            self.begin(core);
        }
        self.flow.get() != Flow::Stands
    }
}

impl SavedPart for WorldHistory {}
