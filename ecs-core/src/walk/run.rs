//! [`Run`]: rows of a join that are visited one behind the other, without looking anything up.
#![expect(unsafe_code, reason = "what a query gives belongs to its entity alone")]

use core::cell::Cell;

use super::aligned_run::{AlignedRun, RunKind};
use super::answers::Answers;
use super::join::{Join, JoinFilter};
use super::lend::Lend;
use super::terms::Terms;
use crate::borrow::Visiting;
use crate::ids::Entity;

/// Rows of a join, and where their terms are, until something of them is killed or disabled, or borrowed by
/// something else.
///
/// They are among those that are seen; what the terms borrow for writing is borrowed by this alone.
pub(super) struct Run<'q, C: Terms> {
    cursors: C::Cursors<'q>,
    places: C::Places<'q>,
    is_zipped: bool,
    /// The row that is followed first, and how many steps were done, of how many. The last of these visits a
    /// row; behind it there may be others that do not pass the filter.
    first: usize,
    step: usize,
    len: usize,
    rows: usize,
    /// So many rows can be visited in the same way.
    whole: usize,
    answers: Answers,
    visiting: &'q Visiting,
    /// Not zero: rows must be looked at one by one from here on.
    slow_path: &'q Cell<u64>,
}

impl<'q, C: Terms> Run<'q, C> {
    /// Takes the first `len` rows of an aligned run, which begins at the row `first`. None of them was taken
    /// before.
    pub(super) fn new(
        join: &'q Join<C>,
        run: &AlignedRun<C::Places<'q>>,
        first: usize,
        rows: usize,
        answers: Answers,
    ) -> Self {
        assert!(run.kind != RunKind::LookedUp && rows <= run.len && answers.end(rows) <= rows);
        assert!(join.terms.sees(run.places, run.len), "runs are among the borrowed rows");
        let visiting = join.visiting();
        Self {
            cursors: join.terms.cursors_of(run.places),
            places: run.places,
            is_zipped: C::NEEDED < 2 || run.kind == RunKind::Zipped,
            first,
            step: 0,
            len: answers.end(rows),
            rows,
            whole: run.len,
            answers,
            visiting,
            slow_path: visiting.slow_path(join.is_for_threads()),
        }
    }

    /// Goes on with the next rows of the aligned run, and says whether it has so many. All are visited that
    /// were taken before.
    #[inline]
    pub(super) fn extend(&mut self, rows: usize, answers: Answers) -> bool {
        let has_them = self.is_zipped && self.slow_path.get() == 0 && self.whole - self.rows >= rows;
        if has_them {
            self.step = self.rows;
            self.answers = answers.from(self.step);
            self.len = self.answers.end(rows);
            self.rows += rows;
            assert!(self.len <= self.rows, "answers are about these rows");
        }
        has_them
    }

    /// Says whether all terms lie side by side.
    #[inline]
    pub(super) fn is_zipped(&self) -> bool {
        self.is_zipped
    }

    /// How many rows are left.
    pub(super) fn left(&self) -> usize {
        self.len - self.step
    }

    /// Leaves the rows that are left to somebody else, and returns the first of them.
    #[inline]
    pub(super) fn leave(&mut self) -> usize {
        let left = if self.step == self.len { self.rows } else { self.step };
        (self.step, self.len, self.rows) = (left, left, left);
        self.first + left
    }

    /// Says whether it was left at a row, so that it may go on there.
    #[inline]
    pub(super) fn is_at(&self, row: usize) -> bool {
        self.first + self.rows == row
    }

    /// Goes on to the next row that is visited, of those that are left; returns how many steps behind the
    /// cursors its items are.
    #[inline]
    fn advance(&mut self) -> Option<C::Rows> {
        while self.step != self.len {
            let step = self.answers.next(self.step);
            self.step = step + 1;
            let steps = if self.is_zipped { Some(C::abreast(step)) } else { C::steps(self.places, step) };
            if steps.is_some() {
                return steps;
            }
        }
        None
    }

