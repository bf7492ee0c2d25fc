//! [`JoinIter`]: a `for` over the entities of a join.
#![expect(unsafe_code, reason = "what a query gives belongs to its entity alone")]

use core::cell::Cell;
use core::hint::cold_path;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::mem;
use core::ops::Range;

use crate::error::{QueryError, fail};

use super::answers::{Answers, Passing};
use super::course::Course;
use super::join::{Join, JoinFilter};
use super::lend::{AsAsked, Keep, Lend, ToCall, ToRead};
use super::stretch::entity;
use crate::base::ScratchBox;
use crate::borrow::{Held, Holding};
use crate::terms::{PerTerm, ReadableTerms, Terms};

/// Visits what a join has.
pub struct JoinIter<'q, C: Terms, F, L: Lend<C>> {
    /// The items of rows that are zipped, of which some were taken already.
    cursors: C::Cursors<'q>,
    taken: usize,
    len: usize,
    /// Which of these rows pass the filter.
    answers: Answers,
    /// Not zero: rows must be looked at one by one from here on.
    slow_path: &'q Cell<u64>,
    /// In memory of its own, so that no function that is not inlined is shown the iterator: what stands above
    /// stays in registers.
    course: ScratchBox<Course<'q, C, F, L>>,
    /// The terms are borrowed by this iterator alone, unless it lends them for reading.
    items: PhantomData<L::Item<'q>>,
}

impl<'q, C: Terms, F: JoinFilter, L: Lend<C>> JoinIter<'q, C, F, L> {
    #[inline(always)]
    fn new(course: ScratchBox<Course<'q, C, F, L>>) -> Self {
        Self {
            cursors: course.stretch.cursors,
            taken: 0,
            len: 0,
            answers: Answers::new(Passing::All),
            slow_path: course.join.slow_path(),
            course,
            items: PhantomData,
        }
    }
}

impl<'q, C: Terms, F: JoinFilter, L: Keep<C>> Iterator for JoinIter<'q, C, F, L> {
    type Item = L::Item<'q>;

    #[inline(always)]
    #[track_caller]
    fn next(&mut self) -> Option<L::Item<'q>> {
        if self.taken == self.len || self.slow_path.get() != 0 {
            cold_path();
            self.course.note_taken(mem::take(&mut self.taken));
            self.len = 0;
            if let Some(items) = self.course.take() {
                return Some(items);
            }
            if !self.course.has_dense() {
                fail_if_held(self.course.take_held());
                return None;
            }
            let stretch = &self.course.stretch;
            (self.cursors, self.answers) = (stretch.cursors, stretch.answers);
            (self.taken, self.len) = (stretch.step, stretch.len);
        }
        let step = if const { F::ALL } { self.taken } else { self.answers.next(self.taken) };
        self.taken = step + 1;
        let entity = entity::<C>(self.course.block(), step);
        // SAFETY: the row is one of a segment, and is taken once: each row has one owner, and no two entities
        // have a row in common.
        Some(unsafe { L::items(self.cursors, C::Rows::abreast(step), &entity) })
    }

    /// Exact where all that is left is aligned.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.course.left(self.taken);
        (least, Some(most))
    }

    #[inline]
    #[track_caller]
    fn for_each<G: FnMut(Self::Item)>(mut self, f: G) {
        self.course.note_taken(self.taken);
        self.course.each_left(f);
    }
}

impl<C: Terms, F: JoinFilter, L: Keep<C>> FusedIterator for JoinIter<'_, C, F, L> {}

impl<'q, C: Terms, F: JoinFilter, L: Lend<C>> Course<'q, C, F, L> {
    /// Calls a function with the items of all that is left, which is borrowed as a whole.
    #[track_caller]
    fn each_left(&mut self, f: impl FnMut(L::Item<'q>)) {
        self.each(f);
        fail_if_held(self.take_held());
    }
}

/// Panics if a visit has ended before its time.
#[inline]
#[track_caller]
fn fail_if_held(held: Option<Held>) {
    if let Some(held) = held {
        fail(&QueryError::from(held));
    }
}

impl<C: Terms> Join<C> {
    /// Visits all, with what may be written to. All is borrowed until something else is asked of the join.
    #[inline]
    pub(crate) fn iter_mut<F: JoinFilter>(&mut self, filter: F) -> JoinIter<'_, C, F, AsAsked> {
        JoinIter::new(self.begin(filter))
    }

    /// Visits all, for reading. All is borrowed until something else is asked of the join.
    #[inline]
    pub(crate) fn iter<F: JoinFilter>(&self, filter: F) -> JoinIter<'_, C, F, ToRead>
    where
        C: ReadableTerms,
    {
        JoinIter::new(self.begin(filter))
    }

    #[inline(never)]
    fn begin<F: JoinFilter, L: Lend<C>>(&self, filter: F) -> ScratchBox<Course<'_, C, F, L>> {
        self.hold(Holding::Whole);
        // SAFETY: what a course drops, lists of numbers and a block of entities, borrows nothing.
        unsafe { ScratchBox::new(Course::new(self, filter, None)) }
    }

    /// Calls a function with the items of some of the rows that are followed.
    ///
    /// # Safety
    ///
    /// Nobody else visits these rows.
    pub(super) unsafe fn each_of_rows<'q, F: JoinFilter>(
        &'q self,
        filter: F,
        rows: Range<usize>,
        f: impl FnMut(C::Lent<'q>),
    ) {
        assert!(rows.end <= self.rows());
        Course::<_, _, ToCall>::new(self, filter, Some(rows)).each_left(f);
    }

    /// Calls a function with the items of all, which are borrowed entity by entity.
    pub(crate) fn each<F: JoinFilter>(&mut self, filter: F, f: impl FnMut(C::Lent<'_>)) -> Result<(), Held> {
        if self.is_for_threads {
            Course::<_, _, ToCall>::new(self, filter, None).each_left(f);
            return Ok(());
        }
        self.hold(Holding::Idle);
        let _turn = self.visiting().begin();
        let mut course = Course::<_, _, ToCall>::new(self, filter, None);
        course.tell();
        course.each(f);
        // Asked first: most often there is nothing to be copied.
        if course.is_held() { course.take_held().map_or(Ok(()), Err) } else { Ok(()) }
    }

    /// Says whether nothing would be visited.
    pub(crate) fn is_empty(&self, filter: impl JoinFilter) -> bool {
        Course::<_, _, AsAsked>::new(self, filter, None).pass_over(1) == 0
    }

    /// Counts what would be visited.
    pub(crate) fn count(&self, filter: impl JoinFilter) -> usize {
        let course = Course::<_, _, AsAsked>::new(self, filter, None);
        match course.left(0) {
            (least, most) if least == most => most,
            _ => course.pass_over(usize::MAX),
        }
    }
}
