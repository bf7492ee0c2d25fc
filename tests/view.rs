//! Laws S8, S9 and, for whole stores, S1, H5, C1 and C2: what a view or an isolated pass lends, sees and refuses.
#![allow(dead_code, reason = "some values are there only to be dropped")]

mod support;

use std::cell::RefCell;

use ecs_core::{
    BorrowError, Component, Entity, Handle, Lender, ManyError, RefMut, RemoveError, View, ViewError, ViewMut,
    World, update_all,
};
use support::{Token, assert_has, caught, live_tokens, panic_text};

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

// ---- several at once ----

#[test]
fn several_are_lent_for_writing_at_once() {
    let handles: Vec<_> = (0..5).map(hp).collect();
    handles[0].kill();
    let mut view = Hp::view_mut();
    let [a, b, c] = view.get_many_mut([handles[4], handles[1], handles[2]]).expect("all are alive");
    std::mem::swap(&mut a.n, &mut b.n);
    c.n += a.n;
    assert_eq!([4, 1, 2].map(|n| view[handles[n]].n), [1, 4, 3]);
    let [] = view.get_many_mut([]).expect("none is refused");
    let [one] = view.get_many_mut([handles[3]]).expect("it is alive");
    assert_eq!(one.n, 3);
}

#[test]
fn what_cannot_be_lent_at_once_is_named() {
    let handles: Vec<_> = (0..3).map(hp).collect();
    let mut view = Hp::view_mut();
    handles[2].kill();
    let added = hp(9);
    let (a, dead) = (handles[0], handles[2]);
    let refused =
        |view: &mut ViewMut<Hp>, handles| view.get_many_mut::<2>(handles).expect_err("one is refused");
    assert_eq!(refused(&mut view, [a, a]), ManyError::Twice { component: "Hp", entity: a.entity() });
    for (handles, entity) in [
        ([a, dead], dead.entity()),
        ([added, a], added.entity()),
        ([Handle::NULL, Handle::NULL], Entity::NONE),
    ] {
        let error = refused(&mut view, handles);
        assert_eq!(error, ManyError::Dead { component: "Hp", entity });
        assert_has(&error.to_string(), &["cannot borrow Hp"]);
    }
    assert_has(&refused(&mut view, [a, a]).to_string(), &["Hp", "0v1", "twice", "each handle once"]);
    assert_eq!(view[a].n, 0, "the view is as it was");
}

#[test]
fn many_handles_are_followed_in_their_order_and_one_may_come_again() {
    for count in [0, 1, 15, 16, 17, 40] {
        World::clear();
        let handles: Vec<_> = (0..count).map(hp).collect();
        let mut order: Vec<_> = handles.iter().rev().copied().collect();
        order.extend(handles.first());
        let wanted: Vec<_> = (0..count).rev().chain((count > 0).then_some(0)).collect();
        let mut seen = Vec::new();
        Hp::view().read_many(&order, |hp| seen.push(hp.n));
        assert_eq!(seen, wanted);
        let mut view = Hp::view_mut();
        view.write_many(&order, |hp| hp.n += 100);
        assert!(view.iter().all(|hp| hp.n >= 100));
        assert_eq!(view.first().map(|hp| hp.n), (count > 0).then_some(200), "it came twice");
    }
}

#[test]
fn what_is_dead_among_many_panics_at_its_turn() {
    let handles: Vec<_> = (0..20).map(hp).collect();
    handles[18].kill();
    let mut seen = Vec::new();
    let error = caught(|| Hp::view().read_many(&handles, |hp| seen.push(hp.n)));
    assert_has(&error.text, &["cannot borrow Hp", "18v1", "dead"]);
    assert!(error.file.ends_with("view.rs") && seen == (0..18).collect::<Vec<_>>());
    let error = caught(|| Hp::view_mut().write_many(&handles, |hp| hp.n += 1));
    assert_has(&error.text, &["cannot borrow Hp", "18v1", "dead"]);
    assert!(error.file.ends_with("tests/view.rs"));
    assert_eq!((handles[17].borrow().n, handles[19].borrow().n), (18, 19));
    assert!(Hp::try_view_mut().is_ok(), "nothing stays lent");
}