    /// Takes the next row; `None` if there is none, or rows must be looked at one by one from here on.
    #[inline]
    pub(super) fn take<L: Lend<C>>(&mut self, entities: &[Entity]) -> Option<L::Item<'q>> {
        if self.slow_path.get() != 0 {
            return None;
        }
        let steps = self.advance()?;
        let entity = entity::<C>(entities, self.step - 1);
        // SAFETY: the row is seen, and taken once: each row has one owner, and no two entities have a row in
        // common.
        Some(unsafe { L::items(self.cursors, steps, &entity) })
    }

    /// Gives all rows to somebody else to take them, if they are zipped and there is nothing to look for.
    pub(super) fn hand_over(&self) -> Option<Zipped<'q, C>> {
        (self.is_zipped && self.step != self.len && self.slow_path.get() == 0).then_some(Zipped {
            cursors: self.cursors,
            taken: self.step,
            len: self.len,
            answers: self.answers,
        })
    }

    /// Notes how many of the rows that were [handed over](Self::hand_over) were taken.
    pub(super) fn note_taken(&mut self, steps: usize) {
        self.step = steps;
    }

    /// Passes over the rows that are left, `most` at most of those that would be visited; returns how many.
    pub(super) fn pass_over(&mut self, most: usize) -> usize {
        let mut count = 0;
        if self.is_zipped {
            count = self.answers.count(self.step, self.len).min(most);
            self.step = self.len;
        }
        while count < most && self.advance().is_some() {
            count += 1;
        }
        count
    }

    /// Calls a function with the items of the rows, as long as there is nothing to look for. As in
    /// [`Visit::quickly`](super::Visit::quickly) all that must be kept apart comes to `visit` as arguments.
    ///
    /// Takes the function, and gives it back: in a loop that has it, what it has captured is known to lie
    /// apart from the rows.
    pub(super) fn each<F: JoinFilter, G, L: Lend<C>>(
        &mut self,
        entities: &[Entity],
        f: G,
        visit: impl Fn(&Visiting, u32, L::Item<'q>, &mut G) -> bool + Copy,
    ) -> G {
        // Where no other term is needed, there is none that could be mapped.
        if C::NEEDED < 2 || self.is_zipped {
            self.each_zipped::<F, G, L>(entities, f, visit)
        } else {
            self.each_mapped::<F, G, L>(entities, f, visit)
        }
    }

    #[inline(never)]
    fn each_zipped<F: JoinFilter, G, L: Lend<C>>(
        &mut self,
        entities: &[Entity],
        mut f: G,
        visit: impl Fn(&Visiting, u32, L::Item<'q>, &mut G) -> bool + Copy,
    ) -> G {
        let Self { visiting, cursors, first, len, mut step, answers, .. } = *self;
        if self.slow_path.get() == 0 {
            while step < len {
                step = if const { F::ALL } { step } else { answers.next(step) };
                let entity = entity::<C>(entities, step);
                let row = (first + step) as u32;
                // SAFETY: as in `take`.
                let look = unsafe {
                    L::with(cursors, C::abreast(step), &entity, |items| visit(visiting, row, items, &mut f))
                };
                step += 1;
                if look {
                    break;
                }
            }
        }
        self.step = step;
        f
    }

    #[inline(never)]
    fn each_mapped<F: JoinFilter, G, L: Lend<C>>(
        &mut self,
        entities: &[Entity],
        mut f: G,
        visit: impl Fn(&Visiting, u32, L::Item<'q>, &mut G) -> bool + Copy,
    ) -> G {
        let Self { visiting, cursors, places, first, len, mut step, answers, .. } = *self;
        if self.slow_path.get() == 0 {
            while step < len {
                step = if const { F::ALL } { step } else { answers.next(step) };
                let row = (first + step) as u32;
                let steps = C::steps(places, step);
                let entity = entity::<C>(entities, step);
                step += 1;
                let Some(steps) = steps else { continue };
                // SAFETY: as in `take`.
                let look =
                    unsafe { L::with(cursors, steps, &entity, |items| visit(visiting, row, items, &mut f)) };
                if look {
                    break;
                }
            }
        }
        self.step = step;
        f
    }
}

/// The rows of a run that is zipped.
pub(super) struct Zipped<'q, C: Terms> {
    pub(super) cursors: C::Cursors<'q>,
    pub(super) taken: usize,
    pub(super) len: usize,
    pub(super) answers: Answers,
}

/// The entity of a step, where it matters.
#[inline(always)]
pub(super) fn entity<C: Terms>(entities: &[Entity], step: usize) -> Entity {
    if C::ASKS_OWNER { entities[step] } else { Entity::NONE }
}
