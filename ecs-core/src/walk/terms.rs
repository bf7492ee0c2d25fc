//! [`Terms`]: several terms together; [`ReadOnly`]: those whose items nobody writes to; [`ParTerms`]: those
//! that several threads may visit.
#![expect(unsafe_code, reason = "items of different rows are borrowed at the same time")]

use crate::base::all_tuples;
use crate::world::Frozen;

use super::aligned_run::{AlignedRun, Alignment, RunPlace};
use super::par_term::ParTerm;
use super::rows::Rows;
use super::term::{CopiedTerm, EntityTerm, Maybe, Term, Visited};
use crate::column::{Column, Distinct};
use crate::store::Stored;

/// Terms that are visited together. No two of them borrow one component, if one of the two may write to it:
/// their columns see to that.
///
/// # Safety
///
/// As for `Term`.
pub unsafe trait Terms: 'static {
    /// What the visitor of an entity gets, to keep as long as the visit.
    type Item<'c>;
    /// What a visitor gets who is called with it.
    type Lent<'c>;
    /// A row of each term, or how many steps behind the first of its cursor.
    type Rows: Copy;
    /// Where the rows are that go with those of a run.
    type Places<'r>: Copy + AsRef<[RunPlace<'r>]>;
    /// Where their items are.
    type Cursors<'c>: Copy;
    /// How the terms are aligned with a column.
    type Alignments;

    /// How many of the terms are needed.
    const NEEDED: usize;

    /// Whether some items depend on the entity, not on the rows alone.
    const ASKS_OWNER: bool;

    /// Whether some items are the same for all entities.
    const IS_SINGLETON: bool;

    /// Whether what may be written of some is noted.
    const IS_NOTED: bool;

    /// Whether what some lend is no item.
    const IS_SPLIT: bool;

    /// Sees the enabled rows only, or all.
    fn see(&mut self, enabled_only: bool);

    /// How many rows are seen of the needed term with the fewest.
    fn fewest(&self) -> Option<usize>;

    /// The column of that term, whose rows a join may follow.
    fn driver(&self) -> Option<&Column>;

    /// Says whether the rows of that term are in order.
    fn is_flushed(&self) -> bool;

    /// The entities of that term, if they are in a set without rows.
    fn list(&self) -> Option<Distinct>;

    /// Finds how the terms are aligned with a column.
    fn alignments(&self, driver: &Column) -> Self::Alignments;

    /// Finds the rows from one on, before `rows`, that are alike.
    fn aligned_run<'r>(
        &self,
        alignments: &'r Self::Alignments,
        row: usize,
        rows: usize,
    ) -> AlignedRun<Self::Places<'r>>;

    /// Says whether all rows of a run of this length are seen that these places lead to.
    fn sees(&self, places: Self::Places<'_>, len: usize) -> bool;

    /// Finds the rows of an entity; `None` if it lacks one that is needed.
    fn find(&self, visited: &impl Visited) -> Option<Self::Rows>;

    /// As [`Terms::find`], of the entity at a step of a run: where no place is known, it is looked up.
    fn find_placed(
        &self,
        places: Self::Places<'_>,
        step: usize,
        visited: &impl Visited,
    ) -> Option<Self::Rows>;

    /// Finds the rows at a step of a run of which all places are known, counted from those of
    /// [`Terms::cursors_of`]; `None` if there is not one of each.
    fn steps(places: Self::Places<'_>, step: usize) -> Option<Self::Rows>;

    /// The same step in each term.
    fn abreast(step: usize) -> Self::Rows;

    /// Returns where the items of the rows from these on are.
    fn cursors(&self, rows: Self::Rows) -> Self::Cursors<'_>;

    /// Returns where the items of a run begin.
    fn cursors_of(&self, places: Self::Places<'_>) -> Self::Cursors<'_>;

    /// As [`Terms::cursors_of`], of a run that a pass notes.
    fn cursors_noted(&self, places: Self::Places<'_>) -> Self::Cursors<'_>;

    /// Calls a function with the number and the column of each term whose writes are noted.
    fn each_noted(&self, f: &mut dyn FnMut(usize, &Column));

    /// Returns the items of the rows that lie so many steps behind the first of the cursors.
    ///
    /// # Safety
    ///
    /// As for `Term::item`, for each term.
    unsafe fn items<'c>(
        cursors: Self::Cursors<'c>,
        steps: Self::Rows,
        visited: &impl Visited,
    ) -> Self::Item<'c>;

    /// Lends items as they are, of terms that are not [split](Self::IS_SPLIT).
    fn lent(items: Self::Item<'_>) -> Self::Lent<'_>;

    /// Calls a function with what is lent of these rows.
    ///
    /// # Safety
    ///
    /// As for `Term::with`, for each term.
    unsafe fn with<'c, R>(
        cursors: Self::Cursors<'c>,
        steps: Self::Rows,
        visited: &impl Visited,
        f: impl FnOnce(Self::Lent<'c>) -> R,
    ) -> R;
}

/// Terms whose items nobody writes to.
pub trait ReadOnly {}

impl<T: Stored> ReadOnly for Rows<'static, T, false> {}
impl<C: Term + ReadOnly> ReadOnly for Maybe<C> {}
impl<T: Copy + Stored> ReadOnly for CopiedTerm<T> {}
impl ReadOnly for EntityTerm {}

/// Terms that several threads may visit at once, while they are frozen.
///
/// # Safety
///
/// As for `ParTerm`.
#[diagnostic::on_unimplemented(
    message = "the query borrows something that other threads may not have",
    label = "not `Send`, or not `Sync`",
    note = "what it asks for as `&T` or `Copied<T>` must be `Sync`, as `&mut T` it must be `Send`"
)]
pub unsafe trait ParTerms: Terms {
    /// Freezes what is read. On the world's thread.
    fn freeze(&self, frozen: &Frozen);
}

/// The row of the entity at a step of a run: its place is known, or it is looked up.
#[inline(always)]
fn placed_row<C: Term>(term: &C, place: RunPlace<'_>, step: usize, visited: &impl Visited) -> Option<usize> {
    match place {
        RunPlace::LookUp => term.find(visited),
        place => place.step(step).map(|step| place.first() + step),
    }
}

/// How many there are.
macro_rules! count {
    ($($number:tt)*) => { <[usize]>::len(&[$($number),*]) };
}

/// Calls a function with what all terms lend: one within the other.
macro_rules! with_each {
    ($f:ident, $cursors:ident, $steps:ident, $visited:ident, [$($lent:ident)*]) => { $f(($($lent,)*)) };
    (
        $f:ident, $cursors:ident, $steps:ident, $visited:ident, [$($lent:ident)*]
        $term:ident $number:tt $($rest:tt)*
    ) => {
        $term::with($cursors.$number, $steps[$number], $visited, |$term| {
            with_each!($f, $cursors, $steps, $visited, [$($lent)* $term] $($rest)*)
        })
    };
}

macro_rules! terms {
    ($($term:ident $number:tt),*) => {
        #[allow(
            unused_variables, unused_mut, unused_unsafe, clippy::unused_unit, non_snake_case,
            reason = "there may be no term"
        )]
        // SAFETY: each row is found by its term.
        unsafe impl<$($term: Term),*> Terms for ($($term,)*) {
            type Item<'c> = ($($term::Item<'c>,)*);
            type Lent<'c> = ($($term::Lent<'c>,)*);
            type Rows = [usize; count!($($number)*)];
            type Places<'r> = [RunPlace<'r>; count!($($number)*)];
            type Cursors<'c> = ($($term::Cursor<'c>,)*);
            type Alignments = [Alignment; count!($($number)*)];

            const NEEDED: usize = 0 $(+ $term::IS_NEEDED as usize)*;
            const ASKS_OWNER: bool = false $(|| $term::ASKS_OWNER)*;
            const IS_SINGLETON: bool = false $(|| $term::IS_SINGLETON)*;
            const IS_NOTED: bool = false $(|| $term::IS_NOTED)*;
            const IS_SPLIT: bool = false $(|| $term::IS_SPLIT)*;

            fn see(&mut self, enabled_only: bool) {
                $(Term::see(&mut self.$number, enabled_only);)*
            }

            fn fewest(&self) -> Option<usize> {
                let mut fewest = None;
                $(if $term::IS_NEEDED {
                    let reach = Term::reach(&self.$number);
                    fewest = Some(fewest.map_or(reach, |fewest: usize| fewest.min(reach)));
                })*
                fewest
            }

            fn driver(&self) -> Option<&Column> {
                let fewest = self.fewest()?;
                $(if $term::IS_NEEDED && Term::reach(&self.$number) == fewest {
                    return Term::driver(&self.$number);
                })*
                None
            }

            fn is_flushed(&self) -> bool {
                let fewest = self.fewest();
                $(if $term::IS_NEEDED && Some(Term::reach(&self.$number)) == fewest {
                    return Term::is_flushed(&self.$number);
                })*
                true
            }

            fn list(&self) -> Option<Distinct> {
                let fewest = self.fewest()?;
                $(if $term::IS_NEEDED && Term::reach(&self.$number) == fewest {
                    return Term::list(&self.$number);
                })*
                None
            }

            fn alignments(&self, driver: &Column) -> [Alignment; count!($($number)*)] {
                [$(self.$number.alignment(driver)),*]
            }

            fn aligned_run<'r>(
                &self,
                alignments: &'r [Alignment; count!($($number)*)],
                row: usize,
                rows: usize,
            ) -> AlignedRun<[RunPlace<'r>; count!($($number)*)]> {
                AlignedRun::find(alignments, &[$(Term::reach(&self.$number)),*], row, rows)
            }

            fn sees(&self, places: [RunPlace<'_>; count!($($number)*)], len: usize) -> bool {
                true $(&& places[$number].is_within(len, Term::reach(&self.$number)))*
            }

            #[inline(always)]
            fn find(&self, visited: &impl Visited) -> Option<[usize; count!($($number)*)]> {
                Some([$(Term::find(&self.$number, visited)?),*])
            }

            #[inline(always)]
            fn find_placed(
                &self,
                places: [RunPlace<'_>; count!($($number)*)],
                step: usize,
                visited: &impl Visited,
            ) -> Option<[usize; count!($($number)*)]> {
                Some([$(placed_row(&self.$number, places[$number], step, visited)?),*])
            }

            #[inline(always)]
            fn steps(
                places: [RunPlace<'_>; count!($($number)*)],
                step: usize,
            ) -> Option<[usize; count!($($number)*)]> {
                Some([$(places[$number].step(step)?),*])
            }

            #[inline(always)]
            fn abreast(step: usize) -> [usize; count!($($number)*)] {
                [step; count!($($number)*)]
            }

            #[inline(always)]
            fn cursors(&self, rows: [usize; count!($($number)*)]) -> Self::Cursors<'_> {
                ($(self.$number.cursor(rows[$number]),)*)
            }

            #[inline(always)]
            fn cursors_of(&self, places: [RunPlace<'_>; count!($($number)*)]) -> Self::Cursors<'_> {
                ($(self.$number.cursor(places[$number].first()),)*)
            }

            #[inline(always)]
            fn cursors_noted(&self, places: [RunPlace<'_>; count!($($number)*)]) -> Self::Cursors<'_> {
                ($(self.$number.cursor_noted(places[$number].first()),)*)
            }

            fn each_noted(&self, f: &mut dyn FnMut(usize, &Column)) {
                $(if $term::IS_NOTED && let Some(column) = Term::driver(&self.$number) {
                    f($number, column);
                })*
            }

            #[inline(always)]
            unsafe fn items<'c>(
                cursors: Self::Cursors<'c>,
                steps: [usize; count!($($number)*)],
                visited: &impl Visited,
            ) -> Self::Item<'c> {
                // SAFETY: as required of the caller.
                unsafe { ($($term::item(cursors.$number, steps[$number], visited),)*) }
            }

            #[inline(always)]
            fn lent(items: Self::Item<'_>) -> Self::Lent<'_> {
                ($($term::lent(items.$number),)*)
            }

            #[inline(always)]
            unsafe fn with<'c, Out>(
                cursors: Self::Cursors<'c>,
                steps: [usize; count!($($number)*)],
                visited: &impl Visited,
                f: impl FnOnce(Self::Lent<'c>) -> Out,
            ) -> Out {
                if const { !Self::IS_SPLIT } {
                    // SAFETY: as required of the caller.
                    return f(Self::lent(unsafe { Self::items(cursors, steps, visited) }));
                }
                // SAFETY: as required of the caller.
                unsafe { with_each!(f, cursors, steps, visited, [] $($term $number)*) }
            }
        }

        impl<$($term: Term + ReadOnly),*> ReadOnly for ($($term,)*) {}

        #[diagnostic::do_not_recommend]
        #[allow(unused_variables, reason = "there may be no term")]
        // SAFETY: so it is for each term.
        unsafe impl<$($term: ParTerm),*> ParTerms for ($($term,)*) {
            fn freeze(&self, frozen: &Frozen) {
                $(ParTerm::freeze(&self.$number, frozen);)*
            }
        }
    };
}

all_tuples!(0..=12, terms);
