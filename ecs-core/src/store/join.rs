//! [`Join`]: columns side by side, visited entity by entity; [`Cursors`]: those of them that lie beside the rows of a pass.
//!
//! Both zip what lies in the same order, and look the rest up. A pass follows the rows of its own store; a query follows those of
//! its column with the fewest, or a list of entities.
#![expect(unsafe_code, reason = "items of different entities are lent at the same time")]

use core::cell::{Cell, OnceCell};
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;
use std::rc::Rc;

use crate::error::{QueryError, fail};
use crate::ids::Entity;
use crate::world::{Frozen, WorldCore};

use super::aligned_run::AlignedRun;
use super::borrower::Conflict;
use super::column::Column;
use super::distinct::Distinct;
use super::term::Place;
use super::terms::{ParTerms, ReadOnly, Terms};
use super::visiting::{Opened, State, Visiting};

/// As many rows of each column, side by side.
pub struct Cursors<'c, C: Terms> {
    cursors: C::Cursors<'c>,
    len: usize,
    /// The columns are lent to these lanes alone.
    terms: PhantomData<&'c mut C>,
}

impl<'c, C: Terms> Cursors<'c, C> {
    /// Takes `len` rows from these on.
    pub(crate) fn new(terms: &'c mut C, starts: C::Starts, len: usize) -> Self {
        assert!(terms.sees(starts, len), "runs are among the rows that are lent");
        Self { cursors: terms.cursors(starts), len, terms: PhantomData }
    }

    /// Takes the rows of an entity; `None` if it lacks one that is needed.
    #[inline(always)]
    pub(crate) fn find(terms: &'c mut C, place: &impl Place) -> Option<Self> {
        let rows = terms.find(place)?;
        Some(Self { cursors: terms.cursors(rows), len: 1, terms: PhantomData })
    }

    /// Calls a function with a hook and the items of a row among them.
    #[inline(always)]
    pub(crate) fn with<H, R>(
        &mut self,
        row: usize,
        place: &impl Place,
        hook: &'c H,
        call: impl for<'a> FnOnce(&'a H, C::Item<'a>) -> R,
    ) -> R {
        // What has no rows needs none: a hook without siblings is small enough to be inlined only without this.
        if C::NEEDED != 0 {
            assert!(row < self.len);
        }
        // SAFETY: the row is among those that are seen, or was found; the function cannot keep the items.
        call(hook, unsafe { C::items(self.cursors, row, place) })
    }
}

/// Which of the entities that have all columns are visited.
pub trait JoinFilter {
    /// All are.
    const ALL: bool = false;

    /// Says whether the entity of an index is visited.
    fn passes(&self, owner: u32, enabled_only: bool) -> bool;
}

/// What a join follows.
pub(crate) enum Driver {
    /// The rows of its column with the fewest.
    Rows,
    /// Entities.
    Listed(Distinct),
}

/// Columns that are visited together, each entity once that has all that are needed.
pub struct Join<C: Terms> {
    terms: C,
    /// What the stores know of it. After the columns: they leave first.
    opened: Opened,
    driver: Driver,
    /// The entities that are followed in the place of rows that are not in order: found when they are first needed.
    listed: OnceCell<Distinct>,
    /// Where the columns lie beside the rows that are followed: found when it is first needed.
    alignments: OnceCell<C::Alignments>,
    enabled_only: bool,
    /// All is borrowed for threads that cannot look whether something else has borrowed it, which was looked for before.
    is_for_threads: bool,
    excepted: Vec<Entity>,
}

/// A join, and where the filter looks that says which of its entities are visited.
pub struct Filtered<C: Terms, S> {
    pub(crate) join: Join<C>,
    pub(crate) filter: S,
}

/// What a join cannot visit, because something else has borrowed it.
pub(crate) struct Held {
    pub(crate) component: &'static str,
    pub(crate) entity: Entity,
    pub(crate) conflict: Conflict,
}

