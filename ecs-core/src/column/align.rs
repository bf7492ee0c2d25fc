//! Alignment: which rows of two columns have the same owners side by side, so that a pass can zip them.

use core::cell::RefCell;
use std::rc::Rc;

use super::column::Column;
use super::pairs::{Pair, PairRun};

/// Returns which rows of a column are aligned with rows of another one.
///
/// The answer is remembered for the pair and extended from where it ended; closing or moving a row cuts it
/// there.
pub(crate) fn aligned_runs(ours: &Column, theirs: &Column) -> Rc<Vec<PairRun>> {
    let pair = pair_of(ours, theirs);
    let pair = &mut *pair.borrow_mut();
    pair.extend(&ours.owners(), &theirs.owners(), |owner| theirs.live_row(owner));
    pair.runs.clone()
}

fn pair_of(ours: &Column, theirs: &Column) -> Rc<RefCell<Pair>> {
    let mut pairs = ours.pairs.borrow_mut();
    let known = |(position, is_ours, _): &&(u32, bool, _)| *position == theirs.position() && *is_ours;
    if let Some((_, _, pair)) = pairs.iter().find(known) {
        return pair.clone();
    }
    // Both or neither: a column that does not know of the pair would not cut it where rows move.
    let mut others = theirs.pairs.borrow_mut();
    pairs.reserve(1);
    others.reserve(1);
    let pair = Rc::<RefCell<Pair>>::default();
    pairs.push((theirs.position(), true, pair.clone()));
    others.push((ours.position(), false, pair.clone()));
    pair
}

impl Column {
    /// Forgets what is known of a row and those above it.
    pub(super) fn cap_pairs(&self, row: usize) {
        for (_, ours, pair) in self.pairs.borrow().iter() {
            let pair = &mut *pair.borrow_mut();
            if *ours { pair.cut(row) } else { pair.cut_other(row) }
        }
    }
}
