//! [`JoinIter`]: a `for` over the entities of a join.
#![expect(unsafe_code, reason = "what a query gives belongs to its entity alone")]

use crate::error::{QueryError, fail};
use crate::ids::Entity;
use crate::world::WorldCore;
use core::cell::Cell;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;
use std::rc::Rc;

use super::aligned_run::AlignedRun;
use super::join::{Followed, Join, JoinFilter};
use super::terms::{ReadOnly, Terms};
use crate::borrow::{Held, Holding, Visiting};
use crate::column::Column;

/// As many rows as are visited before the entities of the next ones are asked for.
const BLOCK: usize = 64;

/// Visits what a join has.
pub struct JoinIter<'q, C: Terms, F> {
    /// The rows from `first` on, if all terms are aligned with them.
    pub(super) zipped: Option<Zipped<'q, C>>,
    join: &'q Join<C>,
    filter: F,
    pub(super) followed: Followed<'q>,
    /// How the terms are aligned with the rows that are followed.
    alignments: Option<&'q C::Alignments>,
    /// The entities that are not visited as all others are: see [`Join::special`].
    pub(super) special: Vec<u32>,
    /// Why it has ended before its time.
    pub(super) held: Option<Held>,
    /// Their rows, if rows are followed.
    stops: Vec<usize>,
    /// The next row, or place in the list; behind those that are zipped.
    pub(super) row: usize,
    rows: usize,
    /// The first of the rows that are alike, and what follows them.
    pub(super) first: usize,
    pub(super) end: usize,
    /// Where the terms begin that are aligned with these rows; `None` if all must be looked up.
    starts: Option<C::Starts>,
    /// The entities of these rows, where they matter.
    entities: [Entity; BLOCK],
    /// The terms are borrowed by this iterator alone, unless they are for reading only.
    items: PhantomData<C::Item<'q>>,
}

impl<'q, C: Terms, F: JoinFilter> JoinIter<'q, C, F> {
    pub(super) fn new(join: &'q Join<C>, filter: F) -> Self {
        Self::over(join, filter, 0..join.followed().1)
    }

    /// Visits what belongs to some of the rows that are followed, of which there are so many.
    ///
    /// # Safety
    ///
    /// Nobody else visits these rows, unless the terms are for reading only.
    pub(super) unsafe fn of_rows(join: &'q Join<C>, filter: F, rows: Range<usize>) -> Self {
        assert!(rows.end <= join.rows());
        Self::over(join, filter, rows)
    }

    fn over(join: &'q Join<C>, filter: F, Range { start, end: rows }: Range<usize>) -> Self {
        let (followed, _) = join.followed();
        let special = join.special();
        let (alignments, stops) = match followed {
            Followed::Rows(driver) => (Some(join.alignments(driver)), find_stops(driver, &special)),
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

    /// Finds the rows of the entity that lies `step` behind the first of those that are alike, if it is
    /// visited.
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

    /// As [`JoinIter::look_up`], where something may be. If something else has borrowed what belongs to the
    /// entity, the visit ends here.
    #[cold]
    #[inline(never)]
    fn look_up_carefully(&mut self, step: usize) -> Option<(C::Starts, Entity)> {
        let (rows, entity) = self.look_up(step)?;
        self.is_free(entity).then_some((rows, entity))
    }

    /// Visits what is left of the rows that are alike, of which something may be dead, special or borrowed.
    #[cold]
    #[inline(never)]
    pub(super) fn each_carefully(&mut self, f: &mut dyn FnMut(C::Item<'q>)) {
        while self.row != self.end {
            if let Some((items, entity)) = self.take_row() {
                self.join.visiting().visit(entity.index());
                f(items);
            }
        }
    }

    /// As [`JoinIter::take_row`], where nothing is special or borrowed by others.
    #[inline(always)]
    pub(super) fn take_row_quickly(&mut self) -> Option<(C::Item<'q>, Entity)> {
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
        // SAFETY: the rows were found. Each row that is followed is taken once: no entity comes twice, and no
        // two have a row in common. What belongs to it is borrowed by this iterator alone, or only read:
        // nothing else has borrowed it, as was looked for if there is anything else, and from now on the
        // columns refuse it to others.
        Some((unsafe { C::items(self.join.terms.cursors(rows), 0, &entity) }, entity))
    }

    /// Says whether nothing else has borrowed what would be given out of an entity; otherwise ends the visit.
    fn is_free(&mut self, entity: Entity) -> bool {
        if !self.join.visiting().has_other_borrows() && !self.special.contains(&entity.index()) {
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
    pub(super) fn pass_over(mut self, most: usize) -> usize {
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

    /// Takes the rows that are left of a run as they come from here on.
    fn leave_zipped(&mut self) {
        if let Some(zipped) = &self.zipped {
            self.row = self.first + zipped.step;
            self.end = self.row;
            self.zipped = None;
        }
    }

    /// Goes on to the rows that are alike from the next one on; `false` if there are none.
    #[inline(never)]
    pub(super) fn advance(&mut self) -> bool {
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
        let Followed::Rows(driver) = self.followed else { return };
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
            let (entities, owners) = (world.entities.borrow(), driver.owners());
            for (entity, &owner) in self.entities.iter_mut().zip(&owners[self.row..self.end]) {
                // That of a row whose component has died is not asked for.
                *entity = entities.at(owner);
            }
        }
        self.starts = aligned_run.map(|aligned_run| aligned_run.starts);
        if let Some(starts) = self.starts.filter(|_| is_zipped) {
            let len = self.end - self.first;
            assert!(self.join.terms.sees(starts, len), "runs are among the borrowed rows");
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
fn find_stops(driver: &Column, special: &[u32]) -> Vec<usize> {
    let mut stops: Vec<_> = special.iter().filter_map(|&owner| driver.live_row(owner)).collect();
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

    /// Exact where all that is left is aligned.
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
                // Nothing is killed or disabled while nobody reaches the world: a loop that asks once is
                // vectorised.
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

/// Rows with which all terms are aligned, until something of them is killed or disabled, or borrowed by
/// something else.
///
/// They are among those that are seen; what the terms borrow for writing is borrowed by this alone.
pub(super) struct Zipped<'q, C: Terms> {
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
        // SAFETY: the row is seen, and taken once: each row has one owner, and no two entities have a row in
        // common.
        unsafe { C::items(self.cursors, step, &entity) }
    }

    /// Calls a function with the items of the rows, as long as there is nothing to look for. As in
    /// [`Visit::quickly`](super::Visit::quickly) all that must be kept apart comes to `visit` as arguments.
    #[inline(never)]
    pub(super) fn each<G>(
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

impl<C: Terms> Join<C> {
    /// Visits all, with what may be written to. All is borrowed until something else is asked of the join.
    pub(crate) fn iter_mut<F: JoinFilter>(&mut self, filter: F) -> JoinIter<'_, C, F> {
        self.hold(Holding::Whole);
        JoinIter::new(self, filter)
    }

    /// Visits all. All is borrowed until something else is asked of the join.
    pub(crate) fn iter<F: JoinFilter>(&self, filter: F) -> JoinIter<'_, C, F>
    where
        C: ReadOnly,
    {
        self.hold(Holding::Whole);
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
        self.hold(Holding::Idle);
        let visiting = self.visiting();
        let mut all = JoinIter::new(self, filter);
        let _turn = visiting.begin();
        loop {
            if let (Some(zipped), Followed::Rows(driver)) = (&mut all.zipped, all.followed) {
                visiting.follow(driver.position());
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
