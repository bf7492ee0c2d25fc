//! [`Pair`]: which rows of two columns have the same owners side by side, as far as it is known.

use core::cell::RefCell;
use std::rc::Rc;

use super::row_map::RowMap;

/// Rows of one column that have the same owners as as many rows of another, in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairRun {
    pub(crate) row: usize,
    pub(crate) other: usize,
    pub(crate) len: usize,
}

impl PairRun {
    pub(crate) fn end(self) -> usize {
        self.row + self.len
    }
}

/// Shorter runs are not worth it, unless the column is small: their rows are looked up one by one.
const SHORTEST: usize = 64;

/// Where the runs are shorter than this on average, the rows are mapped one by one: to find the next run
/// costs as much as to follow the map for so many.
const SCATTERED: usize = 512;

/// Which rows of two columns belong to the same entities.
#[derive(Default)]
pub struct Matching {
    /// Those that lie side by side.
    runs: Option<Rc<Vec<PairRun>>>,
    /// All, if many do not.
    pub(crate) map: Option<Rc<RowMap>>,
}

impl Matching {
    /// The rows that lie side by side, if not all are mapped.
    #[inline]
    pub(crate) fn runs(&self) -> &[PairRun] {
        self.runs.as_ref().map_or(&[], |runs| runs)
    }
}

/// The runs of a column and another one, as far as they are known.
#[derive(Default)]
pub struct Pair {
    /// In the order of the rows. A pass holds them while it runs.
    runs: Rc<Vec<PairRun>>,
    /// How many rows of both columns were looked at.
    known: usize,
    known_others: usize,
    /// Made where many rows are in no run, when nothing has moved between two visits.
    map: Option<Rc<RowMap>>,
    is_settled: bool,
    /// The answer for visits. It holds until a row is added or moves; its memory is used again.
    matching: Rc<Matching>,
    is_matching_known: bool,
}

/// The pairs that a column is part of, by the position of the other column, and whether `row` of the runs is
/// of this one.
pub type Pairs = Vec<(u32, bool, Rc<RefCell<Pair>>)>;

impl Pair {
    /// Returns the answer, if no row was added or has moved; the columns have these lengths now.
    #[inline]
    pub(crate) fn known(&self, ours: usize, theirs: usize) -> Option<&Rc<Matching>> {
        (self.is_matching_known && (self.known, self.known_others) == (ours, theirs))
            .then_some(&self.matching)
    }

    /// Finds what is not known yet of the columns, by their owners.
    pub(crate) fn look(
        &mut self,
        ours: &[u32],
        theirs: &[u32],
        find: impl Fn(u32) -> Option<usize>,
    ) -> Rc<Matching> {
        self.forget_matching();
        self.extend(ours, theirs, &find);
        let was_settled = core::mem::replace(&mut self.is_settled, true);
        if self.map.is_none() && was_settled && self.has_gaps(ours.len()) {
            self.map = Some(Rc::default());
        }
        let is_mended = self.mend_map(ours, theirs.len(), &find);
        let map = self.map.clone().filter(|_| is_mended);
        let is_mapped_alone = map.is_some() && self.is_scattered(ours.len());
        let matching = Matching { runs: (!is_mapped_alone).then(|| self.runs.clone()), map };
        match Rc::get_mut(&mut self.matching) {
            Some(place) => *place = matching,
            None => self.matching = Rc::new(matching),
        }
        self.is_matching_known = was_settled && is_mended;
        self.matching.clone()
    }

    /// Forgets the answer, and releases the runs and the map in it, unless a visit holds them.
    fn forget_matching(&mut self) {
        self.is_matching_known = false;
        if let Some(matching) = Rc::get_mut(&mut self.matching) {
            *matching = Matching::default();
        }
    }

    /// Finds the runs that are not known yet. Where it finds none it looks at ever fewer rows.
    fn extend(&mut self, ours: &[u32], theirs: &[u32], find: impl Fn(u32) -> Option<usize>) {
        if theirs.len() > self.known_others + self.known_others / 8 {
            // Many were added: some of them are perhaps aligned with rows that were aligned with nothing.
            self.cut_runs(self.first_gap());
        }
        if theirs.len() > self.known_others || ours.len() > self.known {
            // What was added may continue the last run.
            let runs = Rc::make_mut(&mut self.runs);
            let row = runs.pop().map_or(0, |last| last.row);
            find_runs(runs, row, ours, theirs, find);
        }
        (self.known, self.known_others) = (ours.len(), theirs.len());
    }

