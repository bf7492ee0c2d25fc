//! Alignment: which rows of two columns have the same owners side by side, so that a pass can zip them; and
//! where those are that have not.

use core::cell::RefCell;
use std::rc::Rc;

use crate::column::{Column, Matching, Pair};

/// Returns which rows of a column belong to the same entities as which of another one.
///
/// The answer is remembered for the pair and extended from where it ended; closing or moving a row cuts it
/// there.
pub(super) fn matching(ours: &Column, theirs: &Column) -> Rc<Matching> {
    let is_theirs = |(position, is_ours, _): &&(u32, bool, _)| *position == theirs.position && *is_ours;
    let pair = match ours.row_store.pairs().borrow().iter().find(is_theirs) {
        Some((_, _, pair)) => {
            // Most often nothing has changed.
            if let Some(known) = pair.borrow().known(ours.row_store.len(), theirs.row_store.len()) {
                return known.clone();
            }
            Some(pair.clone())
        }
        None => None,
    };
    let pair = pair.unwrap_or_else(|| new_pair(ours, theirs));
    let (owners, others) = (ours.row_store.owners(), theirs.row_store.owners());
    pair.borrow_mut().look(&owners, &others, |owner| theirs.row_store.main_row_of(owner))
}

#[cold]
fn new_pair(ours: &Column, theirs: &Column) -> Rc<RefCell<Pair>> {
    let mut pairs = ours.row_store.pairs().borrow_mut();
    // Both or neither: a column that does not know of the pair would not cut it where rows move.
    let mut others = theirs.row_store.pairs().borrow_mut();
    pairs.reserve(1);
    others.reserve(1);
    let pair = Rc::<RefCell<Pair>>::default();
    pairs.push((theirs.position, true, pair.clone()));
    others.push((ours.position, false, pair.clone()));
    pair
}

#[cfg(test)]
mod tests {
    use super::matching;
    use crate::Component;
    use crate::ids::Entity;
    use crate::store::with_store;

    #[derive(Component)]
    struct Pos(u32);

    #[derive(Component)]
    struct Vel(u32);

    /// The row of each run, that of the other column, and how many there are.
    fn runs() -> Vec<[usize; 3]> {
        let found = with_store(Pos::__cell(), |pos| with_store(Vel::__cell(), |vel| matching(pos, vel)));
        found
            .flatten()
            .expect("both were added")
            .runs()
            .iter()
            .map(|run| [run.row, run.other, run.len])
            .collect()
    }

    #[test]
    fn after_churn_one_run_comes_back() {
        let count: u32 = if cfg!(miri) { 60 } else { 3_000 };
        let new = |n| Entity::spawn().with(Pos(n)).with(Vel(n));
        let mut entities: Vec<_> = (0..count).map(new).collect();
        assert_eq!(runs(), [[0, 0, count as usize]]);
        let mut random: u64 = 1;
        for n in 0..count {
            random = random * 7_919 % 1_000_003;
            let entity = entities[random as usize % entities.len()];
            if n.is_multiple_of(2) {
                entity.remove::<Vel>();
                drop(Vel::view());
                entity.insert(Vel(n));
                drop(Pos::view());
            } else {
                entity.despawn();
                drop(Pos::view());
                entities.retain(|entity| entity.is_alive());
                entities.push(new(n));
            }
        }
        assert!(runs().len() != 1, "the two orders are not the same any more");
        Vel::sort_like::<Pos>();
        assert_eq!(runs(), [[0, 0, Pos::count()]]);
        Pos::sort_by_key(|pos| pos.0);
        assert!(runs().iter().all(|run| run[2] < Pos::count()), "what was known of the pair is forgotten");
        Pos::sort_like::<Vel>();
        assert_eq!(runs(), [[0, 0, Pos::count()]]);
    }

    #[test]
    fn those_that_have_both_are_one_run_in_front_of_the_rest() {
        let entities: Vec<_> = (0..200).map(|n| Entity::spawn().with(Pos(n))).collect();
        let both = || (0..200).rev().filter(|n| n % 2 == 0);
        both().for_each(|n| assert!(entities[n as usize].insert(Vel(n)).is_alive()));
        Pos::sort_like::<Vel>();
        assert_eq!(runs(), [[0, 0, 100]]);
        assert!(Vel::view().iter().map(|vel| vel.0).eq(both()));
        let rest = (0..200).filter(|n| n % 2 != 0);
        assert!(Pos::view().iter().map(|pos| pos.0).eq(both().chain(rest)));
    }
}
