//! [`Lifecycle`]: the stages of components of one type, and what waits for a sync point.

use core::cell::{Cell, RefCell};

use crate::base::OnDrop;
use crate::ids::Entity;
use crate::threads::{FreezeCell, Read, Write};
use crate::world::{Occasion, Occasions};

use super::super::info::TypeInfo;
use super::ends::Ends;
use super::events::WaitingEvents;
use super::pending_inits::PendingInits;
use super::remains::Remains;
use super::stage::{Stage, Step, Transition};
use super::starts::Starts;
use super::switches::Switches;

/// The stages of components of one type, and what waits for a sync point.
pub(crate) struct Lifecycle {
    info: &'static TypeInfo,
    /// The occasions of the type that somebody observes.
    observed: Cell<Occasions>,
    /// The entities whose component observers receive an event about now.
    reporting: RefCell<Vec<Entity>>,
    /// Whether the column is queued for the next sync point.
    queued: Cell<bool>,
    flushing: Cell<bool>,
    pub(crate) starts: Starts,
    pub(crate) pending_inits: PendingInits,
    /// Invariant 24: an event that waits does not leave its thread. It may be of any type.
    pub(crate) events: WaitingEvents,
    switches: FreezeCell<Switches>,
    /// Invariant 2: a row without a live component is listed as dead, until it is closed, or is a hole; no
    /// entry leads to it.
    ends: FreezeCell<Ends>,
    /// Invariant 12: a value is dropped by who took it out of its row, and a row is taken from once.
    remains: FreezeCell<Remains>,
}

impl Lifecycle {
    pub(crate) fn new(info: &'static TypeInfo) -> Self {
        Self {
            info,
            observed: Cell::default(),
            reporting: RefCell::default(),
            queued: Cell::new(false),
            flushing: Cell::new(false),
            starts: Starts::default(),
            pending_inits: PendingInits::default(),
            events: WaitingEvents::default(),
            switches: FreezeCell::new(Switches::default()),
            ends: FreezeCell::new(Ends::default()),
            remains: FreezeCell::new(Remains::new(info.layouts(), info.most_kept)),
        }
    }

    /// The stage of a new component.
    pub(crate) fn new_stage(&self) -> Stage {
        Stage::new(self.info.births, self.is_observed())
    }

    /// Says whether components have a stage.
    pub(crate) fn has_stages(&self) -> bool {
        self.new_stage() != Stage::default()
    }

    // ---- observers ----

    /// The occasions of the type that somebody observes.
    pub(crate) fn observed(&self) -> &Cell<Occasions> {
        &self.observed
    }

    /// Says whether anybody observes the type.
    #[inline(always)]
    pub(crate) fn is_observed(&self) -> bool {
        !self.observed.get().is_empty()
    }

    /// Says whether anybody observes an occasion of the type.
    pub(crate) fn is_observed_on(&self, occasion: Occasion) -> bool {
        self.observed.get().has(occasion)
    }

    /// Says whether anybody observes how components end: by `Disable` or by `Remove`.
    #[inline(always)]
    pub(crate) fn is_end_observed(&self) -> bool {
        self.observed.get().has_end()
    }

    /// The step of a transition: what a hook or an observer receives.
    pub(crate) fn step(&self, transition: Transition) -> Option<Step> {
        match (transition, transition.occasion()) {
            (_, Some(occasion)) => self.is_observed_on(occasion).then_some(Step::Tell(occasion)),
            (Transition::NotifyOn | Transition::NotifyOff, _) if self.info.births.is_notified => {
                Some(Step::Hook { enabled: matches!(transition, Transition::NotifyOn) })
            }
            _ => None,
        }
    }

    /// Ends no component of the entity in its row until the result is dropped: observers receive an event
    /// about it.
    pub(crate) fn begin_report(&self, entity: Entity) -> OnDrop<impl FnMut()> {
        self.reporting.borrow_mut().push(entity);
        OnDrop(|| _ = self.reporting.borrow_mut().pop())
    }

    /// Says whether observers receive an event about the entity's component now.
    pub(crate) fn is_reporting_of(&self, entity: Entity) -> bool {
        self.is_observed() && self.reporting.borrow().contains(&entity)
    }

    /// Says whether observers receive an event about any component now.
    pub(crate) fn is_reporting(&self) -> bool {
        self.is_observed() && !self.reporting.borrow().is_empty()
    }

    // ---- sync points ----

    /// Says whether the column is queued for the next sync point.
    #[inline]
    pub(crate) fn is_queued(&self) -> bool {
        self.queued.get()
    }

    /// The cell of [`Lifecycle::is_queued`], for a loop that reads it at each step.
    pub(crate) fn queued(&self) -> &Cell<bool> {
        &self.queued
    }

    /// Marks the column as being flushed until the mark is dropped; `None` if it is already.
    pub(crate) fn begin_flushing(&self) -> Option<OnDrop<impl FnMut()>> {
        (!self.flushing.replace(true)).then(|| OnDrop(|| self.flushing.set(false)))
    }

    pub(crate) fn is_flushing(&self) -> bool {
        self.flushing.get()
    }

    /// Says whether rows wait for a sync point: dead ones, or on the wrong side.
    pub(crate) fn has_moves(&self) -> bool {
        self.ends().dead() != 0 || !self.switches().unplaced.is_empty()
    }

    /// Says whether a sync point has nothing to do but to notify.
    pub(crate) fn has_no_changes(&self) -> bool {
        !self.has_moves() && self.remains().dropped.is_empty()
    }

    /// Says whether no component is still to be notified of a switch or of an event.
    pub(crate) fn has_notified_all(&self) -> bool {
        self.switches().unnotified.is_empty() && self.events.is_empty()
    }

    /// Says whether nothing waits, and nothing is under way.
    pub(crate) fn is_at_rest(&self) -> bool {
        let waits = self.is_queued() || self.pending_inits.is_any() || self.ends().has_unreported_tags();
        let runs = self.is_flushing() || self.is_reporting();
        !waits && !runs && self.has_no_changes() && self.has_notified_all()
    }

    // ---- lists ----

    pub(crate) fn switches(&self) -> Read<'_, Switches> {
        self.switches.borrow()
    }

    pub(crate) fn switches_mut(&self) -> Write<'_, Switches> {
        self.switches.borrow_mut()
    }

    pub(crate) fn ends(&self) -> Read<'_, Ends> {
        self.ends.borrow()
    }

    pub(crate) fn ends_mut(&self) -> Write<'_, Ends> {
        self.ends.borrow_mut()
    }

    pub(crate) fn remains(&self) -> Read<'_, Remains> {
        self.remains.borrow()
    }

    pub(crate) fn remains_mut(&self) -> Write<'_, Remains> {
        self.remains.borrow_mut()
    }

    /// Changes no list that a thread may read until [`Lifecycle::unfreeze`].
    pub(crate) fn freeze(&self) {
        self.switches.freeze();
        self.ends.freeze();
        self.remains.freeze();
    }

    pub(crate) fn unfreeze(&self) {
        self.switches.unfreeze();
        self.ends.unfreeze();
        self.remains.unfreeze();
    }
}
