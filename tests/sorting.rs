//! Sorting a store: what the order is, that no handle breaks, and what the comparison may do meanwhile.
#![allow(dead_code, reason = "some values are there only to be dropped")]

mod support;

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_core::{Component, Entity, Handle, Lender, Ref, ViewError, World, WorldError, update_all};
use support::{Dice, Token, assert_has, caught, live_tokens, log, panic_text, take_log, try_caught};

#[derive(Component, Debug)]
struct Card {
    n: u32,
    token: Token,
}

fn card(n: u32) -> Handle<Card> {
    Entity::spawn().insert(Card { n, token: Token::new() })
}

/// Cards with these numbers, in this order.
fn cards<const N: usize>(numbers: [u32; N]) -> [Handle<Card>; N] {
    numbers.map(card)
}

fn by_number(a: &Card, b: &Card) -> Ordering {
    a.n.cmp(&b.n)
}

fn order() -> Vec<u32> {
    Card::view().iter().map(|card| card.n).collect()
}

#[track_caller]
fn assert_whole(handles: &[Handle<Card>], numbers: &[u32]) {
    assert_eq!(handles.iter().map(|handle| handle.borrow().n).collect::<Vec<_>>(), numbers);
    assert!(handles.iter().all(|handle| handle.borrow().entity() == handle.entity()));
    assert!(handles.iter().all(|&handle| handle.try_borrow_mut().is_ok()), "nothing stays lent");
}

// ---- the order ----

#[test]
fn sorting_breaks_no_handle() {
    let numbers = [5, 3, 9, 1, 7, 3, 0];
    let handles = cards(numbers);
    Card::sort_by(by_number);
    assert_eq!(order(), [0, 1, 3, 3, 5, 7, 9]);
    assert_whole(&handles, &numbers);
    Card::sort_by(|a, b| b.n.cmp(&a.n));
    assert_eq!(order(), [9, 7, 5, 3, 3, 1, 0]);
    assert_whole(&handles, &numbers);
    assert_eq!((Card::count(), live_tokens()), (7, 7));
    World::clear();
    assert_eq!(live_tokens(), 0);
}

#[test]
fn a_sort_is_stable() {
    let handles = cards([21, 11, 22, 12, 23, 13]);
    Card::sort_by(|a, b| (a.n / 10).cmp(&(b.n / 10)));
    assert_eq!(order(), [11, 12, 13, 21, 22, 23]);
    Card::sort_by_key(|card| std::cmp::Reverse(card.n / 10));
    assert_eq!(order(), [21, 22, 23, 11, 12, 13]);
    assert_whole(&handles, &[21, 11, 22, 12, 23, 13]);
}

#[test]
fn a_key_is_made_once_for_each_component() {
    cards([3, 1, 2, 5, 4, 9, 7, 8, 6]);
    let keys = Cell::new(0);
    Card::sort_by_key(|card| {
        keys.set(keys.get() + 1);
        card.n.to_string()
    });
    assert_eq!((keys.get(), order()), (9, (1..=9).collect()));
}

#[test]
fn the_enabled_and_the_disabled_are_sorted_each_in_themselves() {
    let handles = cards([5, 4, 3, 2, 1, 0]);
    handles[1].set_enabled(false);
    handles[5].entity().set_enabled(false);
    handles[3].set_enabled(false);
    Card::sort_by(by_number);
    let view = Card::view();
    assert!(view.enabled().iter().map(|card| card.n).eq([1, 3, 5]));
    assert!(view.disabled().iter().map(|card| card.n).eq([0, 2, 4]));
    drop(view);
    let off: Vec<_> = handles.iter().map(|handle| !handle.is_enabled()).collect();
    assert_eq!(off, [false, true, false, true, false, true], "each switch has moved along");
    handles[1].set_enabled(true);
    handles[5].entity().set_enabled(true);
    Card::sort_by(by_number);
    assert_eq!(order(), [0, 1, 3, 4, 5, 2]);
    assert_whole(&handles, &[5, 4, 3, 2, 1, 0]);
}

