//! [`States`]: the states of a world, and what stands still out of them.

use core::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::base::CallSite;
use crate::column::Column;
use crate::error::UpdateError;
use crate::frame::PassStep;
use crate::ids::Entity;
use crate::phase::Phase;
use crate::store::UntypedOwn;
use crate::world::{News, Occasion, Subscribers, WorldCore};

use super::super::part::{ColumnPart, FramePart, Moment, WorldPart};
use super::apply::apply;
use super::run_state::{InState, StateRef};

/// The states of a world, each after the one within which it exists.
#[derive(Default)]
pub(crate) struct States {
    list: RefCell<Vec<StateRef>>,
    /// Something may be asked for.
    is_asked: Cell<bool>,
    /// There may be types that were not looked at.
    are_types_new: Cell<bool>,
    /// Some type has a pattern, so that frames look whether it stands still.
    are_ins: Cell<bool>,
    /// The numbers of the types that a save has brought, until the states among them are looked at.
    loaded: RefCell<Vec<u32>>,
    pub(super) is_applying: Cell<bool>,
}

impl States {
    #[inline]
    pub(super) fn of(core: &WorldCore) -> &Self {
        &core.parts.states
    }

    /// The states, each after the one within which it exists.
    pub(super) fn list(&self) -> Vec<StateRef> {
        self.list.borrow().clone()
    }

    /// Notes a state that has begun, after the one within which it exists.
    pub(super) fn note_begun(&self, state: StateRef) {
        let mut list = self.list.borrow_mut();
        if list.iter().all(|other| other.id() != state.id()) {
            list.push(state);
        }
        self.is_asked.set(true);
    }

    pub(super) fn note_asked(&self) {
        self.is_asked.set(true);
    }

    /// The first state of which something is asked. If there is none, frames need not look.
    pub(super) fn next_asked(&self) -> Option<StateRef> {
        let next = self.list().into_iter().find(|state| state.is_asked());
        self.is_asked.set(next.is_some());
        next
    }

    /// Looks which types stand still: a state may have another value. Asks each type with a pattern once.
    pub(super) fn note_changed(&self, core: &WorldCore) {
        self.look_again(core, false);
    }

    fn look_again(&self, core: &WorldCore, are_all_noted: bool) {
        for column in core.columns.all().filter(|column| !ins(column).is_empty()) {
            let before = column.parts.states.0.get();
            let is_still = self.stands_still(&column);
            if is_still != before || are_all_noted {
                core.parts.all().iter().for_each(|part| part.note_still(core, &column, is_still));
            }
        }
    }

    /// Looks at the types, and lets those states begin that one of them names.
    #[cold]
    fn look_at_types(&self, core: &WorldCore, site: CallSite) -> Result<(), UpdateError> {
        if self.is_applying.get() || !self.are_types_new.replace(false) {
            return Ok(());
        }
        self.look_at_loaded(core, site)?;
        for column in core.columns.all() {
            for InState { ask, .. } in ins(&column) {
                self.are_ins.set(true);
                ask.state().begin(site).map_err(UpdateError::Singleton)?;
            }
        }
        for Subscribers { observing, .. } in core.observers.all() {
            if observing.observed.occasion == Occasion::Event {
                (observing.announce)(News::of(Entity::NONE), &mut |_| {});
            }
        }
        self.look_again(core, true);
        Ok(())
    }

    /// Lets the states that a save has brought count as entered, and ends the nested ones that are wrong now.
    /// No event is sent.
    fn look_at_loaded(&self, core: &WorldCore, site: CallSite) -> Result<(), UpdateError> {
        let loaded = self.loaded.take();
        if loaded.is_empty() {
            return Ok(());
        }
        for column in
            core.columns.all().filter(|column| column.number.get().is_some_and(|of| loaded.contains(&of)))
        {
            if let Some(state) = column.info.spec.extensions.states.state {
                state.note_loaded(site).map_err(UpdateError::Singleton)?;
            }
        }
        for state in self.list() {
            state.end_if_wrong(core, site);
        }
        Ok(())
    }

    /// Lets the next frame look at all anew, if there are states.
    pub(super) fn look_anew(&self) {
        let are_any = !self.list.borrow().is_empty();
        self.is_asked.set(are_any);
        self.are_types_new.set(are_any || self.are_types_new.get());
    }
}

/// Whether the type of a column stood still when that was asked the last time. The plan of the frame is made
/// anew where it is another answer.
#[derive(Default)]
pub(crate) struct StillColumn(Cell<bool>);

impl ColumnPart for StillColumn {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }
}

fn ins(column: &Column) -> &'static [InState] {
    column.info.spec.extensions.states.ins
}

impl WorldPart for States {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }

    #[inline(always)]
    fn act(&self, _: &WorldCore, moment: Moment) {
        if moment == Moment::Closing {
            self.look_anew();
        }
    }

    fn note_loaded(&self, singletons: &[u32]) {
        self.loaded.borrow_mut().extend(singletons);
        // Types may stand still now.
        self.is_asked.set(true);
        self.are_types_new.set(true);
    }

    #[inline(always)]
    fn try_act(&self, core: &Rc<WorldCore>, part: FramePart) -> Result<(), UpdateError> {
        match part {
            FramePart::Prepare(site) if self.are_types_new.get() => self.look_at_types(core, site),
            FramePart::Prepare(_) if self.are_ins.get() => {
                self.note_changed(core);
                Ok(())
            }
            FramePart::Between(site)
            | FramePart::Phase(PassStep { phase: Phase::Update | Phase::LateUpdate, site, .. })
                if self.are_types_new.get() || self.is_asked.get() =>
            {
                self.look_at_types(core, site)?;
                apply(core, site)
            }
            _ => Ok(()),
        }
    }

    fn stands_still(&self, column: &Column) -> bool {
        let is_still = !ins(column).iter().all(|InState { ask, .. }| ask.holds());
        if column.parts.states.0.replace(is_still) != is_still {
            column.world.columns.plan.take();
        }
        is_still
    }

    fn conditions(&self, column: &Column, to: &mut Vec<&'static str>) {
        to.extend(ins(column).iter().map(|InState { pattern, .. }| pattern));
    }

    fn divert(&self, column: &Column, own: UntypedOwn<'_>) -> Option<Box<dyn FnOnce()>> {
        Some(column.info.spec.extensions.states.state?.go_to(own))
    }

    fn note_types(&self) {
        self.are_types_new.set(true);
    }
}