impl<C: Terms> Join<C> {
    /// Joins columns, which the visit was opened for, and of which only the enabled rows are seen.
    pub(crate) fn new(mut terms: C, opened: Opened) -> Self {
        const { assert!(!C::IS_SINGLETON, "the items of several entities are used at the same time") };
        terms.see(true);
        opened.visiting.see(true);
        let mut join = Self {
            terms,
            opened,
            driver: Driver::Rows,
            listed: OnceCell::new(),
            alignments: OnceCell::new(),
            enabled_only: true,
            is_for_threads: false,
            excepted: Vec::new(),
        };
        join.leave_out_singletons();
        join
    }

    /// Leaves out the entity of the world's singletons if it is among the rows. A list that is followed has not got it.
    fn leave_out_singletons(&mut self) {
        let globals = self.world().map_or(Entity::NONE, |world| world.globals());
        if globals != Entity::NONE && self.fewest().is_some() && self.terms.find(&globals).is_some() {
            self.except(globals);
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
        (self.alignments, self.listed) = (OnceCell::new(), OnceCell::new());
        self.leave_out_singletons();
    }

    /// Leaves an entity out.
    pub(crate) fn except(&mut self, entity: Entity) {
        self.excepted.push(entity);
    }

    /// How many rows the column with the fewest has, if any is needed.
    pub(crate) fn fewest(&self) -> Option<usize> {
        self.terms.fewest()
    }

    /// Follows the column with the fewest rows.
    pub(crate) fn follow_fewest(&mut self) {
        self.follow(self.terms.list().map_or(Driver::Rows, Driver::Listed));
    }

    pub(crate) fn follow(&mut self, driver: Driver) {
        self.driver = match (driver, self.world()) {
            (Driver::Listed(entities), Some(world)) => Driver::Listed(entities.without_singletons(world)),
            (driver, _) => driver,
        };
        (self.alignments, self.listed) = (OnceCell::new(), OnceCell::new());
    }

    // ---- what it has borrowed ----

    #[inline(always)]
    fn visiting(&self) -> &Visiting {
        &self.opened.visiting
    }

    /// Borrows as a whole, or what belongs to one entity, until something else is asked of the join.
    #[inline]
    fn hold(&self, state: State) {
        if !self.is_for_threads {
            self.visiting().hold(state, self.opened.has_others());
        }
    }

    /// Borrows all for other threads. Refuses if anything else has borrowed something of it.
    pub(crate) fn hold_for_threads(&mut self) -> Result<(), (&'static str, Conflict)> {
        if !self.is_for_threads {
            if let Some(conflict) = self.visiting().conflict_as_a_whole() {
                return Err(conflict);
            }
            self.hold(State::Whole);
            self.is_for_threads = true;
        }
        Ok(())
    }

    /// Ends [`Join::hold_for_threads`].
    pub(super) fn return_from_threads(&mut self) {
        self.is_for_threads = false;
        self.hold(State::Idle);
    }

    /// Says whether all is borrowed for other threads.
    pub(super) fn is_for_threads(&self) -> bool {
        self.is_for_threads
    }

    /// Refuses if something else has borrowed what would be given out of an entity.
    #[cold]
    #[inline(never)]
    fn check(&self, entity: Entity) -> Result<(), Held> {
        let conflict = if self.is_for_threads { None } else { self.visiting().conflict(entity.index()) };
        match conflict {
            Some((component, conflict)) => Err(Held { component, entity, conflict }),
            None => Ok(()),
        }
    }

    /// Holds still what is read when the join is visited, and finds what is found when it is first needed.
    pub(super) fn freeze(&self, frozen: &Frozen)
    where
        C: ParTerms,
    {
        self.terms.freeze(frozen);
        if let (Followed::Rows(order), _) = self.followed() {
            self.alignments(order);
        }
    }

    /// What is followed, and how many rows or entities that are.
    fn followed(&self) -> (Followed<'_>, usize) {
        match &self.driver {
            Driver::Listed(entities) => (Followed::List(entities), entities.len()),
            Driver::Rows => match (self.terms.order(), self.terms.fewest()) {
                (Some(order), Some(_)) if !self.terms.is_flushed() => {
                    let entities = self.listed.get_or_init(|| order.live_entities(self.enabled_only));
                    (Followed::List(entities), entities.len())
                }
                (Some(order), Some(rows)) => (Followed::Rows(order), rows),
                _ => (Followed::List(&[]), 0),
            },
        }
    }

    /// How many rows or entities are followed.
    pub(super) fn rows(&self) -> usize {
        if self.world().is_some() { self.followed().1 } else { 0 }
    }

    /// Where the columns lie beside the rows of the store that is followed.
    fn alignments(&self, order: &Column) -> &C::Alignments {
        self.alignments.get_or_init(|| self.terms.alignments(order))
    }

    /// Says whether rows that were seen at first may be dead or disabled now.
    #[inline(always)]
    fn is_invalidated(&self) -> bool {
        self.visiting().is_invalidated()
    }

    /// Says whether each entity must be looked at before it is visited.
    #[inline(always)]
    fn must_look(&self) -> bool {
        self.visiting().slow_path(self.is_for_threads).get() != 0
    }

    /// The items of an entity.
    pub(crate) fn get(
        &mut self,
        entity: Entity,
        filter: &impl JoinFilter,
    ) -> Result<Option<C::Item<'_>>, Held> {
        self.hold(State::Idle);
        if !self.is_seen(entity)
            || self.world().is_some_and(|world| entity == world.globals())
            || self.excepted.contains(&entity)
            || !filter.passes(entity.index(), self.enabled_only)
        {
            return Ok(None);
        }
        let Some(rows) = self.terms.find(&entity) else { return Ok(None) };
        if self.must_look() || self.has_others() {
            self.check(entity)?;
        }
        if !self.is_for_threads {
            self.visiting().follow_list();
            self.visiting().visit(entity.index());
        }
        self.hold(State::Kept);
        // SAFETY: the rows were found, and nothing else has borrowed them; the items are used before others are asked for.
        Ok(Some(unsafe { C::items(self.terms.cursors(rows), 0, &entity) }))
    }

