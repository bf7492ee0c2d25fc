//! Law 1: what was borrowed when a tick was taken has changed after it, once the borrow has ended.

use ecs_core::{query, update_all};

use super::*;

#[test]
fn law_1_a_guard_that_outlives_a_tick_is_a_change_after_it() {
    let all = spawn(3);
    all[2].borrow_mut().0 = 5;
    let mut guard = all[1].borrow_mut();
    let seen = World::tick();
    guard.0 = 9;
    assert_eq!(changed(&all, seen), []);
    drop(guard);
    assert_eq!(changed(&all, seen), [1]);
}

#[test]
fn law_1_what_a_view_has_borrowed_before_a_tick_has_changed_after_it() {
    let all = spawn(5);
    all[4].borrow_mut().0 = 4; // just before the view, in the same tick as long as nobody looks
    let mut view = Hp::view_mut();
    let value = &mut view[all[1]];
    let seen = World::tick();
    value.0 = 9;
    view[all[3]].0 = 9;
    // What comes meanwhile is no part of the view.
    let new = spawn(1)[0];
    let later = World::tick();
    assert_eq!(changed(&all, later), []);
    drop(view);
    assert_eq!((changed(&all, seen), changed(&all, later)), (vec![1, 3], vec![1, 3]));
    assert!(new.changed_since(seen) && !new.changed_since(later));
}

#[test]
fn law_1_items_of_a_query_may_be_kept_over_a_tick() {
    let all = spawn(5);
    all[4].borrow_mut().0 = 4;
    let mut hps = query::<&mut Hp>();
    let mut iter = hps.iter_mut();
    let first = iter.next().expect("there are five");
    let seen = World::tick();
    first.0 = 9;
    assert!(iter.next().is_some());
    drop(hps);
    assert_eq!(changed(&all, seen), [0, 1]);
}

#[test]
fn law_1_items_of_a_forgotten_iterator_may_be_kept_over_a_tick() {
    let all = spawn(5);
    let mut hps = query::<&mut Hp>();
    let mut iter = hps.iter_mut();
    let items: Vec<_> = iter.by_ref().take(2).collect();
    let _ = std::mem::ManuallyDrop::new(iter);
    let seen = World::tick();
    items.into_iter().for_each(|hp| hp.0 = 8);
    drop(hps);
    assert_eq!(changed(&all, seen), [0, 1]);
}

#[test]
fn law_1_whoever_looks_and_then_takes_the_time_misses_nothing() {
    let all = spawn(6);
    let mut last = World::tick();
    let mut seen = [0; 6];
    let mut look = |all: &[Handle<Hp>]| {
        changed(all, last).into_iter().for_each(|place| seen[place] += 1);
        last = World::tick();
        seen
    };
    let mut view = Hp::view_mut();
    view[all[0]].0 = 1;
    look(&all);
    view[all[1]].0 = 1;
    look(&all);
    drop(view);
    let guard = all[2].borrow_mut();
    look(&all);
    drop(guard);
    let mut hps = query::<&mut Hp>();
    for (place, hp) in hps.iter_mut().enumerate().skip(3).take(1) {
        look(&all);
        hp.0 = place as u32;
    }
    drop(hps);
    let counts = look(&all);
    assert!(counts[..4].iter().all(|&count| count > 0), "{counts:?}");
    assert_eq!(look(&all), counts, "what has ended is seen once");
    assert_eq!(counts[4..], [0, 0]);
}

#[test]
fn law_1_siblings_that_a_pass_writes_to_after_a_tick_have_changed_when_it_ends() {
    thread_local!(static SEEN: std::cell::RefCell<Vec<Tick>> = const { std::cell::RefCell::new(Vec::new()) });
    #[derive(Component)]
    struct Heals;
    impl Heals {
        fn update(&self, hp: &mut Hp) {
            SEEN.with_borrow_mut(|seen| seen.push(World::tick()));
            hp.0 += 1;
        }
    }
    let all = spawn(4);
    all[1..].iter().for_each(|hp| assert!(hp.entity().insert(Heals).is_alive()));
    update_all(0.0);
    let seen = SEEN.take();
    assert_eq!(seen.len(), 3);
    for since in seen {
        assert_eq!(changed(&all, since), [1, 2, 3]);
    }
}
