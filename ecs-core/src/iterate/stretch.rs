//! [`Stretch`]: entities of a join that are visited in one way, and the two loops over them.
#![expect(unsafe_code, reason = "what a query gives belongs to its entity alone")]

use super::answers::{Answers, Passing};
use super::join::{Join, JoinFilter};
use super::lend::Lend;
use crate::borrow::Visiting;
use crate::ids::Entity;
use crate::terms::{PerTerm, Place, Places, SegmentKind, Terms, assert_seen};

/// Rows of a join, or places in a list of entities, and where the terms are that go with them.
///
/// Where no row is looked up, all rows are among those that the terms see. What the terms borrow for writing
/// is borrowed by this alone, and no row was taken before.
pub(super) struct Stretch<'q, C: Terms> {
    /// The first row that is followed, or place in the list.
    pub(super) first: usize,
    /// How many steps were done, of how many. The last of these visits an entity; behind it there may be
    /// others that do not pass the filter.
    pub(super) step: usize,
    pub(super) len: usize,
    /// How many rows it is about, with those behind the last that passes.
    rows: usize,
    /// So many rows can be visited in the same way.
    whole: usize,
    pub(super) kind: SegmentKind,
    pub(super) places: Places<'q, C>,
    /// Where the items of the rows are that lie side by side.
    pub(super) cursors: C::Cursors<'q>,
    /// Which rows pass the filter.
    pub(super) answers: Answers,
}

impl<'q, C: Terms> Stretch<'q, C> {
    /// Goes on at the row `first`, where the plan of the join has written to `places` how `whole` rows are
    /// visited: with the first `rows` of these.
    #[inline]
    pub(super) fn begin(
        &mut self,
        join: &'q Join<C>,
        (first, rows): (usize, usize),
        (whole, kind): (usize, SegmentKind),
        answers: Answers,
    ) {
        let len = answers.end(rows);
        assert!(len <= rows && rows <= whole, "answers are about these rows");
        if cfg!(debug_assertions) && kind != SegmentKind::LookedUp {
            assert_seen(join.terms.rows().as_ref(), self.places.as_ref(), whole);
        }
        (self.first, self.step, self.len, self.rows, self.whole) = (first, 0, len, rows, whole);
        (self.kind, self.answers) = (kind, answers);
        self.cursors = join.terms.cursors(C::Rows::first(self.places), true);
    }

    /// Takes no row, before the row `first`.
    #[inline]
    pub(super) fn none(join: &'q Join<C>, first: usize) -> Self {
        let (step, len, rows, whole, kind) = (0, 0, 0, 0, SegmentKind::LookedUp);
        let (places, answers) = (C::Rows::same(Place::LookUp), Answers::new(Passing::All));
        let cursors = join.terms.cursors(C::Rows::abreast(0), true);
        Self { first, step, len, rows, whole, kind, places, cursors, answers }
    }

    /// Goes on at the row `first` with the next rows of the segment, and says whether they are that. All are
    /// visited that were taken before.
    #[inline]
    pub(super) fn extend(&mut self, first: usize, rows: usize, answers: Answers) -> bool {
        let is_here = self.is_zipped() && self.first + self.rows == first;
        let has_them = is_here && self.whole - self.rows >= rows;
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
        self.kind == SegmentKind::Zipped
    }

    /// Leaves the rows that are left to another stretch, and returns the first of them. If answers of the
    /// filter may be out of date, those behind the last row that passes are left too.
    #[inline]
    pub(super) fn leave(&mut self, must_look: bool) -> usize {
        let left = if self.step == self.len && !must_look { self.rows } else { self.step };
        (self.step, self.len, self.rows) = (left, left, left);
        self.first + left
    }

    /// Forgets the rows that it had, and takes none, before the row `first`: so it cannot be extended.
    pub(super) fn end_before(&mut self, first: usize) {
        (self.first, self.step, self.len, self.rows, self.kind) = (first, 0, 0, 0, SegmentKind::LookedUp);
    }

    /// Passes over the rows that are left, which lie side by side; returns how many would be visited.
    pub(super) fn pass_over(&mut self) -> usize {
        let step = core::mem::replace(&mut self.step, self.len);
        self.answers.count(step, self.len)
    }