    /// Says whether an entity is alive, and enabled if it must be.
    fn is_seen(&self, entity: Entity) -> bool {
        self.world().is_some_and(|world| {
            let entities = world.entities.borrow();
            entities.is_alive(entity) && (!self.enabled_only || entities.is_enabled(entity.index()))
        })
    }

    /// The entities that are not visited as all others are: those that are left out, and those of which a visit that waits for this one
    /// has borrowed something.
    fn special(&self) -> Vec<u32> {
        let mut special: Vec<_> = self.excepted.iter().map(|entity| entity.index()).collect();
        if self.has_others() {
            self.visiting().held_by_others(|owner| special.push(owner));
        }
        special
    }

    /// Says whether there may be other visits that must be asked what they have borrowed.
    #[inline]
    fn has_others(&self) -> bool {
        !self.is_for_threads && self.opened.has_others()
    }

    /// Visits all, with what may be written to. All is borrowed until something else is asked of the join.
    pub(crate) fn iter_mut<F: JoinFilter>(&mut self, filter: F) -> JoinIter<'_, C, F> {
        self.hold(State::Whole);
        JoinIter::new(self, filter)
    }

    /// Visits all. All is borrowed until something else is asked of the join.
    pub(crate) fn iter<F: JoinFilter>(&self, filter: F) -> JoinIter<'_, C, F>
    where
        C: ReadOnly,
    {
        self.hold(State::Whole);
        JoinIter::new(self, filter)
    }

    /// Calls a function with the items of all, which are borrowed entity by entity.
    pub(crate) fn each<F: JoinFilter>(
        &mut self,
        filter: F,
        mut f: impl FnMut(C::Item<'_>),
    ) -> Result<(), Held> {
        if self.is_for_threads {
            self.iter_mut(filter).for_each(f);
            return Ok(());
        }
        self.hold(State::Idle);
        let visiting = self.visiting();
        let mut all = JoinIter::new(self, filter);
        let _turn = visiting.begin();
        loop {
            if let (Some(zipped), Followed::Rows(order)) = (&mut all.zipped, all.followed) {
                visiting.follow(order.position());
                zipped.each(all.first, &mut f, |visiting: &Visiting, row, items, f: &mut _| {
                    visiting.visit(row);
                    f(items);
                    visiting.needs_slow_path()
                });
            }
            visiting.follow_list();
            if all.special.is_empty() {
                while all.row != all.end && !visiting.needs_slow_path() {
                    if let Some((items, entity)) = all.take_row_quickly() {
                        visiting.visit(entity.index());
                        f(items);
                    }
                }
            }
            all.each_carefully(&mut f);
            if !all.advance() {
                return all.held.map_or(Ok(()), Err);
            }
        }
    }

    /// Says whether nothing would be visited.
    pub(crate) fn is_empty(&self, filter: impl JoinFilter) -> bool {
        JoinIter::new(self, filter).pass_over(1) == 0
    }

    /// Counts what would be visited.
    pub(crate) fn count(&self, filter: impl JoinFilter) -> usize {
        let all = JoinIter::new(self, filter);
        match all.size_hint() {
            (least, Some(most)) if least == most => most,
            _ => all.pass_over(usize::MAX),
        }
    }
}