#[test]
fn what_was_pending_is_settled_first() {
    let handles = cards([4, 2, 9, 1, 3]);
    let guard = handles[0].borrow();
    let more: Vec<_> = (0..40).map(|n| card(100 - n)).collect();
    handles[2].kill();
    handles[3].set_enabled(false);
    drop(guard);
    Card::sort_by(by_number);
    assert_eq!(order(), [2, 3, 4].into_iter().chain(61..=100).chain([1]).collect::<Vec<_>>());
    assert_eq!((Card::count(), live_tokens()), (44, 44));
    assert!(more.iter().zip(0..).all(|(card, n)| card.borrow().n == 100 - n));
}

#[test]
fn holes_are_closed_first() {
    #[derive(Component, Clone, Copy)]
    struct Plain(u32);
    let handles: Vec<_> = (0..20).map(|n| Entity::spawn().insert(Plain(n))).collect();
    for n in [3, 4, 11, 19] {
        handles[n].entity().despawn();
    }
    Plain::sort_by_key(|plain| std::cmp::Reverse(plain.0));
    let rest: Vec<u32> = (0..20).filter(|n| ![3, 4, 11, 19].contains(n)).collect();
    assert!(Plain::view().iter().map(|plain| plain.0).eq(rest.iter().rev().copied()));
    assert!(rest.iter().all(|&n| handles[n as usize].borrow().0 == n));
}

#[test]
fn passes_follow_the_order() {
    #[derive(Component)]
    struct Runner(u32);
    impl Runner {
        fn update(&mut self) {
            log(self.0.to_string());
        }
    }
    for n in [2, 3, 1] {
        Entity::spawn().insert(Runner(n));
    }
    update_all(0.1);
    Runner::sort_by_key(|runner| runner.0);
    update_all(0.1);
    assert_eq!(take_log().join(" "), "2 3 1 1 2 3");
}

#[test]
fn a_removal_moves_at_most_the_last_into_the_gap() {
    let handles = cards([4, 0, 3, 1, 2, 5]);
    Card::sort_by(by_number);
    handles[3].kill();
    let rest = order();
    assert!(rest == [0, 2, 3, 4, 5] || rest == [0, 5, 2, 3, 4], "{rest:?}");
    card(1);
    assert_eq!(order().len(), 6);
    assert_eq!(order()[..5], rest, "a new one comes last");
}

#[test]
fn nothing_to_sort_is_no_error_and_makes_no_world() {
    Card::sort_by(by_number);
    Card::sort_by_key(|card| card.n);
    Card::sort_like::<Card>();
    assert_eq!(World::stats().spawned, 0);
    let one = card(1);
    Card::sort_by(|_, _| unreachable!("one has no other"));
    assert_whole(&[one], &[1]);
}

#[test]
fn zero_sized_components_are_sorted() {
    #[derive(Component, Default)]
    struct Tag;
    impl Tag {
        /// With a hook it keeps rows, and an order.
        fn on_enable(&mut self) {}
    }
    let handles = cards([3, 1, 2]);
    let tags = handles.map(|card| card.entity().add::<Tag>());
    Tag::sort_by(|_, _| Ordering::Greater);
    Tag::sort_by_key(|_| 0);
    Card::sort_by(by_number);
    Tag::sort_like::<Card>();
    Card::sort_like::<Tag>();
    assert_eq!((Tag::view().len(), order()), (3, vec![1, 2, 3]));
    tags[1].kill();
    assert!(tags[0].is_alive() && !tags[1].is_alive() && tags[2].is_alive());
}

// ---- in the order of another store ----

#[derive(Component)]
struct Place(u32, Token);

fn place(card: Handle<Card>) {
    let n = card.borrow().n;
    card.entity().insert(Place(n, Token::new()));
}

fn places() -> Vec<u32> {
    Place::view().iter().map(|place| place.0).collect()
}

#[test]
fn sorting_like_another_store_brings_the_common_ones_first_and_keeps_the_rest() {
    let handles = cards([10, 11, 12, 13, 14, 15, 16, 17]);
    for n in [6, 2, 4, 0] {
        place(handles[n]);
    }
    Entity::spawn().insert(Place(99, Token::new()));
    Card::sort_like::<Place>();
    assert_eq!(order(), [16, 12, 14, 10, 11, 13, 15, 17]);
    assert_whole(&handles, &[10, 11, 12, 13, 14, 15, 16, 17]);
    Place::sort_by_key(|place| place.0);
    Place::sort_like::<Card>();
    assert_eq!(places(), [16, 12, 14, 10, 99]);
    assert_eq!(live_tokens(), 13);
}