#[test]
fn what_many_handles_lead_to_may_be_killed_meanwhile() {
    let handles: Vec<_> = (0..40).map(hp).collect();
    let mut seen = 0;
    let error = caught(|| {
        Hp::view_mut().write_many(&handles, |hp| {
            handles[39].kill();
            handles[1].kill();
            (0..5).for_each(|n| assert!(self::hp(n).is_alive()));
            seen += hp.n;
        });
    });
    assert_has(&error.text, &["39v1"]);
    assert_eq!(seen, (0..39).sum());
}

// ---- with their entities ----

#[test]
fn components_are_visited_with_their_entities() {
    let handles: Vec<_> = (0..6).map(hp).collect();
    handles[1].kill();
    handles[3].set_enabled(false);
    let of = |n: i32| handles[n as usize].entity();
    let mut view = Hp::view_mut();
    assert_eq!(view.iter_with_entity().len(), 5);
    assert!(view.iter_with_entity().all(|(entity, hp)| entity == of(hp.n)));
    for (entity, hp) in view.iter_mut_with_entity() {
        assert_eq!(entity, of(hp.n));
        hp.n += 10;
    }
    let last = view.iter_mut_with_entity().next_back().map(|(entity, hp)| (entity, hp.n));
    assert_eq!(last, Some((of(3), 13)), "the disabled ones come last");
    assert_eq!((view.entity_at(4), view.entity_at(5)), (Some(of(3)), None));
    drop(view);
    let view = Hp::view();
    assert_eq!((view.iter_with_entity().len(), view.entity_at(5)), (5, None));
    assert!(view.iter_with_entity().rev().all(|(entity, hp)| entity == of(hp.n - 10)));
    assert!((0..5).all(|place| view.entity_at(place) == Some(view[place].entity())));
}

#[test]
fn a_component_that_dies_while_a_view_lives_keeps_its_entity_there() {
    let handles: Vec<_> = (0..4).map(hp).collect();
    let added = if cfg!(miri) { 10 } else { 100 };
    let mut view = Hp::view_mut();
    for (entity, _) in view.iter_mut_with_entity() {
        assert!(entity.despawn());
        (0..added).for_each(|n| assert!(hp(n).is_alive()));
    }
    assert!(view.iter_with_entity().map(|(entity, _)| entity).eq(handles.iter().map(|hp| hp.entity())));
    assert_eq!(view.entity_at(4), None, "what came later is not in it");
    drop(view);
    assert_eq!(Hp::view().iter_with_entity().len(), 4 * added as usize);
}

#[test]
fn zero_sized_components_are_lent_together_and_visited_with_their_entities() {
    #[derive(Component, Default)]
    struct Tag;
    let tags: Vec<_> = (0..20).map(|_| Entity::spawn().add::<Tag>()).collect();
    tags[3].kill();
    let mut view = Tag::view_mut();
    assert!(view.get_many_mut([tags[0], tags[5]]).is_ok());
    assert!(matches!(view.get_many_mut([tags[0], tags[0]]), Err(ManyError::Twice { .. })));
    assert!(matches!(view.get_many_mut([tags[0], tags[3]]), Err(ManyError::Dead { .. })));
    let mut seen = 0;
    let alive: Vec<_> = tags.iter().copied().filter(|tag| tag.is_alive()).collect();
    view.write_many(&alive, |Tag| seen += 1);
    assert_eq!((seen, view.iter_mut_with_entity().len()), (19, 19));
    drop(view);
    let view = Tag::view();
    let entities: Vec<_> = view.iter_with_entity().map(|(entity, _)| entity).collect();
    assert!(tags.iter().all(|tag| entities.contains(&tag.entity()) == tag.is_alive()));
}