/// As many rows as are visited before the entities of the next ones are asked for.
const BLOCK: usize = 64;

/// Visits what a join has.
pub struct JoinIter<'q, C: Terms, F> {
    /// The rows from `first` on, if all columns lie beside them.
    zipped: Option<Zipped<'q, C>>,
    join: &'q Join<C>,
    filter: F,
    followed: Followed<'q>,
    /// Where the columns lie beside the rows that are followed.
    alignments: Option<&'q C::Alignments>,
    /// The entities that are not visited as all others are: see [`Join::special`].
    special: Vec<u32>,
    /// Why it has ended before its time.
    held: Option<Held>,
    /// Their rows, if rows are followed.
    stops: Vec<usize>,
    /// The next row, or place in the list; behind those that are zipped.
    row: usize,
    rows: usize,
    /// The first of the rows that are alike, and what follows them.
    first: usize,
    end: usize,
    /// Where the columns lie that lie beside these rows; `None` if all must be looked up.
    starts: Option<C::Starts>,
    /// The entities of these rows, where they matter.
    entities: [Entity; BLOCK],
    /// The columns are lent to this iterator alone, unless they are for reading only.
    items: PhantomData<C::Item<'q>>,
}

/// What a join follows, while it is visited.
#[derive(Clone, Copy)]
enum Followed<'q> {
    Rows(&'q Column),
    List(&'q [Entity]),
}

impl<'q, C: Terms, F: JoinFilter> JoinIter<'q, C, F> {
    fn new(join: &'q Join<C>, filter: F) -> Self {
        Self::over(join, filter, 0..join.followed().1)
    }

    /// Visits what belongs to some of the rows that are followed, of which there are so many.
    ///
    /// # Safety
    ///
    /// Nobody else visits these rows, unless the columns are for reading only.
    pub(super) unsafe fn of_rows(join: &'q Join<C>, filter: F, rows: Range<usize>) -> Self {
        assert!(rows.end <= join.rows());
        Self::over(join, filter, rows)
    }

    fn over(join: &'q Join<C>, filter: F, Range { start, end: rows }: Range<usize>) -> Self {
        let (followed, _) = join.followed();
        let special = join.special();
        let (alignments, stops) = match followed {
            Followed::Rows(order) => (Some(join.alignments(order)), find_stops(order, &special)),
            Followed::List(_) => (None, Vec::new()),
        };
        let (row, first, end, zipped) = (start, start, start, None);
        let (starts, entities, items) = (None, [Entity::NONE; BLOCK], PhantomData);
        Self {
            zipped,
            join,
            filter,
            followed,
            alignments,
            special,
            held: None,
            stops,
            row,
            rows,
            first,
            end,
            starts,
            entities,
            items,
        }
    }

    /// Finds the rows of the entity that lies `step` behind the first of those that are alike, if it is visited.
    fn look_up(&self, step: usize) -> Option<(C::Starts, Entity)> {
        let entity = match self.followed {
            Followed::Rows(_) => self.entities[step],
            Followed::List(entities) => entities[self.first + step],
        };
        let is_invalidated = self.join.is_invalidated();
        // One of the rows that are alike may go on under another name meanwhile: that is another life.
        if (is_invalidated || matches!(self.followed, Followed::List(_))) && !self.join.is_seen(entity)
            || !self.filter.passes(entity.index(), self.join.enabled_only)
            || !self.special.is_empty() && self.join.excepted.contains(&entity)
        {
            return None;
        }
        let terms = &self.join.terms;
        let rows = match self.starts {
            Some(starts) if !is_invalidated => terms.find_aligned(starts, step, &entity)?,
            _ => terms.find(&entity)?,
        };
        Some((rows, entity))
    }

    /// As [`JoinIter::look_up`], where nothing is special or borrowed by others.
    #[inline(always)]
    fn look_up_quickly(&self, step: usize) -> Option<(C::Starts, Entity)> {
        let entity = match self.followed {
            Followed::Rows(_) => self.entities[step],
            Followed::List(entities) => entities[self.first + step],
        };
        if matches!(self.followed, Followed::List(_)) && !self.join.is_seen(entity)
            || !self.filter.passes(entity.index(), self.join.enabled_only)
        {
            return None;
        }
        let terms = &self.join.terms;
        let rows = match self.starts {
            Some(starts) => terms.find_aligned(starts, step, &entity)?,
            None => terms.find(&entity)?,
        };
        Some((rows, entity))
    }

    /// As [`JoinIter::look_up`], where something may be. If something else has borrowed what belongs to the entity, the visit ends here.
    #[cold]
    #[inline(never)]
    fn look_up_carefully(&mut self, step: usize) -> Option<(C::Starts, Entity)> {
        let (rows, entity) = self.look_up(step)?;
        self.is_free(entity).then_some((rows, entity))
    }

    /// Visits what is left of the rows that are alike, of which something may be dead, special or borrowed.
    #[cold]
    #[inline(never)]
    fn each_carefully(&mut self, f: &mut dyn FnMut(C::Item<'q>)) {
        while self.row != self.end {
            if let Some((items, entity)) = self.take_row() {
                self.join.visiting().visit(entity.index());
                f(items);
            }
        }
    }

    /// As [`JoinIter::take_row`], where nothing is special or borrowed by others.
    #[inline(always)]
    fn take_row_quickly(&mut self) -> Option<(C::Item<'q>, Entity)> {
        let step = self.row - self.first;
        self.row += 1;
        let (rows, entity) = self.look_up_quickly(step)?;
        // SAFETY: as in `take_row`.
        Some((unsafe { C::items(self.join.terms.cursors(rows), 0, &entity) }, entity))
    }

    /// Takes the next row of those that are alike, if its entity is visited; there is one.
    #[inline(always)]
    fn take_row(&mut self) -> Option<(C::Item<'q>, Entity)> {
        let step = self.row - self.first;
        self.row += 1;
        let (rows, entity) = if self.join.must_look() || !self.special.is_empty() {
            self.look_up_carefully(step)?
        } else {
            self.look_up_quickly(step)?
        };
        // SAFETY: the rows were found. Each row that is followed is taken once: no entity comes twice, and no two have a row in common.
        // What belongs to it is borrowed by this iterator alone, or only read: nothing else has borrowed it, as was looked for if there is
        // anything else, and from now on the stores refuse it to others.
        Some((unsafe { C::items(self.join.terms.cursors(rows), 0, &entity) }, entity))
    }

    /// Says whether nothing else has borrowed what would be given out of an entity; otherwise ends the visit.
    fn is_free(&mut self, entity: Entity) -> bool {
        if !self.join.visiting().has_company() && !self.special.contains(&entity.index()) {
            return true;
        }
        let Err(held) = self.join.check(entity) else { return true };
        (self.rows, self.end) = (self.row, self.row);
        self.held = Some(held);
        false
    }

    /// Panics if the visit has ended before its time.
    #[inline]
    #[track_caller]
    fn fail_if_held(&mut self) {
        if let Some(held) = self.held.take() {
            fail(&QueryError::from(held));
        }
    }

    /// Counts the entities that would be visited, up to `most`, without taking their rows.
    fn pass_over(mut self, most: usize) -> usize {
        let mut count = 0;
        loop {
            if let Some(zipped) = &mut self.zipped {
                count += zipped.len - zipped.step;
                zipped.step = zipped.len;
            }
            while self.row != self.end && count < most {
                count += usize::from(self.look_up(self.row - self.first).is_some());
                self.row += 1;
            }
            if count >= most || !self.advance() {
                return count;
            }
        }
    }

    /// Takes the rows that are left of a stretch as they come from here on.
    fn leave_zipped(&mut self) {
        if let Some(zipped) = &self.zipped {
            self.row = self.first + zipped.step;
            self.end = self.row;
            self.zipped = None;
        }
    }

    /// Goes on to the rows that are alike from the next one on; `false` if there are none.
    #[inline(never)]
    fn advance(&mut self) -> bool {
        self.leave_zipped();
        match self.join.world() {
            Some(world) if self.row != self.rows => {
                self.enter_aligned_run(world);
                true
            }
            _ => false,
        }
    }

    /// Finds the rows that are alike from the next one on; there is one.
    fn enter_aligned_run(&mut self, world: &'q WorldCore) {
        (self.first, self.end, self.starts) = (self.row, self.rows, None);
        let Followed::Rows(order) = self.followed else { return };
        let stop = self.stops.iter().copied().find(|&stop| stop >= self.row);
        let is_special = stop == Some(self.row);
        let aligned_run = self.aligned_run().filter(|_| !is_special && !self.join.is_invalidated());
        let len =
            if is_special { 1 } else { aligned_run.as_ref().map_or(BLOCK, |aligned_run| aligned_run.len) };
        let stop = stop.filter(|_| !is_special).unwrap_or(self.rows);
        self.end = self.rows.min(stop).min(self.row + len);
        let is_zipped = F::ALL
            && !self.join.must_look()
            && aligned_run.as_ref().is_some_and(|aligned_run| aligned_run.is_zipped);
        if C::ASKS_OWNER || !is_zipped {
            self.end = self.end.min(self.row + BLOCK);
            let (entities, owners) = (world.entities.borrow(), order.owners());
            for (entity, &owner) in self.entities.iter_mut().zip(&owners[self.row..self.end]) {
                // That of a row whose component has died is not asked for.
                *entity = entities.at(owner);
            }
        }
        self.starts = aligned_run.map(|aligned_run| aligned_run.starts);
        if let Some(starts) = self.starts.filter(|_| is_zipped) {
            let len = self.end - self.first;
            assert!(self.join.terms.sees(starts, len), "runs are among the rows that are lent");
            let cursors = self.join.terms.cursors(starts);
            let visiting = self.join.visiting();
            let slow_path = visiting.slow_path(self.join.is_for_threads);
            self.zipped =
                Some(Zipped { cursors, step: 0, len, entities: self.entities, visiting, slow_path });
            self.row = self.end;
        }
    }

    fn aligned_run(&self) -> Option<AlignedRun<C::Starts>> {
        Some(self.join.terms.aligned_run(self.alignments?, self.row, self.rows))
    }
}

/// The rows of entities, as far as they have one, in their order.
fn find_stops(order: &Column, special: &[u32]) -> Vec<usize> {
    let mut stops: Vec<_> = special.iter().filter_map(|&owner| order.live_row(owner)).collect();
    stops.sort_unstable();
    stops
}

impl<'q, C: Terms, F: JoinFilter> Iterator for JoinIter<'q, C, F> {
    type Item = C::Item<'q>;

    #[inline]
    #[track_caller]
    fn next(&mut self) -> Option<C::Item<'q>> {
        loop {
            if let Some(items) = self.zipped.as_mut().and_then(Zipped::next) {
                return Some(items);
            }
            while self.row != self.end {
                if let Some((items, _)) = self.take_row() {
                    return Some(items);
                }
            }
            if !self.advance() {
                self.fail_if_held();
                return None;
            }
        }
    }

    /// Exact where all that is left lies side by side.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let zipped = self.zipped.as_ref().map_or(0, |zipped| zipped.len - zipped.step);
        let rest = self.rows - self.row;
        let is_exact = rest == 0 && (zipped != 0 || self.row == self.end)
            || F::ALL
                && self.join.excepted.is_empty()
                && self
                    .aligned_run()
                    .is_some_and(|aligned_run| aligned_run.is_zipped && aligned_run.len == rest);
        let left = zipped + rest;
        (if is_exact && !self.join.is_invalidated() { left } else { 0 }, Some(left))
    }

    #[inline]
    fn fold<B, G: FnMut(B, Self::Item) -> B>(mut self, first: B, mut f: G) -> B {
        let mut folded = first;
        loop {
            if let Some(mut zipped) = self.zipped.take() {
                // Nothing is killed or disabled while nobody reaches the world: a loop that asks once is vectorised.
                let is_detached = |world: &Rc<WorldCore>| world.is_visited_by_threads();
                if self.join.is_for_threads
                    && !self.join.is_invalidated()
                    && self.join.world().is_some_and(is_detached)
                {
                    while zipped.step != zipped.len {
                        folded = f(folded, zipped.take());
                    }
                }
                while let Some(items) = zipped.next() {
                    folded = f(folded, items);
                }
                self.zipped = Some(zipped);
            }
            while self.row != self.end {
                if let Some((items, _)) = self.take_row() {
                    folded = f(folded, items);
                }
            }
            if !self.advance() {
                self.fail_if_held();
                return folded;
            }
        }
    }
}

