//! Alignment: which rows of two columns have the same owners side by side, so that a pass can zip them; and
//! where those are that have not.

use core::cell::RefCell;
use std::rc::Rc;

use crate::column::{Column, Pair, PairRun, RowMap};

/// Which rows of two columns belong to the same entities.
pub(super) struct Matching {
    /// Those that lie side by side.
    pub(super) runs: Rc<Vec<PairRun>>,
    /// All, if many do not.
    pub(super) map: Option<Rc<RowMap>>,
}

/// Returns which rows of a column belong to the same entities as which of another one.
///
/// The answer is remembered for the pair and extended from where it ended; closing or moving a row cuts it
/// there.
pub(super) fn matching(ours: &Column, theirs: &Column) -> Matching {
    let pair = pair_of(ours, theirs);
    let pair = &mut *pair.borrow_mut();
    let (owners, others) = (ours.row_store.owners(), theirs.row_store.owners());
    pair.extend(&owners, &others, |owner| theirs.row_store.main_row_of(owner));
    let map = pair.map(&owners, others.len(), |owner| theirs.row_store.main_row_of(owner));
    let is_mapped_alone = map.is_some() && pair.is_scattered(owners.len());
    Matching { runs: if is_mapped_alone { Rc::default() } else { pair.runs.clone() }, map }
}

fn pair_of(ours: &Column, theirs: &Column) -> Rc<RefCell<Pair>> {
    let mut pairs = ours.row_store.pairs().borrow_mut();
    let known = |(position, is_ours, _): &&(u32, bool, _)| *position == theirs.position && *is_ours;
    if let Some((_, _, pair)) = pairs.iter().find(known) {
        return pair.clone();
    }
    // Both or neither: a column that does not know of the pair would not cut it where rows move.
    let mut others = theirs.row_store.pairs().borrow_mut();
    pairs.reserve(1);
    others.reserve(1);
    let pair = Rc::<RefCell<Pair>>::default();
    pairs.push((theirs.position, true, pair.clone()));
    others.push((ours.position, false, pair.clone()));
    pair
}