    /// How many rows are left at most, where so many steps were done. Those that do not pass the filter may
    /// do so when their turn comes.
    pub(super) fn left(&self, taken: usize) -> usize {
        self.rows - self.step.max(taken)
    }

    /// Calls a function with the items of rows that lie side by side, as long as there is nothing to look
    /// for. As in [`Visit::quickly`](super::Visit::quickly) all that must be kept apart comes to `visit` as
    /// arguments.
    ///
    /// Takes the function, and gives it back: in a loop that has it, what it has captured is known to lie
    /// apart from the rows.
    #[inline(never)]
    pub(super) fn each_dense<F: JoinFilter, G, L: Lend<C>>(
        &mut self,
        join: &Join<C>,
        visiting: &Visiting,
        entities: &[Entity],
        mut f: G,
        visit: impl Fn(&Visiting, u32, L::Item<'q>, &mut G) -> bool + Copy,
    ) -> G {
        let Self { cursors, first, len, mut step, answers, .. } = *self;
        // Before the loop: so the optimiser knows in the loop that there was nothing to look for.
        if !join.must_look() {
            while step < len {
                step = if const { F::ALL } { step } else { answers.next(step) };
                let entity = entity::<C>(entities, step);
                let row = (first + step) as u32;
                // SAFETY: the row is seen, and taken once: each row has one owner, and no two entities have a
                // row in common.
                let look = unsafe {
                    let steps = C::Rows::abreast(step);
                    L::with(cursors, steps, &entity, |items| visit(visiting, row, items, &mut f))
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

    /// Calls a function with the items of entities of which some row is looked up, if `LOOKS_UP`, or else all
    /// are mapped: as [`Stretch::each_dense`]. `entities` are those of the rows, or the rest of the list that
    /// is followed.
    #[inline(never)]
    pub(super) fn each_indexed<const LOOKS_UP: bool, F: JoinFilter, G, L: Lend<C>>(
        &mut self,
        (join, filter, is_list): (&'q Join<C>, F, bool),
        visiting: &Visiting,
        entities: &[Entity],
        mut f: G,
        visit: impl Fn(&Visiting, u32, L::Item<'q>, &mut G) -> bool + Copy,
    ) -> G {
        let Self { cursors, places, first, len, mut step, answers, .. } = *self;
        if !join.must_look() {
            while step < len {
                step = if const { F::ALL } { step } else { answers.next(step) };
                let here = step;
                step += 1;
                let entity = if LOOKS_UP || C::ASKS_OWNER { entities[here] } else { Entity::NONE };
                if LOOKS_UP && !passes(join, filter, is_list, answers, here, entity) {
                    continue;
                }
                let found = if LOOKS_UP {
                    join.terms.find(places, here, &entity).map(|rows| join.at(rows))
                } else {
                    C::Rows::steps(places, here).map(|steps| (cursors, steps))
                };
                let Some((cursors, steps)) = found else { continue };
                let number = if is_list { entity.index() } else { (first + here) as u32 };
                // SAFETY: the rows were found; otherwise as in `each_dense`.
                let look = unsafe {
                    L::with(cursors, steps, &entity, |items| visit(visiting, number, items, &mut f))
                };
                if look {
                    break;
                }
            }
        }
        self.step = step;
        f
    }
}

/// Says whether the entity of a step passes a filter; of a list, also whether it is alive, and enabled if it
/// must be.
#[inline(always)]
pub(super) fn passes<C: Terms, F: JoinFilter>(
    join: &Join<C>,
    filter: F,
    is_list: bool,
    answers: Answers,
    step: usize,
    entity: Entity,
) -> bool {
    if !F::ALL
        && !join.visiting().asks_again()
        && let Some(passes) = answers.of(step)
    {
        return passes;
    }
    (!is_list || join.is_seen(entity)) && filter.lets_pass(entity.index(), join.enabled_only)
}

/// The entity of a step, where it matters.
#[inline(always)]
pub(super) fn entity<C: Terms>(entities: &[Entity], step: usize) -> Entity {
    if C::ASKS_OWNER { entities[step] } else { Entity::NONE }
}
