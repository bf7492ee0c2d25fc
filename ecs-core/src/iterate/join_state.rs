//! [`JoinState`]: the part of a join that needs no type: its driver, its exceptions, its borrows.

use core::cell::{Cell, OnceCell};
use std::rc::Rc;

use crate::base::bits_of;
use crate::ids::Entity;
use crate::world::WorldCore;

use crate::borrow::{Conflict, Held, Holding, Visiting};
use crate::column::{Column, Distinct};
use crate::terms::{Opened, TermRows, fewest};

/// The rows or the entities that a join follows.
pub(crate) enum Driver {
    /// The rows of its term with the fewest.
    Rows,
    /// Entities.
    Listed(Distinct),
}

impl Driver {
    /// Chooses what has the fewest: a column, the entities that may pass a filter, or all entities. `passing`
    /// is how many may pass at most.
    #[inline]
    pub(crate) fn choose(
        terms: &[TermRows<'_>],
        world: Option<&Rc<WorldCore>>,
        passing: Option<usize>,
        list_passing: &dyn Fn() -> Distinct,
    ) -> Self {
        let Some(world) = world else { return Self::Rows };
        // A list costs something to make, and its rows are all looked up.
        let list = match (fewest(terms), passing) {
            (Some(rows), Some(passing)) if passing < rows.reach / 2 => list_passing(),
            (Some(rows), _) => match rows.list() {
                Some(list) => list,
                None => return Self::Rows,
            },
            (None, Some(_)) => list_passing(),
            (None, None) => Distinct::all(world),
        };
        Self::Listed(list.without_singletons(world))
    }
}

/// The driver of a join that is being visited.
#[derive(Clone, Copy)]
pub(super) enum JoinDriver<'q> {
    Rows(&'q Column),
    List(&'q [Entity]),
}

/// The part of a join that needs no type: its driver, the entities that it leaves out, and its borrows.
pub struct JoinState {
    /// The visit, as the columns know it.
    pub(super) opened: Opened,
    driver: Driver,
    /// The entities that are followed in the place of rows that are not in order: found when they are first
    /// needed.
    listed: OnceCell<Distinct>,
    pub(super) enabled_only: bool,
    /// All is borrowed for threads that cannot look whether something else has borrowed it, which was looked
    /// for before.
    pub(super) is_for_threads: bool,
    /// In order.
    excepted: Vec<Entity>,
}

impl JoinState {
    /// Sees the enabled rows only.
    #[inline(always)]
    pub(super) fn new(opened: Opened, driver: Driver) -> Self {
        opened.visiting.see(true);
        let (listed, excepted) = (OnceCell::new(), Vec::new());
        Self { opened, driver, listed, enabled_only: true, is_for_threads: false, excepted }
    }

    /// `None`: there is nothing to visit.
    pub(crate) fn world(&self) -> Option<&Rc<WorldCore>> {
        self.opened.world()
    }

    /// Leaves an entity out.
    pub(crate) fn except(&mut self, entity: Entity) {
        if let Err(place) = self.excepted.binary_search(&entity) {
            self.excepted.insert(place, entity);
        }
    }

    /// Says whether an entity is left out: the world's singletons' always is.
    pub(super) fn leaves_out(&self, entity: Entity) -> bool {
        self.excepted.binary_search(&entity).is_ok()
            || self.world().is_some_and(|world| entity == world.globals.entity())
    }

    /// Says whether none of the rows that are followed is left out.
    pub(super) fn leaves_none_out(&self, terms: &[TermRows<'_>]) -> bool {
        self.excepted.is_empty() && self.singletons_among_rows(terms).is_none()
    }

    /// The entity of the world's singletons, if it may be among the rows that are followed, or among the list
    /// that is made where these are not in order. A list that was chosen has not got it.
    #[inline(always)]
    fn singletons_among_rows(&self, terms: &[TermRows<'_>]) -> Option<Entity> {
        let globals = self.world()?.globals.entity();
        if globals == Entity::NONE || matches!(self.driver, Driver::Listed(_)) {
            return None;
        }
        fewest(terms)?.driver()?.find(globals).map(|_| globals)
    }

    /// Follows something else.
    pub(super) fn follow(&mut self, driver: Driver) {
        self.driver = driver;
        self.listed = OnceCell::new();
    }

    // ---- what it has borrowed ----

    #[inline(always)]
    pub(crate) fn visiting(&self) -> &Visiting {
        &self.opened.visiting
    }

    /// Borrows as a whole, or what belongs to one entity, until something else is asked of the join.
    #[inline]
    pub(super) fn hold(&self, holding: Holding) {
        if !self.is_for_threads {
            self.visiting().hold(holding, self.opened.has_others());
        }
    }

    /// Borrows all for other threads. Refuses if anything else has borrowed something of it.
    pub(crate) fn hold_for_threads(&mut self) -> Result<(), (&'static str, Conflict)> {
        if !self.is_for_threads {
            if let Some(conflict) = self.visiting().conflict_as_a_whole() {
                return Err(conflict);
            }
            self.hold(Holding::Whole);
            self.is_for_threads = true;
        }
        Ok(())
    }

    /// Refuses if something else has borrowed what would be given out of an entity.
    #[cold]
    #[inline(never)]
    pub(super) fn check(&self, entity: Entity) -> Result<(), Held> {
        let conflict = if self.is_for_threads { None } else { self.visiting().conflict(entity.index()) };
        match conflict {
            Some((component, conflict)) => Err(Held { component, entity, conflict }),
            None => Ok(()),
        }
    }

    /// The rows or the entities that are followed, and their number.
    #[inline]
    pub(super) fn followed<'q>(&'q self, terms: &[TermRows<'q>]) -> (JoinDriver<'q>, usize) {
        match &self.driver {
            Driver::Listed(entities) => (JoinDriver::List(entities), entities.len()),
            Driver::Rows => match fewest(terms) {
                Some(rows @ TermRows { is_flushed: false, .. }) => {
                    let list = || rows.driver().map(|driver| driver.live_entities(self.enabled_only));
                    let entities = self.listed.get_or_init(|| list().unwrap_or_default());
                    (JoinDriver::List(entities), entities.len())
                }
                Some(rows @ TermRows { reach, .. }) => match rows.driver() {
                    Some(driver) => (JoinDriver::Rows(driver), reach),
                    None => (JoinDriver::List(&[]), 0),
                },
                None => (JoinDriver::List(&[]), 0),
            },
        }
    }

    /// Says whether rows that were seen at first may be dead or disabled now.
    #[inline(always)]
    pub(super) fn is_invalidated(&self) -> bool {
        self.visiting().is_invalidated()
    }

    /// Not zero: each entity must be looked at before it is visited.
    #[inline(always)]
    pub(super) fn slow_path(&self) -> &Cell<u64> {
        self.visiting().slow_path(self.is_for_threads)
    }

    /// Says whether each entity must be looked at before it is visited.
    #[inline(always)]
    pub(super) fn must_look(&self) -> bool {
        self.slow_path().get() != 0
    }

    /// Says whether an entity is alive, and enabled if it must be.
    #[inline(never)]
    pub(super) fn is_seen(&self, entity: Entity) -> bool {
        self.seen(&[entity]) != 0
    }

    /// Says which of some entities are [seen](Self::is_seen), 64 at most: a bit each, the first one lowest.
    pub(super) fn seen(&self, listed: &[Entity]) -> u64 {
        let Some(world) = self.world() else { return 0 };
        let entities = world.entities.borrow();
        let is_seen = |entity: Entity| {
            entities.is_alive(entity) && (!self.enabled_only || entities.is_enabled(entity.index()))
        };
        bits_of(listed, |&entity| is_seen(entity))
    }

    /// Says whether any entities may be [special](Self::special).
    #[inline(always)]
    pub(super) fn may_have_special(&self, terms: &[TermRows<'_>]) -> bool {
        !self.excepted.is_empty() || self.has_others() || self.singletons_among_rows(terms).is_some()
    }

    /// The entities that are left out, and those of which an outer visit has borrowed something. In the order
    /// of their indices.
    pub(super) fn special(&self, terms: &[TermRows<'_>]) -> Vec<u32> {
        let left_out = self.excepted.iter().copied().chain(self.singletons_among_rows(terms));
        let mut special: Vec<_> = left_out.map(|entity| entity.index()).collect();
        if self.has_others() {
            self.visiting().held_by_others(|owner| special.push(owner));
        }
        special.sort_unstable();
        special
    }

    /// Says whether there may be other visits that must be asked what they have borrowed.
    #[inline]
    pub(super) fn has_others(&self) -> bool {
        !self.is_for_threads && self.opened.has_others()
    }
}
