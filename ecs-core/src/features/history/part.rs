//! [`WorldHistory`]: what a world keeps of its history, and how its frames begin.

use core::cell::Cell;
#[cfg(feature = "serde")]
use core::cell::RefCell;
use std::rc::Rc;

#[cfg(feature = "serde")]
use crate::base::{keep_panic_of, pass_on};
use crate::world::WorldCore;

use super::super::part::{Moment, WorldPart};
use super::super::saved::SavedPart;
use super::flow::{Flow, FrameTurn, Wish};
use super::frames::{KeptAt, KeptFrames};
#[cfg(feature = "serde")]
use super::replay::ReplayRequest;

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
    /// A kept frame runs again. Nobody can ask anything of the history.
    pub(super) is_replaying: Cell<bool>,
    #[cfg(feature = "serde")]
    asked: RefCell<Vec<ReplayRequest>>,
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
        if self.is_replaying.get() {
            return;
        }
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

    /// Asks for a frame to be run again when the next one begins.
    #[cfg(feature = "serde")]
    pub(super) fn ask(&self, request: ReplayRequest) {
        self.asked.borrow_mut().push(request);
        self.is_due.set(true);
    }

    /// Says what the next frame is to do first.
    pub(super) fn wish(&self, wish: Wish) {
        if self.is_replaying.get() {
            return;
        }
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
        } else {
            self.keep_or_show(core, &turn);
        }
        #[cfg(feature = "serde")]
        self.answer(core);
    }

    /// Calls a function that changes the kept frames, or lets the world become one of them.
    fn change<R>(&self, core: &WorldCore, f: impl FnOnce(&mut KeptFrames) -> R) -> R {
        let _rest = core.snapshots.keeping_the_rest(self.keeps_the_rest.get());
        f(self.taken().kept.get_or_insert_default())
    }

    fn keep_or_show(&self, core: &Rc<WorldCore>, turn: &FrameTurn) {
        self.change(core, |kept| {
            if turn.keeps {
                let result = kept.keep(core, KeptAt::Next, self.most.get());
                kept.note(result, "this frame is not kept in the history");
            }
            if let Some(frame) = turn.shows {
                let result = kept.show(core, frame);
                kept.note(result, "the world did not go to another frame");
            }
        });
    }

    /// Runs the frames again that were asked for, and then tells the answers.
    #[cfg(feature = "serde")]
    fn answer(&self, core: &Rc<WorldCore>) {
        let asked = self.asked.take();
        if asked.is_empty() {
            return;
        }
        let answers: Vec<_> =
            self.change(core, |kept| asked.into_iter().map(|request| request.answer(core, kept)).collect());
        let mut first_panic = None;
        answers.into_iter().for_each(|tell| _ = keep_panic_of(tell, &mut first_panic));
        pass_on(first_panic);
    }

    /// Keeps a frame at its end. Where that cannot be done, it will be said when the next one begins.
    #[cold]
    #[inline(never)]
    fn end(&self, core: &Rc<WorldCore>) {
        let _ = self.change(core, |kept| kept.keep(core, KeptAt::End, self.most.get()));
    }

    /// Says whether something keeps the history on its thread.
    fn is_bound(&self) -> bool {
        #[cfg(feature = "serde")]
        if !self.asked.borrow().is_empty() {
            return true;
        }
        self.with(|_| ()).is_some()
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
        // The frames share what they have by `Rc`, and closures wait for answers.
        (!self.is_bound()).then_some(&())
    }

    fn act(&self, core: &WorldCore, moment: Moment) {
        if moment == Moment::Ending {
            self.forget(core);
            #[cfg(feature = "serde")]
            self.asked.take().into_iter().for_each(|request| core.sync.drop_later(Box::new(request)));
        }
    }

    #[inline(always)]
    fn begin_frame(&self, core: &Rc<WorldCore>) -> bool {
        if self.is_due.get() {
            self.begin(core);
        }
        self.flow.get() != Flow::Stands
    }

    #[inline(always)]
    fn end_frame(&self, core: &Rc<WorldCore>) {
        if self.is_due.get() && self.most.get() != 0 {
            self.end(core);
        }
    }
}

impl SavedPart for WorldHistory {}
