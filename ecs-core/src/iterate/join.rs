//! [`Join`]: terms that are visited together, entity by entity.
//!
//! Both zip what lies in the same order, and look the rest up. A pass follows the rows of its own column; a
//! query follows those of its term with the fewest, or a list of entities.
use core::cell::{Cell, OnceCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::base::bits_of;
use crate::ids::Entity;
use crate::world::{Frozen, WorldCore};

use super::candidates::Candidates;
use crate::borrow::{Conflict, Held, Holding, Visiting, Whose};
use crate::column::{Column, Distinct};
use crate::terms::{Opened, RowPlan, TermRows, Terms, Visited, fewest};

/// Which of the entities that have all terms are visited.
pub trait JoinFilter: Copy {
    /// All are.
    const ALL: bool = false;

    /// Whether an entity may pass, or pass no more, because something was written to.
    const LOOKS_BACK: bool = false;

    /// Whether an entity that passes does so whatever is written to.
    const STAYS: bool = true;

    /// Says which candidates are visited.
    fn passes(&self, of: &mut Candidates<'_>) -> u64;

    /// Says whether the entity of an index is visited.
    #[inline]
    fn lets_pass(&self, owner: u32, enabled_only: bool) -> bool {
        Self::ALL || self.passes(&mut Candidates::new(&[owner], enabled_only)) & 1 != 0
    }
}

/// What a join follows.
pub(crate) enum Driver {
    /// The rows of its term with the fewest.
    Rows,
    /// Entities.
    Listed(Distinct),
}

/// Terms that are visited together, each entity once that has all that are needed.
pub struct Join<C: Terms> {
    /// Invariant 20: a join takes each row that it follows once, each of another entity, and no two entities
    /// have a row in common. A singleton, which all have in common, is no term of a join.
    pub(super) terms: C,
    /// What the columns know of it. After the terms: they leave first.
    pub(super) opened: Opened,
    pub(super) driver: Driver,
    /// The entities that are followed in the place of rows that are not in order: found when they are first
    /// needed.
    pub(super) listed: OnceCell<Distinct>,
    /// Where the terms lie beside the rows that are followed: found when it is first needed.
    plan: OnceCell<RowPlan<C::Rows>>,
    pub(super) enabled_only: bool,
    /// All is borrowed for threads that cannot look whether something else has borrowed it, which was looked
    /// for before.
    pub(super) is_for_threads: bool,
    excepted: BTreeSet<Entity>,
}

/// A join, and where the filter looks that says which of its entities are visited.
pub struct Filtered<C: Terms, S> {
    pub(crate) join: Join<C>,
    pub(crate) filter: S,
}

/// What a join follows, while it is visited.
#[derive(Clone, Copy)]
pub(super) enum JoinDriver<'q> {
    Rows(&'q Column),
    List(&'q [Entity]),
}

impl<C: Terms> Join<C> {
    /// Joins terms, which the visit was opened for, and of which only the enabled rows are seen. `choose`
    /// says what is followed.
    #[inline(always)]
    pub(crate) fn new(
        mut terms: C,
        opened: Opened,
        choose: impl FnOnce(&C, Option<&Rc<WorldCore>>) -> Driver,
    ) -> Self {
        const { assert!(!C::IS_SINGLETON, "the items of several entities are used at the same time") };
        terms.see(true);
        opened.visiting.see(true);
        let driver = choose(&terms, opened.world());
        Self {
            terms,
            opened,
            driver,
            listed: OnceCell::new(),
            plan: OnceCell::new(),
            enabled_only: true,
            is_for_threads: false,
            excepted: BTreeSet::new(),
        }
    }

    /// `None`: there is nothing to visit.
    pub(crate) fn world(&self) -> Option<&Rc<WorldCore>> {
        self.opened.world()
    }

    /// Sees the disabled rows too.
    pub(crate) fn see_all(&mut self) {
        self.enabled_only = false;
        self.terms.see(false);
        self.visiting().see(false);
        (self.plan, self.listed) = (OnceCell::new(), OnceCell::new());
    }

    /// Leaves an entity out.
    pub(crate) fn except(&mut self, entity: Entity) {
        self.excepted.insert(entity);
    }

    /// Says whether an entity is left out: the world's singletons' always is.
    pub(super) fn leaves_out(&self, entity: Entity) -> bool {
        self.excepted.contains(&entity) || self.world().is_some_and(|world| entity == world.globals.entity())
    }

    /// Says whether none of the rows that are followed is left out.
    pub(super) fn leaves_none_out(&self) -> bool {
        self.excepted.is_empty() && self.singletons_among_rows().is_none()
    }

    /// The entity of the world's singletons, if it may be among the rows that are followed, or among the list
    /// that is made where these are not in order. A list that was chosen has not got it.
    #[inline]
    fn singletons_among_rows(&self) -> Option<Entity> {
        if matches!(self.driver, Driver::Listed(_)) {
            return None;
        }
        let globals = self.world()?.globals.entity();
        if globals == Entity::NONE {
            None
        } else {
            fewest(self.terms.rows().as_ref())?.driver()?.find(globals).map(|_| globals)
        }
    }

    /// Chooses again what is followed.
    pub(crate) fn follow(&mut self, choose: impl FnOnce(&C, Option<&Rc<WorldCore>>) -> Driver) {
        self.driver = choose(&self.terms, self.world());
        (self.plan, self.listed) = (OnceCell::new(), OnceCell::new());
    }

    // ---- what it has borrowed ----

    #[inline(always)]
    pub(super) fn visiting(&self) -> &Visiting {
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

    /// Visits just these entities, which stay the same as long as it gives anything out: the world is
    /// detached meanwhile.
    pub(crate) fn stay_with(&self, whose: &'static Whose<'static>) {
        self.visiting().stay_with(whose);
    }

    /// Ends [`Join::hold_for_threads`].
    pub(super) fn return_from_threads(&mut self) {
        self.is_for_threads = false;
        self.hold(Holding::Idle);
    }

    /// Says whether all is borrowed for other threads.
    pub(super) fn is_for_threads(&self) -> bool {
        self.is_for_threads
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

    /// Freezes what is read when the join is visited, and finds what is otherwise found when it is first
    /// needed.
    pub(super) fn freeze(&self, frozen: &Frozen) {
        self.terms.rows().as_ref().iter().for_each(|rows| rows.freeze(frozen));
        if let (JoinDriver::Rows(driver), _) = self.followed() {
            self.plan(driver);
        }
    }

    /// What is followed, and how many rows or entities that are.
    pub(super) fn followed(&self) -> (JoinDriver<'_>, usize) {
        match &self.driver {
            Driver::Listed(entities) => (JoinDriver::List(entities), entities.len()),
            Driver::Rows => match fewest(self.terms.rows().as_ref()) {
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

    /// How many rows or entities are followed.
    pub(super) fn rows(&self) -> usize {
        if self.world().is_some() { self.followed().1 } else { 0 }
    }

    /// Where the terms lie beside the rows of the column that is followed.
    pub(super) fn plan(&self, driver: &Column) -> &RowPlan<C::Rows> {
        self.plan.get_or_init(|| RowPlan::new(self.terms.rows(), driver))
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
    #[inline]
    pub(super) fn may_have_special(&self) -> bool {
        !self.excepted.is_empty() || self.has_others() || self.singletons_among_rows().is_some()
    }

    /// The entities that are not visited as all others are: those that are left out, and those of which a
    /// visit that waits for this one has borrowed something. In the order of their indices.
    pub(super) fn special(&self) -> Vec<u32> {
        let left_out = self.excepted.iter().copied().chain(self.singletons_among_rows());
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

impl Visited for Entity {
    #[inline(always)]
    fn owner(&self) -> u32 {
        self.index()
    }

    #[inline(always)]
    fn entity(&self) -> Entity {
        *self
    }
}