#[test]
fn a_view_of_nothing_has_no_entities() {
    let mut view = Hp::view_mut();
    assert_eq!((view.iter_with_entity().len(), view.entity_at(0)), (0, None));
    assert_eq!(view.iter_mut_with_entity().len(), 0);
    view.write_many(&[], |_| unreachable!());
    assert!(matches!(view.get_many_mut([Handle::NULL]), Err(ManyError::Dead { .. })));
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
    assert!(b.try_borrow_mut().is_err(), "the second view still lends");
    drop(two);
    assert!(b.try_borrow_mut().is_ok());
    assert!(Hp::try_view().is_ok());
    assert!(matches!(Hp::try_view_mut(), Err(ViewError::Borrowed { by: Lender::Shared, .. })));
    drop(shared);
    let exclusive = b.borrow_mut();
    assert!(matches!(Hp::try_view(), Err(ViewError::Borrowed { by: Lender::Exclusive, .. })));
    drop(exclusive);
    let all = Hp::view_mut();
    assert!(matches!(Hp::try_view(), Err(ViewError::Borrowed { by: Lender::ViewMut, .. })));
    assert!(matches!(Hp::try_view_mut(), Err(ViewError::Borrowed { by: Lender::ViewMut, .. })));
    assert!(a.try_borrow().is_err() && b.try_borrow_mut().is_err());
    drop(all);
    assert!(a.try_borrow_mut().is_ok() && Hp::try_view_mut().is_ok());
}

#[test]
fn an_exclusive_borrow_beside_others_is_seen_by_a_view() {
    let handles: Vec<_> = (0..4).map(hp).collect();
    let shared = (handles[0].borrow(), handles[1].borrow());
    let exclusive = handles[2].borrow_mut();
    assert!(matches!(Hp::try_view(), Err(ViewError::Borrowed { by: Lender::Exclusive, .. })));
    drop(exclusive);
    assert_eq!(Hp::view().len(), 4);
    drop(shared);
    assert_eq!(Hp::view_mut().len(), 4);
}

#[test]
fn a_refused_view_names_the_type_and_the_remedy() {
    let a = hp(1);
    let guard = a.borrow_mut();
    for text in [panic_text(|| drop(Hp::view())), panic_text(|| drop(Hp::view_mut()))] {
        assert_has(&text, &["cannot view Hp", "mutably borrowed", "drop that guard first"]);
    }
    drop(guard);
    let view = Hp::view_mut();
    for text in [panic_text(|| drop(a.borrow())), panic_text(|| drop(a.get_mut()))] {
        assert_has(
            &text,
            &["Hp", &format!("{:?}", a.entity()), "view of its store", "index the view with the handle"],
        );
    }
    assert!(matches!(a.entity().try_remove::<Hp>(), Err(RemoveError::Lent { by: Lender::ViewMut, .. })));
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
    assert_has(&panic_text(|| view[dead].n), &["Hp", &name]);
    assert_has(&panic_text(|| view[dead].n = 1), &["Hp", &name]);
    let (text, line) = (caught(|| view[dead].n), line!());
    assert_eq!((text.file.as_str(), text.line), (file!(), line));
    assert_eq!(view[other].n, 2);
    drop(view);
    assert_has(&panic_text(|| Hp::view()[dead].n), &["Hp", &name]);
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
            Err(ViewError::Unsettled { component: "Hp", by: Lender::Shared, .. })
        ));
        let text = panic_text(|| drop(Hp::view()));
        assert_has(
            &text,
            &["cannot view Hp", "added, killed or switched", "drop that guard first", "settle"],
        );
        if cfg!(debug_assertions) {
            assert_has(&text, &[&format!("{}:{line}:", file!())]);
        }
        assert_eq!(guard.n, 0);
        drop(guard);
        assert_eq!(Hp::view().len(), Hp::count(), "asking is a quiet point");
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
                Err(ViewError::Borrowed { component: "Nurse", by: Lender::Hook, .. })
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

// ---- changes while a view lives ----

