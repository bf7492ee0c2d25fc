//! What the comparison may do, and anything in any order.

use super::*;

/// Sorts cards by their numbers and calls `act` in the comparison number `at`.
fn sort_and(at: u32, act: impl Fn()) -> Result<(), ViewError> {
    let turn = Cell::new(0);
    Card::try_sort_by(|a, b| {
        turn.set(turn.get() + 1);
        if turn.get() == at {
            act();
        }
        by_number(a, b)
    })
}

#[test]
fn the_comparison_reads_the_store_and_writes_nothing() {
    let handles = cards([3, 1, 2]);
    sort_and(1, || {
        assert_eq!((handles[0].borrow().n, Card::view()[handles[1]].n), (3, 1));
        assert!(handles[2].try_borrow_mut().is_err() && Card::try_view_mut().is_err());
        assert!(Card::try_sort_by(by_number).is_err() && Card::try_sort_like::<Place>().is_err());
        assert!(handles[0].entity().try_remove::<Card>().is_err());
    })
    .expect("nothing was changed");
    assert_eq!(order(), [1, 2, 3]);
    assert_whole(&handles, &[3, 1, 2]);
}

#[test]
fn what_the_comparison_kills_goes_and_the_rest_is_sorted() {
    for at in 1..8 {
        World::clear();
        let handles = cards([5, 3, 4, 1, 2, 0]);
        sort_and(at, || {
            assert!(handles[1].kill() && handles[5].entity().despawn());
            assert_eq!(live_tokens(), 6, "values drop later");
        })
        .expect("killing is always allowed");
        assert_eq!((order(), live_tokens()), (vec![1, 2, 4, 5], 4));
        assert_whole(&[handles[0], handles[2], handles[3], handles[4]], &[5, 4, 1, 2]);
    }
}

#[test]
fn what_the_comparison_adds_comes_last() {
    for additional in [1, 100] {
        World::clear();
        let handles = cards([5, 3, 4]);
        let more = RefCell::new(Vec::new());
        sort_and(2, || more.borrow_mut().extend((0..additional).map(card)))
            .expect("adding is always allowed");
        assert_eq!(order(), [3, 4, 5].into_iter().chain(0..additional).collect::<Vec<_>>());
        assert_whole(&handles, &[5, 3, 4]);
        assert!(more.take().into_iter().zip(0..).all(|(card, n)| card.borrow().n == n));
    }
}

#[test]
fn what_the_comparison_sets_anew_or_spawns_in_the_place_of_another_comes_last() {
    let handles = cards([5, 3, 4, 1]);
    sort_and(2, || {
        handles[3].entity().insert(Card { n: 7, token: Token::new() });
        handles[1].entity().despawn();
        card(0);
    })
    .expect("changing is always allowed");
    assert_eq!((order(), live_tokens()), (vec![4, 5, 7, 0], 4));
    assert_whole(&[handles[0], handles[2], handles[3]], &[5, 4, 7]);
    assert!(!handles[1].is_alive());
}

#[test]
fn what_the_comparison_switches_changes_sides() {
    let handles = cards([5, 3, 4, 1, 2]);
    handles[0].set_enabled(false);
    sort_and(2, || {
        handles[0].set_enabled(true);
        handles[3].entity().set_enabled(false);
        card(9);
    })
    .expect("switching is always allowed");
    let view = Card::view();
    assert!(view.disabled().iter().map(|card| card.n).eq([1]));
    drop(view);
    let mut numbers = order();
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 9]);
    assert_whole(&handles, &[5, 3, 4, 1, 2]);
}

#[test]
fn shutdowns_that_wait_for_the_comparison_may_change_the_store_too() {
    #[derive(Component)]
    struct Unit(u32, Option<Handle<Unit>>);
    impl Unit {
        fn shutdown(&mut self) {
            if let Some(other) = self.1 {
                other.kill();
            }
        }
    }
    let units: Vec<_> = (0..6).map(|n| Entity::spawn().insert(Unit(9 - n, None))).collect();
    units[0].borrow_mut().1 = Some(units[4]);
    let done = Cell::new(false);
    Unit::sort_by(|a, b| {
        if !done.replace(true) {
            units[0].kill();
        }
        a.0.cmp(&b.0)
    });
    assert!(Unit::view().iter().map(|unit| unit.0).eq([4, 6, 7, 8]));
    assert!(units[1..4].iter().zip(0..).all(|(unit, n)| unit.borrow().0 == 8 - n));
}

#[test]
fn a_guard_that_the_comparison_keeps_refuses_and_leaves_the_order() {
    let handles = cards([3, 1, 2]);
    let kept: RefCell<Option<Ref<Card>>> = RefCell::default();
    let result = sort_and(2, || *kept.borrow_mut() = Some(handles[1].borrow()));
    assert!(matches!(result, Err(ViewError::Borrowed { by: Borrower::Shared, .. })));
    let result = {
        kept.take();
        sort_and(2, || {
            *kept.borrow_mut() = Some(handles[1].borrow());
            handles[0].kill();
        })
    };
    assert!(matches!(result, Err(ViewError::Unsettled { by: Borrower::Shared, .. })));
    kept.take();
    assert_eq!((order(), live_tokens()), (vec![2, 1], 2), "the last one has filled the gap");
}