#[test]
fn sorting_like_another_store_keeps_the_enabled_ones_first() {
    let handles = cards([0, 1, 2, 3, 4, 5]);
    for n in [5, 3, 1, 4, 0, 2] {
        place(handles[n]);
    }
    handles[3].set_enabled(false);
    handles[4].set_enabled(false);
    handles[0].entity().set_enabled(false);
    Card::sort_like::<Place>();
    let view = Card::view();
    let common: Vec<_> = Place::view().iter().map(|place| place.0).collect();
    let numbers = |cards: &[Card]| cards.iter().map(|card| card.n).collect::<Vec<_>>();
    let in_order = |off: bool| {
        let wanted = common.iter().copied().filter(|n| [0, 3, 4].contains(n) == off);
        wanted.collect::<Vec<_>>()
    };
    assert_eq!((numbers(view.enabled()), numbers(view.disabled())), (in_order(false), in_order(true)));
}

#[test]
fn sorting_like_itself_or_like_nothing_changes_nothing() {
    #[derive(Component)]
    struct Never;
    cards([3, 1, 2]);
    Card::sort_like::<Card>();
    Card::sort_like::<Never>();
    Never::sort_like::<Card>();
    assert_eq!(order(), [3, 1, 2]);
}

#[test]
fn sorting_like_another_store_settles_both() {
    let handles = cards([0, 1, 2, 3]);
    handles.into_iter().rev().for_each(place);
    let guards = (handles[0].borrow(), handles[0].entity().borrow::<Place>());
    handles[2].entity().despawn();
    place(card(4));
    assert!(matches!(Card::try_sort_like::<Place>(), Err(ViewError::Unsettled { component: "Card", .. })));
    drop(guards.0);
    assert!(matches!(Card::try_sort_like::<Place>(), Err(ViewError::Unsettled { component: "Place", .. })));
    drop(guards.1);
    Card::sort_like::<Place>();
    assert_eq!((order(), live_tokens()), (places(), 8));
}

#[test]
fn a_drop_that_ends_components_of_the_other_store_does_not_disturb_sorting_like_it() {
    thread_local! {
        static OTHERS: RefCell<Vec<Handle<Card>>> = const { RefCell::new(Vec::new()) };
    }
    #[derive(Component)]
    struct Killer(u32);
    impl Drop for Killer {
        fn drop(&mut self) {
            if let Some(other) = OTHERS.with_borrow_mut(Vec::pop) {
                other.kill();
                Card::sort_by(by_number);
            }
        }
    }
    let handles = cards([3, 2, 1, 0]);
    let killers = handles.map(|card| card.entity().insert(Killer(card.borrow().n)));
    OTHERS.set(vec![handles[1]]);
    let guard = killers[0].borrow();
    killers[3].kill();
    drop(guard);
    Killer::sort_like::<Card>();
    assert_eq!(order(), [0, 1, 3]);
    assert!(Killer::view().iter().map(|killer| killer.0).eq([1, 3, 2]));
    World::clear();
}

// ---- what refuses ----

#[test]
fn what_is_lent_refuses_before_anything_is_compared() {
    let handles = cards([3, 1, 2]);
    let refused = || {
        let result = Card::try_sort_by(|_, _| unreachable!("compared while something is lent"));
        assert!(Card::try_sort_by_key(|_| -> u32 { unreachable!() }).is_err());
        assert!(Card::try_sort_like::<Place>().is_err());
        match result {
            Err(ViewError::Borrowed { component: "Card", by, .. }) => by,
            result => panic!("{result:?}"),
        }
    };
    let guard = handles[0].borrow();
    assert_eq!(refused(), Lender::Shared);
    let other = handles[1].borrow_mut();
    drop(guard);
    assert_eq!(refused(), Lender::Exclusive);
    drop(other);
    let view = Card::view();
    assert_eq!(refused(), Lender::View);
    drop(view);
    let view = Card::view_mut();
    assert_eq!(refused(), Lender::ViewMut);
    drop(view);
    assert_eq!(order(), [3, 1, 2]);
}