#[test]
fn c1_what_is_added_while_a_view_lives_is_initialised_but_not_in_it() {
    fn check<V>(view: impl Fn() -> V, len: impl Fn(&V) -> usize, sees: impl Fn(&V, Handle<Hp>) -> bool) {
        let old = hp(1);
        let before = Hp::count();
        let lent = view();
        // More than there is room for, and killed, replaced and added again.
        let new: Vec<_> = (0..300).map(hp).collect();
        assert!(
            new.iter().zip(0..).all(|(new, n)| new.is_alive() && *new.borrow_mut() == Hp { n, ready: true })
        );
        assert!(new[0].kill() && !new[0].is_alive() && !new[0].kill());
        assert!(new[1].entity().insert(Hp { n: -1, ready: false }).borrow().ready);
        assert!(
            new[2].entity().remove::<Hp>().is_some_and(|hp| hp.n == 2)
                && new[2].entity().add::<Hp>().is_alive()
        );
        assert!(new.iter().all(|&new| !sees(&lent, new)) && sees(&lent, old));
        assert_eq!((len(&lent), Hp::count()), (before, before + 299));
        drop(lent);
        let lent = view();
        assert_eq!(len(&lent), before + 299);
        assert!(new[1..].iter().all(|&new| sees(&lent, new)) && !sees(&lent, new[0]));
    }
    check(Hp::view, |view: &View<Hp>| view.len(), |view, handle| view.get(handle).is_some());
    check(Hp::view_mut, |view: &ViewMut<Hp>| view.len(), |view, handle| view.get(handle).is_some());
}

#[test]
fn c2_what_is_killed_while_a_view_lives_is_dead_at_once_and_stays_in_the_slice() {
    #[derive(Component)]
    struct Item(u32, Token);
    let items: Vec<_> = (0..4).map(|n| Entity::spawn().insert(Item(n, Token::new()))).collect();
    let view = Item::view();
    assert!(items[1].kill() && !items[1].is_alive() && !items[1].kill());
    assert!(items[3].entity().despawn());
    items[2].entity().insert(Item(20, Token::new()));
    assert!(view.get(items[1]).is_none() && view.get(items[3]).is_none());
    assert!(view.get(items[2]).is_none(), "the new value of the entity came after the view");
    assert_eq!(items[2].borrow().0, 20);
    World::flush();
    assert_eq!(view.iter().map(|item| item.0).collect::<Vec<_>>(), [0, 1, 2, 3], "nothing lent moves");
    assert!(view.iter().all(|item| item.1.number() == item.0 as usize));
    assert_eq!((Item::count(), live_tokens()), (2, 5));
    drop(view);
    assert_eq!(live_tokens(), 5, "nothing drops with a guard");
    let view = Item::view();
    assert_eq!((view.len(), view[items[0]].0, view[items[2]].0, live_tokens()), (2, 0, 20, 2));
}

#[test]
fn a_switch_while_a_view_lives_is_known_at_once_and_moves_later() {
    let handles: Vec<_> = (0..3).map(hp).collect();
    let view = Hp::view_mut();
    assert!(handles[0].set_enabled(false) && !handles[0].is_enabled());
    assert_eq!((numbers(view.enabled()), view.disabled().len()), (vec![0, 1, 2], 0));
    drop(view);
    let view = Hp::view();
    assert_eq!(numbers(view.disabled()), [0]);
    assert_eq!(view.enabled().len(), 2);
}

#[test]
fn a_forgotten_view_lends_for_ever_and_nothing_is_unsound() {
    let a = hp(1);
    std::mem::forget(Hp::view());
    let b = hp(2);
    assert_eq!((a.borrow().n, b.borrow().n), (1, 2));
    assert!(a.try_borrow_mut().is_err() && b.try_borrow_mut().is_ok());
    assert!(Hp::try_view_mut().is_err() && a.kill() && !a.is_alive());
}

#[test]
fn a_view_outlives_its_world() {
    #[derive(Component)]
    struct Item(u32, Token);
    let world = World::new();
    let view = world.enter(|| {
        Entity::spawn().insert(Item(7, Token::new()));
        Item::view()
    });
    drop(world);
    assert_eq!((view[0].0, view.len(), live_tokens()), (7, 1, 1));
}