#[test]
fn a_panic_in_the_comparison_leaves_the_store_as_it_was() {
    for at in 1..6 {
        World::clear();
        let handles = cards([3, 1, 2, 0]);
        let text = message_of(|| sort_and(at.min(4), || panic!("cannot compare")));
        assert_eq!(text, "cannot compare");
        assert_eq!(order(), [3, 1, 2, 0]);
        let text = message_of(|| Card::sort_by_key(|card| assert!(card.n > 0, "no key")));
        assert_eq!((text.as_str(), order()), ("no key", vec![3, 1, 2, 0]));
        assert_whole(&handles, &[3, 1, 2, 0]);
        Card::sort_by(by_number);
        assert_eq!((order(), live_tokens()), (vec![0, 1, 2, 3], 4));
    }
}

#[test]
fn a_panic_after_a_change_loses_nothing_either() {
    let handles = cards([3, 1, 2, 0]);
    let text = message_of(|| {
        sort_and(2, || {
            handles[1].kill();
            card(9);
            panic!("after all");
        })
    });
    assert_eq!(text, "after all");
    assert_eq!((order(), live_tokens()), (vec![3, 9, 2, 0], 4));
    assert_whole(&[handles[0], handles[2], handles[3]], &[3, 2, 0]);
}

#[test]
fn keys_are_user_code_too() {
    thread_local! {
        static DOOMED: Cell<Option<Handle<Card>>> = const { Cell::new(None) };
    }
    struct Key(u32);
    impl Drop for Key {
        fn drop(&mut self) {
            if let Some(card) = DOOMED.take() {
                assert!(card.kill());
            }
            assert!(self.0 != 7 || std::thread::panicking(), "no such key: {}", self.0);
        }
    }
    impl PartialEq for Key {
        fn eq(&self, other: &Self) -> bool {
            self.0 == other.0
        }
    }
    impl Eq for Key {}
    impl PartialOrd for Key {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }
    impl Ord for Key {
        fn cmp(&self, other: &Self) -> Ordering {
            self.0.cmp(&other.0)
        }
    }
    let handles = cards([4, 3, 2, 1]);
    DOOMED.set(Some(handles[1]));
    Card::sort_by_key(|card| Key(card.n));
    assert_eq!((order(), live_tokens()), (vec![1, 2, 4], 3));
    card(3);
    assert_eq!(message_of(|| Card::sort_by_key(|card| Key(10 - card.n))), "no such key: 7");
    assert_eq!(order(), [1, 2, 4, 3]);
}

#[test]
fn a_comparison_without_sense_loses_nothing() {
    let mut dice = Random(7);
    for size in [2, 21, if cfg!(miri) { 30 } else { 300 }] {
        World::clear();
        let handles: Vec<_> = (0..size).map(card).collect();
        // The sort may panic when it notices.
        let _ = try_caught(|| {
            Card::sort_by(|_, _| [Ordering::Less, Ordering::Equal, Ordering::Greater][dice.below(3)]);
        });
        let mut numbers = order();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..size).collect::<Vec<_>>());
        assert_whole(&handles, &(0..size).collect::<Vec<_>>());
    }
}

// ---- anything in any order ----

#[test]
fn sorting_among_all_other_changes_keeps_each_value_with_its_entity() {
    let rounds = if cfg!(miri) { 25 } else { 3_000 };
    let mut dice = Random(21);
    let mut known: BTreeMap<Handle<Card>, u32> = BTreeMap::new();
    let random = |known: &BTreeMap<Handle<Card>, u32>, dice: &mut Random| {
        (!known.is_empty()).then(|| *known.keys().nth(dice.below(known.len())).expect("below the length"))
    };
    for round in 0..rounds {
        let n = dice.below(1_000) as u32;
        match (dice.below(10), random(&known, &mut dice)) {
            (0..=2, _) | (_, None) => {
                let new = card(n);
                if n.is_multiple_of(2) {
                    place(new);
                }
                known.insert(new, n);
            }
            (3, Some(card)) => {
                assert!(card.entity().despawn());
                known.remove(&card);
            }
            (4, Some(card)) => {
                assert_eq!(card.entity().remove::<Card>().map(|card| card.n), known.remove(&card));
            }
            (5, Some(card)) => assert!(card.set_enabled(n.is_multiple_of(2))),
            (6, Some(card)) => {
                // Its components are out of order until the guard has gone.
                let guard = card.borrow();
                let new = self::card(n);
                known.insert(new, n);
                drop(guard);
            }
            (7, Some(killed)) => {
                let turn = Cell::new(0);
                let (at, added) = (dice.below(30), Cell::new(None));
                let result = catch_unwind(AssertUnwindSafe(|| {
                    Card::sort_by(|a, b| {
                        turn.set(turn.get() + 1);
                        if turn.get() == at {
                            killed.kill();
                            added.set(Some(card(n)));
                        }
                        by_number(a, b)
                    });
                }));
                assert!(result.is_ok());
                if let Some(added) = added.take() {
                    known.remove(&killed);
                    known.insert(added, n);
                }
            }
            (8, _) => {
                Place::sort_by_key(|place| place.0);
                Card::sort_like::<Place>();
            }
            _ => {
                Card::sort_by(by_number);
                let view = Card::view();
                assert!(view.enabled().is_sorted_by_key(|card| card.n), "round {round}");
                assert!(view.disabled().is_sorted_by_key(|card| card.n), "round {round}");
            }
        }
        let view = Card::view();
        assert_eq!(view.len(), known.len());
        assert!(known.iter().all(|(&card, &n)| view[card].n == n && view[card].handle() == card));
        assert!(view.enabled().iter().all(|card| card.handle().is_enabled()));
        assert!(view.disabled().iter().all(|card| !card.handle().is_enabled()));
        drop(view);
        World::flush();
        assert_eq!(live_tokens(), Card::count() + Place::count());
    }
}
