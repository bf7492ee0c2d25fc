//! Laws S8, S9 and, for whole stores, S1, H5, C1 and C2: what a view or an isolated pass borrows, sees and
//! refuses.
#![allow(dead_code, reason = "some values are there only to be dropped")]

mod many;
mod meanwhile;

use std::cell::RefCell;

use ecs_core::{
    BorrowError, Borrower, Component, Entity, Handle, RefMut, RemoveError, View, ViewError, ViewMut, World,
    update_all,
};

use crate::support::{Token, assert_says, caught, live_tokens, message_of};

#[derive(Component, Default, Debug, PartialEq)]
struct Hp {
    n: i32,
    ready: bool,
}

impl Hp {
    fn init(&mut self) {
        self.ready = true;
    }
}

fn hp(n: i32) -> Handle<Hp> {
    Entity::spawn().insert(Hp { n, ready: false })
}

fn numbers(view: &[Hp]) -> Vec<i32> {
    view.iter().map(|hp| hp.n).collect()
}

// ---- S8, S9, S1 ----

#[test]
fn s8_a_view_is_a_slice_and_writing_through_it_is_explicit() {
    let handles: Vec<_> = (0..5).map(hp).collect();
    let view = Hp::view();
    let slice: &[Hp] = &view;
    assert_eq!((numbers(slice), view.len(), view.first().map(|hp| hp.n)), (vec![0, 1, 2, 3, 4], 5, Some(0)));
    assert!(view.windows(2).all(|pair| pair[0].n < pair[1].n), "methods of slices work");
    assert_eq!((view[2].n, view[handles[2]].n, numbers(view.as_slice())), (2, 2, numbers(slice)));
    drop(view);
    let mut view = Hp::view_mut();
    assert_eq!(numbers(&view), [0, 1, 2, 3, 4]);
    for hp in view.iter_mut() {
        hp.n *= 10;
    }
    view[handles[3]].n += 1;
    view.get_mut(handles[4]).expect("it is there").n += 2;
    assert_eq!((view.get(handles[3]).map(|hp| hp.n), view[4].n), (Some(31), 42));
    view.as_mut_slice()[0].n = -1;
    view.enabled_mut()[1].n = -2;
    drop(view);
    assert_eq!(handles.iter().map(|handle| handle.borrow().n).collect::<Vec<_>>(), [-1, -2, 20, 31, 42]);
}

#[test]
fn s8_swapping_values_moves_them_between_entities() {
    let (a, b) = (hp(1), hp(2));
    Hp::view_mut().as_mut_slice().swap(0, 1);
    assert_eq!((a.borrow().n, b.borrow().n), (2, 1));
    assert_eq!(a.borrow().entity(), a.entity());
}

#[test]
fn s9_references_to_a_view_iterate() {
    let handles = [hp(1), hp(2)];
    let view = Hp::view();
    let mut sum = 0;
    for hp in &view {
        sum += hp.n;
    }
    drop(view);
    let mut view = Hp::view_mut();
    for hp in &view {
        sum += hp.n;
    }
    for hp in &mut view {
        hp.n += 10;
    }
    drop(view);
    assert_eq!((sum, handles[0].borrow().n, handles[1].borrow().n), (6, 11, 12));
}

#[test]
fn s1_values_are_one_slice_without_holes_the_enabled_first() {
    let handles: Vec<_> = (0..100).map(hp).collect();
    for n in (0..100).step_by(3) {
        handles[n].kill();
    }
    for n in (0..100).step_by(7) {
        handles[n].entity().set_enabled(false);
    }
    let more: Vec<_> = (100..120).map(hp).collect();
    let off = |n: i32| n < 100 && n % 7 == 0;
    let alive = |n: &i32| *n >= 100 || n % 3 != 0;
    let view = Hp::view();
    assert_eq!((view.len(), Hp::count()), ((0..120).filter(alive).count(), view.len()));
    let sorted = |slice: &[Hp]| {
        let mut numbers = numbers(slice);
        numbers.sort_unstable();
        numbers
    };
    assert_eq!(sorted(view.enabled()), (0..120).filter(alive).filter(|&n| !off(n)).collect::<Vec<_>>());
    assert_eq!(sorted(view.disabled()), (0..120).filter(alive).filter(|&n| off(n)).collect::<Vec<_>>());
    assert_eq!(view.enabled().len() + view.disabled().len(), view.len());
    assert!(std::ptr::eq(&raw const view.disabled()[0], &raw const view[view.enabled().len()]));
    for (n, handle) in (0..).zip(handles.iter().chain(&more)) {
        assert_eq!(view.get(*handle).map(|hp| hp.n), alive(&n).then_some(n));
    }
}

#[test]
fn a_view_of_nothing_is_empty() {
    assert!(Hp::view().is_empty() && Hp::view_mut().iter_mut().next().is_none());
    assert_eq!(World::stats().spawned, 0, "a read makes no world");
    let handle = Entity::spawn().handle::<Hp>();
    let mut view = Hp::view_mut();
    assert!(view.get(handle).is_none() && view.get_mut(handle).is_none());
    assert!(view.enabled().is_empty() && view.disabled().is_empty());
}

// ---- what a view refuses, and what refuses a view ----

