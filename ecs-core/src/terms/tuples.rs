//! [`Terms`]: several terms together; [`ReadOnly`]: those whose items nobody writes to; [`ParTerms`]: those
//! that several threads may visit.
#![expect(unsafe_code, reason = "items of different rows are borrowed at the same time")]

use crate::base::all_tuples;
use crate::store::Stored;

use super::par_term::ParTerm;
use super::per_term::PerTerm;
use super::place::Place;
use super::rows::Rows;
use super::rows_term::CopiedTerm;
use super::small_terms::{EntityTerm, Maybe};
use super::term::{Readable, Term, Visited};
use super::term_rows::TermRows;

/// Where the rows of terms lie.
pub(crate) type Places<'r, C> = <<C as Terms>::Rows as PerTerm>::Each<Place<'r>>;

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
    /// Where their items are.
    type Cursors<'c>: Copy;
    /// A row of each term, or how many steps behind the first of its cursor.
    type Rows: PerTerm;

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

    /// Returns what each term sees.
    fn rows(&self) -> <Self::Rows as PerTerm>::Each<TermRows<'_>>;

    /// Sees the enabled rows only, or all.
    fn see(&mut self, enabled_only: bool);

    /// Finds the rows of the entity at a step of a segment. A row whose place is not known is looked up.
    /// `None` if the entity lacks one that is needed.
    fn find(&self, places: Places<'_, Self>, step: usize, visited: &impl Visited) -> Option<Self::Rows>;

    /// Returns where the items of the rows from these on are. If `notes`, each item notes that it may be
    /// written to; otherwise a pass has done so for the whole run.
    fn cursors(&self, rows: Self::Rows, notes: bool) -> Self::Cursors<'_>;

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

    /// Calls a function with the items of these rows.
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

/// Terms that can be read, whatever is asked of them.
pub trait ReadableTerms: Terms {
    /// What a reader of an entity gets.
    type Read<'c>;

    /// Returns the items of these rows for reading.
    ///
    /// # Safety
    ///
    /// As for `Readable::read`, for each term.
    unsafe fn read<'c>(
        cursors: Self::Cursors<'c>,
        steps: Self::Rows,
        visited: &impl Visited,
    ) -> Self::Read<'c>;
}

/// Terms whose items nobody writes to.
pub trait ReadOnly {}

impl<T: Stored> ReadOnly for Rows<'static, T, false> {}
impl<C: Term + ReadOnly> ReadOnly for Maybe<C> {}
impl<T: Copy + Stored> ReadOnly for CopiedTerm<T> {}
impl ReadOnly for EntityTerm {}

/// Terms that several threads may visit at once, while their columns are frozen.
///
/// # Safety
///
/// As for `ParTerm`.
#[diagnostic::on_unimplemented(
    message = "the query borrows something that other threads may not have",
    label = "not `Send`, or not `Sync`",
    note = "what it asks for as `&T` or `Copied<T>` must be `Sync`, as `&mut T` it must be `Send`"
)]
pub unsafe trait ParTerms: Terms {}

/// The row of the entity at a step of a segment: its place is known, or it is looked up.
#[inline(always)]
fn row_at<C: Term>(term: &C, place: Place<'_>, step: usize, visited: &impl Visited) -> Option<usize> {
    match place {
        Place::LookUp => term.find(visited),
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
            unused_variables,
            unused_unsafe,
            clippy::unused_unit,
            non_snake_case,
            reason = "there may be no term"
        )]
        // SAFETY: each row is found by its term.
        unsafe impl<$($term: Term),*> Terms for ($($term,)*) {
            type Item<'c> = ($($term::Item<'c>,)*);
            type Lent<'c> = ($($term::Lent<'c>,)*);
            type Cursors<'c> = ($($term::Cursor<'c>,)*);
            type Rows = [usize; count!($($number)*)];

            const NEEDED: usize = 0 $(+ $term::IS_NEEDED as usize)*;
            const ASKS_OWNER: bool = false $(|| $term::ASKS_OWNER)*;
            const IS_SINGLETON: bool = false $(|| $term::IS_SINGLETON)*;
            const IS_NOTED: bool = false $(|| $term::IS_NOTED)*;
            const IS_SPLIT: bool = false $(|| $term::IS_SPLIT)*;

            #[inline]
            fn rows(&self) -> [TermRows<'_>; count!($($number)*)] {
                [$(Term::rows(&self.$number)),*]
            }

            fn see(&mut self, enabled_only: bool) {
                $(Term::see(&mut self.$number, enabled_only);)*
            }

            #[inline(always)]
            fn find(
                &self,
                places: Places<'_, Self>,
                step: usize,
                visited: &impl Visited,
            ) -> Option<Self::Rows> {
                Some([$(row_at(&self.$number, places[$number], step, visited)?),*])
            }

            #[inline(always)]
            fn cursors(&self, rows: Self::Rows, notes: bool) -> Self::Cursors<'_> {
                ($(Term::cursor(&self.$number, rows[$number], notes),)*)
            }

            #[inline(always)]
            unsafe fn items<'c>(
                cursors: Self::Cursors<'c>,
                steps: Self::Rows,
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
                steps: Self::Rows,
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
        // SAFETY: so it is for each term.
        unsafe impl<$($term: ParTerm),*> ParTerms for ($($term,)*) {}
    };
}

all_tuples!(0..=12, terms);

macro_rules! readable_terms {
    ($($term:ident $number:tt),*) => {
        impl<$($term: Readable),*> ReadableTerms for ($($term,)*) {
            type Read<'c> = ($($term::Read<'c>,)*);

            #[inline(always)]
            unsafe fn read<'c>(
                cursors: Self::Cursors<'c>,
                steps: Self::Rows,
                visited: &impl Visited,
            ) -> Self::Read<'c> {
                // SAFETY: as required of the caller.
                unsafe { ($($term::read(cursors.$number, steps[$number], visited),)*) }
            }
        }
    };
}

all_tuples!(1..=12, readable_terms);