#[test]
fn the_message_names_the_type_and_the_place() {
    let [a, _] = cards([2, 1]);
    let _guard = a.borrow();
    let error = caught(|| Card::sort_by(by_number));
    assert_has(&error.text, &["cannot sort", "Card", "borrowed", "drop that guard"]);
    assert!(error.file.ends_with("sorting.rs"));
    assert_has(&panic_text(|| Card::sort_by_key(|card| card.n)), &["cannot sort", "Card"]);
    assert_has(&panic_text(Card::sort_like::<Place>), &["cannot sort", "Card"]);
}

#[test]
fn the_other_store_may_be_read_but_not_lent_for_writing() {
    let handles = cards([3, 1, 2]);
    handles.into_iter().rev().for_each(place);
    let guard = handles[0].entity().borrow::<Place>();
    Card::sort_like::<Place>();
    assert_eq!(order(), [2, 1, 3]);
    drop(guard);
    let guard = handles[0].entity().borrow_mut::<Place>();
    assert!(matches!(Card::try_sort_like::<Place>(), Err(ViewError::Borrowed { component: "Place", .. })));
    drop(guard);
    assert_whole(&handles, &[3, 1, 2]);
}

#[test]
fn a_hook_sorts_other_stores_but_not_its_own() {
    #[derive(Component, Default)]
    struct Sorter(bool);
    impl Sorter {
        fn update(&mut self) {
            assert!(Self::try_sort_by(|_, _| Ordering::Equal).is_err());
            Card::sort_by(by_number);
            self.0 = true;
        }
    }
    let handles = cards([3, 1, 2]);
    let sorters = [Entity::spawn().add::<Sorter>(), Entity::spawn().add::<Sorter>()];
    update_all(0.1);
    assert!(sorters.iter().all(|sorter| sorter.borrow().0));
    assert_eq!(order(), [1, 2, 3]);
    assert_whole(&handles, &[3, 1, 2]);
}

#[test]
fn a_world_that_is_closing_sorts_nothing() {
    #[derive(Component)]
    struct Last;
    impl Drop for Last {
        fn drop(&mut self) {
            log(format!("{:?}", Card::try_sort_by(by_number).err()));
            log(format!("{:?}", Card::try_sort_like::<Place>().err()));
        }
    }
    let world = World::new();
    world.enter(|| {
        cards([2, 1]);
        Entity::spawn().insert(Last);
    });
    drop(world);
    let closing = format!("{:?}", Some(ViewError::World { component: "Card", error: WorldError::Closing }));
    assert_eq!(take_log(), [closing.clone(), closing]);
}

// ---- what the comparison may do ----

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
    assert!(matches!(result, Err(ViewError::Borrowed { by: Lender::Shared, .. })));
    let result = {
        kept.take();
        sort_and(2, || {
            *kept.borrow_mut() = Some(handles[1].borrow());
            handles[0].kill();
        })
    };
    assert!(matches!(result, Err(ViewError::Unsettled { by: Lender::Shared, .. })));
    kept.take();
    assert_eq!((order(), live_tokens()), (vec![2, 1], 2), "the last one has filled the gap");
}

#[test]
fn a_panic_in_the_comparison_leaves_the_store_as_it_was() {
    for at in 1..6 {
        World::clear();
        let handles = cards([3, 1, 2, 0]);
        let text = panic_text(|| sort_and(at.min(4), || panic!("cannot compare")));
        assert_eq!(text, "cannot compare");
        assert_eq!(order(), [3, 1, 2, 0]);
        let text = panic_text(|| Card::sort_by_key(|card| assert!(card.n > 0, "no key")));
        assert_eq!((text.as_str(), order()), ("no key", vec![3, 1, 2, 0]));
        assert_whole(&handles, &[3, 1, 2, 0]);
        Card::sort_by(by_number);
        assert_eq!((order(), live_tokens()), (vec![0, 1, 2, 3], 4));
    }
}

#[test]
fn a_panic_after_a_change_loses_nothing_either() {
    let handles = cards([3, 1, 2, 0]);
    let text = panic_text(|| {
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
    assert_eq!(panic_text(|| Card::sort_by_key(|card| Key(10 - card.n))), "no such key: 7");
    assert_eq!(order(), [1, 2, 4, 3]);
}

#[test]
fn a_comparison_without_sense_loses_nothing() {
    let mut dice = Dice::new(7);
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
    let mut dice = Dice::new(21);
    let mut known: BTreeMap<Handle<Card>, u32> = BTreeMap::new();
    let random = |known: &BTreeMap<Handle<Card>, u32>, dice: &mut Dice| {
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