    /// Completes the map, if there is one; says whether that is done. Who visits by it has it as it was;
    /// meanwhile the rest is looked up.
    fn mend_map(&mut self, ours: &[u32], theirs: usize, find: impl Fn(u32) -> Option<usize>) -> bool {
        let Some(map) = self.map.as_mut().filter(|map| !map.is_whole(ours.len(), theirs)) else {
            return true;
        };
        let free = Rc::get_mut(map);
        free.map(|map| map.mend(ours, theirs, find)).is_some()
    }

    /// Says whether many rows are in no run, or the runs are short.
    fn has_gaps(&self, ours: usize) -> bool {
        let covered: usize = self.runs.iter().map(|run| run.len).sum();
        covered < ours - ours / 8 || self.is_scattered(ours)
    }

    /// Says whether the runs are short.
    fn is_scattered(&self, ours: usize) -> bool {
        self.runs.len().saturating_sub(1) * SCATTERED > ours
    }

    /// Lets the map forget something; all, if somebody visits by it.
    fn cut_map(&mut self, cut: impl FnOnce(&mut RowMap)) {
        self.is_settled = false;
        self.forget_matching();
        if let Some(map) = &mut self.map {
            match Rc::get_mut(map) {
                Some(map) => cut(map),
                None => self.map = None,
            }
        }
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        self.runs.capacity() * size_of::<PairRun>() + self.map.as_ref().map_or(0, |map| map.bytes())
    }

    /// The first row that is aligned with nothing.
    fn first_gap(&self) -> usize {
        self.runs.iter().fold(0, |end, run| if run.row == end { run.end() } else { end })
    }

    /// Forgets the runs from a row on.
    pub(crate) fn cut(&mut self, row: usize) {
        self.cut_map(|map| map.cut(row));
        self.cut_runs(row);
    }

    fn cut_runs(&mut self, row: usize) {
        self.known = self.known.min(row);
        if self.runs.last().is_some_and(|last| last.end() > row) {
            let runs = Rc::make_mut(&mut self.runs);
            runs.truncate(runs.partition_point(|run| run.row < row));
            if let Some(last) = runs.last_mut() {
                last.len = last.len.min(row - last.row);
            }
        }
    }

    /// Forgets the runs from the first that reaches a row of the other column.
    pub(crate) fn cut_other(&mut self, other: usize) {
        self.cut_map(|map| map.cut_other(other));
        self.known_others = self.known_others.min(other);
        if let Some(run) = self.runs.iter().find(|run| run.other + run.len > other) {
            self.cut_runs(run.row + other.saturating_sub(run.other));
        }
    }
}

fn find_runs(
    runs: &mut Vec<PairRun>,
    mut row: usize,
    ours: &[u32],
    theirs: &[u32],
    find: impl Fn(u32) -> Option<usize>,
) {
    let shortest = SHORTEST.min(ours.len() / 2 + 1);
    let mut skip = 1;
    let mut end = row;
    while row < ours.len() {
        let Some(other) = find(ours[row]) else {
            row += skip;
            skip = (2 * skip).min(ours.len() / SHORTEST + 1);
            continue;
        };
        let before = common_suffix(&ours[end..row], &theirs[..other]);
        let len = before + common_prefix(&ours[row..], &theirs[other..]);
        let run = PairRun { row: row - before, other: other - before, len };
        if len >= shortest {
            runs.push(run);
            (row, end, skip) = (run.end(), run.end(), 1);
        } else {
            row = run.end().max(row + skip);
            skip = (2 * skip).min(ours.len() / SHORTEST + 1);
        }
    }
}

/// Counts the leading numbers that two lists have in common.
pub(crate) fn common_prefix(a: &[u32], b: &[u32]) -> usize {
    const CHUNK: usize = 64;
    let equal = a.chunks(CHUNK).zip(b.chunks(CHUNK)).take_while(|(a, b)| a == b).count();
    let start = (equal * CHUNK).min(a.len().min(b.len()));
    start + a[start..].iter().zip(&b[start..]).take_while(|(a, b)| a == b).count()
}

fn common_suffix(a: &[u32], b: &[u32]) -> usize {
    a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests;
