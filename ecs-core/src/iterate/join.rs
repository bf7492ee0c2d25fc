//! [`Join`]: terms that are visited together, entity by entity.
//!
//! Both zip what lies in the same order, and look the rest up. A pass follows the rows of its own column; a
//! query follows those of its term with the fewest, or a list of entities.
use core::cell::OnceCell;
use std::rc::Rc;

use crate::ids::Entity;
use crate::world::{Frozen, WorldCore};

use super::candidates::Candidates;
use super::join_state::{Driver, JoinDriver, JoinState};
use crate::column::Column;
use crate::terms::{Opened, RowPlan, TermRows, Terms, Visited};

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

/// Terms that are visited together, each entity once that has all that are needed.
pub struct Join<C: Terms> {
    /// Invariant 20: a join takes each row that it follows once, each of another entity, and no two entities
    /// have a row in common. A singleton, which all have in common, is no term of a join.
    pub(super) terms: C,
    /// Where the terms lie beside the rows that are followed: found when it is first needed.
    plan: OnceCell<RowPlan<C::Rows>>,
    /// All that needs no type. After the terms: they leave their columns first.
    pub(crate) state: JoinState,
}

/// A join, and where the filter looks that says which of its entities are visited.
pub struct Filtered<C: Terms, S> {
    pub(crate) join: Join<C>,
    pub(crate) filter: S,
}

impl<C: Terms> Join<C> {
    /// Joins terms, which the visit was opened for, and of which only the enabled rows are seen. `choose`
    /// says what is followed.
    #[inline(always)]
    pub(crate) fn new(
        mut terms: C,
        opened: Opened,
        choose: impl FnOnce(&[TermRows<'_>], Option<&Rc<WorldCore>>) -> Driver,
    ) -> Self {
        const { assert!(!C::IS_SINGLETON, "the items of several entities are used at the same time") };
        terms.see(true);
        let driver = choose(terms.rows().as_ref(), opened.world());
        Self { terms, plan: OnceCell::new(), state: JoinState::new(opened, driver) }
    }

    /// Sees the disabled rows too. What is followed is chosen again after that.
    pub(crate) fn see_all(&mut self) {
        self.terms.see(false);
        self.visiting().see(false);
        self.state.enabled_only = false;
    }

    /// Chooses again what is followed.
    pub(crate) fn follow(&mut self, choose: impl FnOnce(&[TermRows<'_>], Option<&Rc<WorldCore>>) -> Driver) {
        let driver = choose(self.terms.rows().as_ref(), self.state.world());
        self.state.follow(driver);
        self.plan = OnceCell::new();
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
    #[inline]
    pub(super) fn followed(&self) -> (JoinDriver<'_>, usize) {
        self.state.followed(self.terms.rows().as_ref())
    }

    /// How many rows or entities are followed.
    pub(super) fn rows(&self) -> usize {
        if self.state.world().is_some() { self.followed().1 } else { 0 }
    }

    /// Where the terms lie beside the rows of the column that is followed.
    pub(super) fn plan(&self, driver: &Column) -> &RowPlan<C::Rows> {
        self.plan.get_or_init(|| RowPlan::new(self.terms.rows(), driver))
    }
}

crate::base::deref_by!([C: Terms] Join<C> => JoinState, |this| &this.state);

impl Visited for Entity {
    #[inline(always)]
    fn visited_index(&self) -> u32 {
        self.index()
    }

    #[inline(always)]
    fn visited_entity(&self) -> Entity {
        *self
    }
}
