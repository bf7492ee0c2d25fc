//! Alignment: for how many rows two stores have the same owners, so that a pass can zip them.

use core::cell::{Cell, RefCell};
use std::rc::Rc;

use super::store::Store;

/// For other stores, by position, how many rows are known to be aligned; both stores of a pair share the number.
pub(super) type Pairs = Vec<(u32, Rc<Cell<usize>>)>;

impl<T> Store<T> {
    /// Says for how many rows from the first this store and another have the same owners.
    ///
    /// The answer is remembered for the pair and extended from where it ended; closing or moving a row cuts it there.
    pub(crate) fn aligned_rows<U>(&self, other: &Store<U>) -> usize {
        let known = self.pair_with(other.position, &other.pairs);
        let (ours, theirs) = (self.dense.borrow(), other.dense.borrow());
        let (ours, theirs) = (ours.owners(), theirs.owners());
        let mut aligned = known.get();
        let shorter = ours.len().min(theirs.len());
        aligned += common_prefix(&ours[aligned..shorter], &theirs[aligned..shorter]);
        known.set(aligned);
        aligned
    }

    fn pair_with(&self, other: u32, others: &RefCell<Pairs>) -> Rc<Cell<usize>> {
        let mut pairs = self.pairs.borrow_mut();
        if let Some((_, known)) = pairs.iter().find(|(position, _)| *position == other) {
            return known.clone();
        }
        let known = Rc::new(Cell::new(0));
        pairs.push((other, known.clone()));
        others.borrow_mut().push((self.position, known.clone()));
        known
    }

    pub(super) fn cap_pairs(&self, row: usize) {
        for (_, known) in self.pairs.borrow().iter() {
            known.set(known.get().min(row));
        }
    }
}

fn common_prefix(a: &[u32], b: &[u32]) -> usize {
    const CHUNK: usize = 64;
    let equal = a.chunks(CHUNK).zip(b.chunks(CHUNK)).take_while(|(a, b)| a == b).count();
    let start = (equal * CHUNK).min(a.len().min(b.len()));
    start + a[start..].iter().zip(&b[start..]).take_while(|(a, b)| a == b).count()
}