impl<C: Terms, F: JoinFilter> FusedIterator for JoinIter<'_, C, F> {}

/// Rows beside which all columns lie, until something of them is killed or disabled, or borrowed by something else.
///
/// They are among those that are seen; what the columns lend for writing is lent to this alone.
struct Zipped<'q, C: Terms> {
    cursors: C::Cursors<'q>,
    step: usize,
    len: usize,
    /// The entities of the rows, where they matter.
    entities: [Entity; BLOCK],
    visiting: &'q Visiting,
    /// Not zero: rows must be looked at one by one from here on.
    slow_path: &'q Cell<u64>,
}

impl<'q, C: Terms> Zipped<'q, C> {
    /// Takes the next row; `None` if there is none, or rows must be looked at one by one from here on.
    #[inline(always)]
    fn next(&mut self) -> Option<C::Item<'q>> {
        if self.step == self.len || self.slow_path.get() != 0 {
            return None;
        }
        Some(self.take())
    }

    /// Takes the next row; there is one, and nothing was killed, disabled or borrowed.
    #[inline(always)]
    fn take(&mut self) -> C::Item<'q> {
        let step = self.step;
        debug_assert!(step < self.len);
        self.step += 1;
        let entity = if C::ASKS_OWNER { self.entities[step] } else { Entity::NONE };
        // SAFETY: the row is seen, and taken once: each row has one owner, and no two entities have a row in common.
        unsafe { C::items(self.cursors, step, &entity) }
    }

    /// Calls a function with the items of the rows, as long as there is nothing to look for. As in
    /// [`Visit::quickly`](super::Visit::quickly) all that must be kept apart comes to `visit` as arguments.
    #[inline(never)]
    fn each<G>(
        &mut self,
        first: usize,
        f: &mut G,
        visit: impl Fn(&Visiting, u32, C::Item<'q>, &mut G) -> bool + Copy,
    ) {
        let (visiting, cursors, len) = (self.visiting, self.cursors, self.len);
        let mut step = self.step;
        if !visiting.needs_slow_path() {
            while step < len {
                let entity = if C::ASKS_OWNER { self.entities[step] } else { Entity::NONE };
                // SAFETY: as in `take`.
                let items = unsafe { C::items(cursors, step, &entity) };
                let look = visit(visiting, (first + step) as u32, items, f);
                step += 1;
                if look {
                    break;
                }
            }
        }
        self.step = step;
    }
}

impl Place for Entity {
    #[inline(always)]
    fn owner(&self) -> u32 {
        self.index()
    }

    #[inline(always)]
    fn entity(&self) -> Entity {
        *self
    }
}