#[test]
fn views_share_with_what_reads_and_exclude_what_writes() {
    let (a, b) = (hp(1), hp(2));
    let (one, two) = (Hp::view(), Hp::view());
    let shared = a.borrow();
    assert_eq!((one[a].n, two[a].n, shared.n), (1, 1, 1));
    assert!(a.try_borrow_mut().is_err() && b.try_borrow_mut().is_err());
    assert!(matches!(Hp::try_view_mut(), Err(ViewError::Borrowed { component: "Hp", .. })));
    drop(one);
    assert!(b.try_borrow_mut().is_err(), "the second view still borrows");
    drop(two);
    assert!(b.try_borrow_mut().is_ok());
    assert!(Hp::try_view().is_ok());
    assert!(matches!(Hp::try_view_mut(), Err(ViewError::Borrowed { by: Borrower::Shared, .. })));
    drop(shared);
    let exclusive = b.borrow_mut();
    assert!(matches!(Hp::try_view(), Err(ViewError::Borrowed { by: Borrower::Exclusive, .. })));
    drop(exclusive);
    let all = Hp::view_mut();
    assert!(matches!(Hp::try_view(), Err(ViewError::Borrowed { by: Borrower::ViewMut, .. })));
    assert!(matches!(Hp::try_view_mut(), Err(ViewError::Borrowed { by: Borrower::ViewMut, .. })));
    assert!(a.try_borrow().is_err() && b.try_borrow_mut().is_err());
    drop(all);
    assert!(a.try_borrow_mut().is_ok() && Hp::try_view_mut().is_ok());
}

#[test]
fn an_exclusive_borrow_among_others_is_seen_by_a_view() {
    let handles: Vec<_> = (0..4).map(hp).collect();
    let shared = (handles[0].borrow(), handles[1].borrow());
    let exclusive = handles[2].borrow_mut();
    assert!(matches!(Hp::try_view(), Err(ViewError::Borrowed { by: Borrower::Exclusive, .. })));
    drop(exclusive);
    assert_eq!(Hp::view().len(), 4);
    drop(shared);
    assert_eq!(Hp::view_mut().len(), 4);
}

#[test]
fn a_refused_view_names_the_type_and_the_remedy() {
    let a = hp(1);
    let guard = a.borrow_mut();
    for text in [message_of(|| drop(Hp::view())), message_of(|| drop(Hp::view_mut()))] {
        assert_says(&text, &["cannot view Hp", "mutably borrowed", "drop that guard first"]);
    }
    drop(guard);
    let view = Hp::view_mut();
    for text in [message_of(|| drop(a.borrow())), message_of(|| drop(a.get_mut()))] {
        assert_says(
            &text,
            &["Hp", &format!("{:?}", a.entity()), "view of its store", "index the view with the handle"],
        );
    }
    assert!(matches!(
        a.entity().try_remove::<Hp>(),
        Err(RemoveError::Borrowed { by: Borrower::ViewMut, .. })
    ));
    assert_eq!(view[a].n, 1);
}

#[test]
fn a_dead_handle_has_no_place_in_a_view() {
    let (dead, other) = (hp(1), hp(2));
    dead.kill();
    let foreign = World::new().enter(|| hp(3));
    let mut view = Hp::view_mut();
    for handle in [dead, foreign, Handle::NULL] {
        assert!(view.get(handle).is_none() && view.get_mut(handle).is_none());
    }
    let name = format!("{:?}", dead.entity());
    assert_says(&message_of(|| view[dead].n), &["Hp", &name]);
    assert_says(&message_of(|| view[dead].n = 1), &["Hp", &name]);
    let (text, line) = (caught(|| view[dead].n), line!());
    assert_eq!((text.file.as_str(), text.line), (file!(), line));
    assert_eq!(view[other].n, 2);
    drop(view);
    assert_says(&message_of(|| Hp::view()[dead].n), &["Hp", &name]);
}

#[test]
fn s1_a_view_of_an_unsettled_store_is_refused_and_says_why() {
    type Change = fn(&[Handle<Hp>]);
    let changes: [Change; 3] = [
        |all| assert!(all[1].kill()),
        |all| assert!(all[1].set_enabled(false)),
        |_| (0..200).for_each(|n| assert!(hp(n).is_alive())),
    ];
    for change in changes {
        let all: Vec<_> = (0..3).map(hp).collect();
        let (guard, line) = (all[0].borrow(), line!());
        change(&all);
        assert!(matches!(
            Hp::try_view(),
            Err(ViewError::Unsettled { component: "Hp", by: Borrower::Shared, .. })
        ));
        let text = message_of(|| drop(Hp::view()));
        assert_says(
            &text,
            &["cannot view Hp", "added, killed or switched", "drop that guard first", "flushed"],
        );
        if cfg!(debug_assertions) {
            assert_says(&text, &[&format!("{}:{line}:", file!())]);
        }
        assert_eq!(guard.n, 0);
        drop(guard);
        assert_eq!(Hp::view().len(), Hp::count(), "asking is a sync point");
        World::clear();
    }
}

#[test]
fn a_view_is_refused_in_a_hook_of_its_type_and_allowed_in_others() {
    #[derive(Component, Default)]
    struct Nurse(i32);
    impl Nurse {
        fn update(&mut self) {
            assert!(matches!(
                Self::try_view(),
                Err(ViewError::Borrowed { component: "Nurse", by: Borrower::PassHook { .. }, .. })
            ));
            assert!(Self::try_view_mut().is_err());
            for hp in &mut Hp::view_mut() {
                hp.n += 1;
            }
            self.0 += Hp::view().len() as i32;
        }
    }
    let (a, nurse) = (hp(1), Entity::spawn().add::<Nurse>());
    update_all(1.0);
    assert_eq!((a.borrow().n, nurse.borrow().0), (2, 1));
}