#[test]
fn a_view_of_zero_sized_components_counts_them() {
    #[derive(Component, Default)]
    struct Tag;
    let tags: Vec<_> = (0..10).map(|_| Entity::spawn().add::<Tag>()).collect();
    tags[4].kill();
    let view = Tag::view();
    assert_eq!((view.len(), view.iter().count()), (9, 9));
    assert!(view.get(tags[5]).is_some() && view.get(tags[4]).is_none());
}

// ---- the other loan of a whole store ----

#[test]
fn h5_an_isolated_pass_lends_its_whole_store_and_still_takes_changes() {
    #[derive(Component)]
    #[component(isolated, capacity = 1)]
    struct Spark {
        n: u32,
        other: Handle<Spark>,
        token: Token,
    }
    impl Spark {
        fn new(n: u32, other: Handle<Spark>) -> Self {
            Self { n, other, token: Token::new() }
        }
        fn update(&mut self) {
            self.n += 1;
            if self.other == Handle::NULL {
                return;
            }
            let error = self.other.try_borrow().err();
            assert!(
                matches!(error, Some(BorrowError::Borrowed { by: Lender::IsolatedPass, .. })),
                "{error:?}"
            );
            assert_has(&panic_text(|| drop(self.other.borrow_mut())), &["Spark", "isolated", "use `self`"]);
            let new: Vec<_> =
                (100..140).map(|n| Entity::spawn().insert(Self::new(n, Handle::NULL))).collect();
            assert!(new.iter().zip(100..).all(|(spark, n)| spark.borrow_mut().n == n), "new ones are free");
            assert!(self.other.kill() && !self.other.is_alive());
            assert!(self.kill() && self.entity().is_alive() && new[3].kill());
        }
    }
    let plain = Entity::spawn().insert(Spark::new(0, Handle::NULL));
    let doomed = Entity::spawn().handle();
    let killer = Entity::spawn().insert(Spark::new(50, doomed));
    doomed.entity().insert(Spark::new(60, Handle::NULL));
    update_all(1.0);
    assert!(!killer.is_alive() && !doomed.is_alive() && plain.borrow().n == 1);
    assert_eq!((Spark::view().len(), live_tokens()), (40, 40));
    update_all(1.0);
    let sum: u32 = Spark::view().iter().map(|spark| spark.n).sum();
    assert_eq!(sum, 2 + (101..141).filter(|&n| n != 104).sum::<u32>());
}

#[test]
fn s8_a_view_that_has_ended_lends_nothing_while_an_older_one_lives() {
    Hp::reserve(2);
    let first = hp(1);
    let older = Hp::view();
    let added = hp(2);
    let later = Hp::view();
    assert!(added.try_borrow_mut().is_err());
    drop(later);
    added.borrow_mut().n = 3;
    assert!(first.try_borrow_mut().is_err());
    assert_eq!(numbers(&older), [1]);
}

#[test]
fn h5_a_guard_on_what_an_isolated_hook_has_added_keeps_it() {
    thread_local! {
        static KEPT: RefCell<Option<RefMut<Lone>>> = const { RefCell::new(None) };
    }
    #[derive(Component, Default)]
    #[component(isolated, capacity = 8)]
    struct Lone(Vec<u32>);
    impl Lone {
        fn update(&mut self) {
            KEPT.with_borrow_mut(|kept| match kept {
                None => *kept = Some(Entity::spawn().insert(Lone(vec![7])).borrow_mut()),
                Some(guard) => assert!(guard.handle().try_borrow_mut().is_err()),
            });
        }
    }
    (0..3).for_each(|_| assert!(Entity::spawn().add::<Lone>().is_alive()));
    Lone::update_all(0.1);
    let guard = KEPT.take().expect("the first visit has kept it");
    let handle = guard.handle();
    assert!(handle.try_borrow_mut().is_err());
    drop(guard);
    assert_eq!(handle.borrow_mut().0, [7]);
}
