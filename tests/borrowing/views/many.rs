//! Several components at once, and with their entities.

use super::*;

#[test]
fn several_are_borrowed_for_writing_at_once() {
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
fn what_cannot_be_borrowed_at_once_is_named() {
    let handles: Vec<_> = (0..3).map(hp).collect();
    let mut view = Hp::view_mut();
    handles[2].kill();
    let added = hp(9);
    let (a, dead) = (handles[0], handles[2]);
    let refused =
        |view: &mut ViewMut<Hp>, handles| view.get_many_mut::<2>(handles).expect_err("one is refused");
    assert_eq!(refused(&mut view, [a, a]), BorrowError::Twice { component: "Hp", entity: a.entity() });
    for handle in [dead, Handle::NULL] {
        let error = refused(&mut view, [a, handle]);
        assert_eq!(error, handle.try_borrow().expect_err("it is dead"));
        assert_says(&error.to_string(), &["cannot borrow Hp"]);
    }
    let error = refused(&mut view, [added, a]);
    assert_eq!(error, BorrowError::AddedLater { component: "Hp", entity: added.entity() });
    assert_says(&error.to_string(), &["Hp of 3v1", "added after the view was taken", "take the view again"]);
    assert_says(&refused(&mut view, [a, a]).to_string(), &["Hp", "0v1", "twice", "each handle once"]);
    assert_eq!(view[a].n, 0, "the view is as it was");
}

#[test]
fn each_of_several_has_a_result_of_its_own() {
    let handles: Vec<_> = (0..5).map(hp).collect();
    let mut view = Hp::view_mut();
    handles[3].kill();
    let (added, [a, b, gone]) = (hp(9), [handles[4], handles[1], handles[3]]);
    let results = view.get_each_mut([a, gone, b, a, added, Handle::NULL, b]);
    let numbers = results.map(|result| result.map(|hp| hp.n));
    let twice = |handle: Handle<Hp>| Err(BorrowError::Twice { component: "Hp", entity: handle.entity() });
    assert_eq!([numbers[0], numbers[2], numbers[3], numbers[6]], [Ok(4), Ok(1), twice(a), twice(b)]);
    let dead = |handle: Handle<Hp>| Err(handle.try_borrow().expect_err("it is dead"));
    assert_eq!([numbers[1], numbers[5]], [dead(gone), dead(Handle::NULL)]);
    assert_eq!(numbers[4], Err(BorrowError::AddedLater { component: "Hp", entity: added.entity() }));
    let [] = view.get_each_mut([]);
    // All that is given can be written to at once.
    let mut all = view.get_each_mut([handles[2], handles[0], a]).map(|hp| hp.expect("it is alive"));
    all.iter_mut().for_each(|hp| hp.n += 10);
    assert_eq!([2, 0, 4].map(|n| view[handles[n]].n), [12, 10, 14]);
}

#[test]
fn seed_s4_a_view_says_where_a_component_lies_and_whose_a_place_is() {
    let handles: Vec<_> = (0..5).map(hp).collect();
    handles[1].set_enabled(false);
    handles[0].kill();
    let view = Hp::view();
    for &handle in &handles[1..] {
        let place = view.position_of(handle).expect("it is alive");
        assert!(std::ptr::eq(&view[place], &view[handle]));
        assert_eq!(view.entity_at(place), Some(handle.entity()));
    }
    assert_eq!(view.position_of(handles[1]), Some(3), "disabled ones stand last");
    let added = hp(9);
    assert_eq!([handles[0], added, Handle::NULL].map(|handle| view.position_of(handle)), [None; 3]);
    drop(view);
    assert_eq!(Hp::view_mut().position_of(added), Some(3));
    #[derive(Component, Default)]
    struct Tag;
    let tags: Vec<_> = (0..3).map(|_| Entity::spawn().add::<Tag>()).collect();
    let view = Tag::view();
    let places: Vec<_> = tags.iter().map(|&tag| view.position_of(tag)).collect();
    assert_eq!(places, [Some(0), Some(1), Some(2)]);
    assert!((0..3).all(|place| view.entity_at(place) == Some(tags[place].entity())));
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
    assert_says(&error.text, &["cannot borrow Hp", "18v1", "dead"]);
    assert!(error.file == file!() && seen == (0..18).collect::<Vec<_>>());
    let error = caught(|| Hp::view_mut().write_many(&handles, |hp| hp.n += 1));
    assert_says(&error.text, &["cannot borrow Hp", "18v1", "dead"]);
    assert!(error.file == file!());
    assert_eq!((handles[17].borrow().n, handles[19].borrow().n), (18, 19));
    assert!(Hp::try_view_mut().is_ok(), "nothing stays borrowed");
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
    assert_says(&error.text, &["39v1"]);
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
fn zero_sized_components_are_borrowed_together_and_visited_with_their_entities() {
    #[derive(Component, Default)]
    struct Tag;
    let tags: Vec<_> = (0..20).map(|_| Entity::spawn().add::<Tag>()).collect();
    tags[3].kill();
    let mut view = Tag::view_mut();
    assert!(view.get_many_mut([tags[0], tags[5]]).is_ok());
    assert!(matches!(view.get_many_mut([tags[0], tags[0]]), Err(BorrowError::Twice { .. })));
    assert!(matches!(
        view.get_many_mut([tags[0], tags[3]]),
        Err(BorrowError::Dead { .. } | BorrowError::Missing { .. })
    ));
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
    assert!(matches!(
        view.get_many_mut([Handle::NULL]),
        Err(BorrowError::Dead { .. } | BorrowError::Missing { .. })
    ));
}
