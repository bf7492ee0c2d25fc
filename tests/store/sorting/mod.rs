//! Sorting a store: what the order is, that no handle breaks, and what the comparison may do meanwhile.
#![allow(dead_code, reason = "some values are there only to be dropped")]

mod comparison;
mod refusals;

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_core::{Borrower, Component, Entity, Handle, Ref, ViewError, World, WorldError, update_all};

use crate::support::{
    Random, Token, assert_says, caught, live_tokens, log, message_of, take_log, try_caught,
};

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
    assert!(handles.iter().all(|&handle| handle.try_borrow_mut().is_ok()), "nothing stays borrowed");
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
fn what_was_pending_is_flushed_first() {
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
fn sorting_like_another_store_flushes_both() {
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
