//! [`RowPlan`]: where the rows of terms lie that go with those of a column.

use std::rc::Rc;

use super::matching::matching;
use super::per_term::PerTerm;
use super::place::Place;
use super::term_rows::TermRows;
use crate::column::{Column, Matching};

/// Where the rows of terms lie that go with those of a column. Found once for a visit.
pub struct RowPlan<R: PerTerm>(R::Owned<Alignment>);

impl<R: PerTerm> RowPlan<R> {
    /// Compares the columns of terms with the column that is followed.
    #[inline]
    pub(crate) fn new(terms: R::Each<TermRows<'_>>, driver: &Column) -> Self {
        let find = |rows: &TermRows<'_>| match rows.is_needed {
            true => Alignment::find(rows, driver),
            false => Alignment::EVERYWHERE,
        };
        Self(R::make(|term| find(&terms.as_ref()[term])))
    }

    /// Finds the rows from one on, before `rows`, of which it is known in one way where each term lies.
    /// Writes that down, and returns how many rows these are. O(log n) in the number of runs.
    pub(crate) fn segment<'r>(
        &'r self,
        row: usize,
        rows: usize,
        places: &mut R::Each<Place<'r>>,
    ) -> (usize, SegmentKind) {
        *places = R::same(Place::From(row));
        find(self.0.as_ref(), row, rows, places.as_mut())
    }
}

/// How the rows of a segment are visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SegmentKind {
    /// All terms lie side by side.
    Zipped,
    /// What does not is mapped.
    Mapped,
    /// Something must be looked up for each row.
    LookedUp,
}

/// Asserts that terms see all rows of a segment of this length that places lead to.
pub(crate) fn assert_seen(terms: &[TermRows<'_>], places: &[Place<'_>], len: usize) {
    let mut each = terms.iter().zip(places);
    assert!(
        each.all(|(rows, place)| place.is_within(len, rows.reach)),
        "segments are among the borrowed rows"
    );
}

/// Which rows of a term lie beside those of the column that is followed. It is two words, so that a plan is
/// written once, and not copied.
struct Alignment {
    /// `None`: each lies beside the row of the same number.
    matching: Option<Rc<Matching>>,
    /// So many rows of the term are seen.
    reach: usize,
}

impl Alignment {
    /// Each row has one, or has none. The rows that are followed are the fewest of all that are needed.
    const EVERYWHERE: Self = Self { matching: None, reach: usize::MAX };
    /// It is known of none of them.
    const NOWHERE: Self = Self { matching: None, reach: 0 };

    /// Of rows that are needed.
    fn find(rows: &TermRows<'_>, driver: &Column) -> Self {
        let is_flushed = rows.is_flushed && driver.is_flushed();
        match rows.driver().filter(|_| is_flushed) {
            Some(column) if column.position == driver.position => Self::EVERYWHERE,
            Some(column) => Self { matching: Some(matching(driver, column)), reach: rows.reach },
            None => Self::NOWHERE,
        }
    }
}

/// As [`RowPlan::segment`], of places that all lie from the row on.
fn find<'r>(
    alignments: &'r [Alignment],
    row: usize,
    rows: usize,
    places: &mut [Place<'r>],
) -> (usize, SegmentKind) {
    let (mut end, mut kind) = (rows, SegmentKind::Zipped);
    for (place, alignment) in places.iter_mut().zip(alignments) {
        let reach = alignment.reach;
        let (runs, map) = match &alignment.matching {
            Some(matching) => (matching.runs(), matching.map.as_ref()),
            None if reach == 0 => (&[][..], None),
            None => continue,
        };
        let run = runs.get(runs.partition_point(|run| run.end() <= row));
        let seen = run.and_then(|run| {
            let start = run.other + row.checked_sub(run.row)?;
            (start < reach).then(|| (start, run.end().min(row + (reach - start))))
        });
        end = end.min(match (seen, run) {
            (Some((_, end)), _) => end,
            (None, Some(run)) if run.row > row => run.row,
            (None, Some(run)) => run.end(),
            (None, None) => rows,
        });
        *place = match (seen, map) {
            (Some((start, _)), _) => Place::From(start),
            (None, Some(map)) if map.rows().len() >= rows => {
                Place::Mapped { rows: &map.rows()[row..], limit: reach }
            }
            (None, _) => Place::LookUp,
        };
        kind = match (*place, kind) {
            (Place::From(_), kind) => kind,
            (Place::LookUp, _) | (_, SegmentKind::LookedUp) => SegmentKind::LookedUp,
            (Place::Mapped { .. }, _) => SegmentKind::Mapped,
        };
    }
    (end - row, kind)
}
