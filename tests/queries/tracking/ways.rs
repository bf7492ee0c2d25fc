//! Every way to borrow: what is a change, of what, and what is none.

use ecs_core::{Archetype, Copied, With, query};

use super::*;

type Way = fn(&[Handle<Hp>]);

/// Changes something of four components, of which the last is disabled, and the third alone on its entity.
const WRITES: &[(&str, Way, &[usize])] = &[
    // handles
    ("borrow_mut", |all| drop(all[1].borrow_mut()), &[1]),
    ("get_mut", |all| drop(all[1].get_mut()), &[1]),
    ("try_borrow_mut", |all| drop(all[1].try_borrow_mut()), &[1]),
    ("with", |all| assert!(all[1].with(|hp| hp.0 = 9).is_some()), &[1]),
    ("borrow_mut of an entity", |all| all[1].entity().borrow_mut::<Hp>().0 = 9, &[1]),
    ("get_mut of an entity", |all| drop(all[1].entity().get_mut::<Hp>()), &[1]),
    (
        "two at once, in any order",
        |all| {
            let (a, b) = (all[0].borrow_mut(), all[3].borrow_mut());
            let c = all[1].borrow();
            drop((a, c, b));
        },
        &[0, 3],
    ),
    (
        "after readers",
        |all| {
            drop((all[1].borrow(), all[1].borrow(), all[2].borrow()));
            let one = all[1].borrow();
            all[2].borrow_mut().0 = 9;
            drop(one);
        },
        &[2],
    ),
    ("insert", |all| assert!(all[2].entity().insert(Hp(9)).is_alive()), &[2]),
    // views
    ("view[handle]", |all| Hp::view_mut()[all[2]].0 = 9, &[2]),
    ("view.get_mut", |all| assert!(Hp::view_mut().get_mut(all[3]).is_some()), &[3]),
    ("view.get_many_mut", |all| assert!(Hp::view_mut().get_many_mut([all[3], all[0]]).is_ok()), &[0, 3]),
    ("view.write_many", |all| Hp::view_mut().write_many(&[all[2], all[2], all[0]], |hp| hp.0 += 1), &[0, 2]),
    ("view.as_mut_slice", |_| Hp::view_mut().as_mut_slice()[0].0 = 9, &[0, 1, 2, 3]),
    ("view.iter_mut", |_| assert!(Hp::view_mut().iter_mut().next().is_some()), &[0, 1, 2, 3]),
    ("view.iter_mut_with_entity", |_| drop(Hp::view_mut().iter_mut_with_entity()), &[0, 1, 2, 3]),
    ("view.enabled_mut", |_| Hp::view_mut().enabled_mut()[0].0 = 9, &[0, 1, 2]),
    ("for in &mut view", |_| (&mut Hp::view_mut()).into_iter().for_each(|hp| hp.0 += 1), &[0, 1, 2, 3]),
    // queries
    ("query, for", |_| (&mut query::<&mut Hp>()).into_iter().for_each(|hp| hp.0 += 1), &[0, 1, 2]),
    ("query.each", |_| query::<&mut Hp>().each(|hp| hp.0 += 1), &[0, 1, 2]),
    ("query with disabled", |_| query::<&mut Hp>().with_disabled().each(|hp| hp.0 += 1), &[0, 1, 2, 3]),
    ("query.get", |all| assert!(query::<&mut Hp>().get_mut(all[1].entity()).is_some()), &[1]),
    ("query.first", |_| assert!(query::<&mut Hp>().first_mut().is_some()), &[0]),
    ("query.single of more", |_| assert!(query::<&mut Hp>().single_mut().is_err()), &[0, 1]),
    ("query, left early", |_| assert_eq!(query::<&mut Hp>().iter_mut().take(2).count(), 2), &[0, 1]),
    ("query of two types", |_| query::<(&mut Hp, &Plain)>().each(|(hp, _)| hp.0 += 1), &[0, 1]),
    ("query with a filter", |_| query::<&mut Hp>().filter::<With<Plain>>().each(|hp| hp.0 += 1), &[0, 1]),
    ("query with Option", |_| query::<(&Plain, Option<&mut Hp>)>().each(|_| ()), &[0, 1]),
    (
        "query with Option, get",
        |all| assert!(query::<Option<&mut Hp>>().get_mut(all[2].entity()).is_some()),
        &[2],
    ),
    ("query of an archetype", |_| Archetype::<(Hp, Plain)>::query_mut().each(|(hp, _)| hp.0 += 1), &[0, 1]),
];

/// Changes nothing.
const READS: &[(&str, Way)] = &[
    ("borrow", |all| drop((all[1].borrow(), all[1].borrow(), all[1].get(), all[1].try_borrow()))),
    ("view", |all| assert_eq!((Hp::view()[all[1]].0, Hp::view().iter().count()), (1, 4))),
    ("view.read_many", |all| Hp::view().read_many(all, |hp| assert!(hp.0 < 4))),
    ("a mutable view that is only read", |all| {
        let view = Hp::view_mut();
        assert_eq!((view[all[1]].0, view[0].0, view.len(), view.enabled().len()), (1, 0, 4, 3));
        assert!(view.get(all[2]).is_some() && view.iter_with_entity().count() == 4);
    }),
    ("what a mutable view refuses", |all| {
        let mut view = Hp::view_mut();
        assert!(view.get_mut(Handle::NULL).is_none());
        assert!(view.get_many_mut([all[0], all[0]]).is_err());
        assert!(view.get_many_mut([all[0], Handle::NULL]).is_err());
        view.write_many(&[], |_| unreachable!());
    }),
    ("query for reading", |_| query::<(&Hp, Option<&Hp>)>().each(|_| ())),
    ("query for a copy", |_| query::<Copied<Hp>>().each(|_| ())),
    ("counting a query", |_| {
        let all = query::<(&mut Hp, Option<&mut Plain>)>();
        assert_eq!((all.count(), all.is_empty()), (3, false));
        assert_eq!(format!("{all:?}"), "Query { count: 3, .. }");
        drop(all);
        let some = query::<(&mut Hp, &Plain)>();
        assert_eq!((some.count(), some.is_empty()), (2, false));
        drop(some);
        assert!(!query::<Option<&mut Hp>>().is_empty());
    }),
    ("what a query refuses", |_| {
        let entity = Entity::spawn();
        assert!(query::<&mut Hp>().get_mut(entity).is_none());
        entity.despawn();
    }),
    ("making a mutable query and an iterator", |_| _ = query::<&mut Hp>().iter_mut()),
    ("a filter", |_| assert_eq!(query::<&Plain>().filter::<With<Hp>>().count(), 2)),
    ("add of what is there", |all| assert!(all[1].entity().add::<Plain>().is_alive())),
    ("sorting", |_| {
        Hp::sort_by(|a, b| b.0.cmp(&a.0));
        Hp::sort_by_key(|hp| hp.0);
        Hp::sort_like::<Plain>();
    }),
    ("switching", |all| {
        assert!(all[1].set_enabled(false) && all[1].set_enabled(true));
        assert!(all[0].entity().set_enabled(false) && all[0].entity().set_enabled(true));
    }),
    ("growing", |_| {
        spawn(500).into_iter().for_each(|hp| assert!(hp.entity().despawn()));
        Hp::reserve(1_000);
        World::flush();
    }),
    ("the end of others", |all| {
        let others = spawn(20);
        let keep = all[1].borrow();
        others.iter().step_by(2).for_each(|hp| assert!(hp.kill()));
        drop(keep);
        others.iter().skip(1).step_by(2).for_each(|hp| assert!(hp.entity().remove::<Hp>().is_some()));
        World::flush();
        assert_eq!(Hp::view().len(), 4);
    }),
];

fn four() -> Vec<Handle<Hp>> {
    let all = spawn(4);
    assert!(all[2].entity().kill::<Plain>() && all[3].set_enabled(false));
    World::flush();
    all
}

#[test]
fn law_3_each_way_to_write_changes_what_it_borrows_and_no_more() {
    for &(name, write, expected) in WRITES {
        World::new().enter(|| {
            let all = four();
            let seen = World::tick();
            write(&all);
            assert_eq!(changed(&all, seen), expected, "{name}");
            assert_eq!(added(&all, seen), [], "{name}");
            // Time goes on.
            let later = World::tick();
            assert_eq!((changed(&all, later), changed(&all, seen)), (vec![], expected.to_vec()), "{name}");
        });
    }
}

#[test]
fn law_2_reading_is_never_a_change() {
    for &(name, read) in READS {
        World::new().enter(|| {
            let all = four();
            // With a tick of its own for each, so that a row's tick which goes astray shows.
            let seen: Vec<_> = all
                .iter()
                .map(|hp| {
                    let before = World::tick();
                    drop(hp.borrow_mut());
                    (before, World::tick())
                })
                .collect();
            read(&all);
            for (place, (before, after)) in seen.into_iter().enumerate() {
                assert!(
                    all[place].changed_since(before) && !all[place].changed_since(after),
                    "{name}: {place}"
                );
            }
            assert_eq!(added(&all, Tick::default()), [0, 1, 2, 3], "{name}");
        });
    }
}

#[test]
fn law_1_a_panic_ends_a_borrow_too() {
    let ways: [(Way, &[usize]); 4] = [
        (
            |all| {
                let _guard = all[1].borrow_mut();
                panic!("here")
            },
            &[1],
        ),
        (|all| all[2].with(|_| panic!("here")).expect("it is alive"), &[2]),
        (|all| Hp::view_mut().write_many(all, |hp| assert!(hp.0 < 2, "here")), &[0, 1, 2]),
        (|_| query::<&mut Hp>().each(|hp| assert!(hp.0 < 1, "here")), &[0, 1]),
    ];
    for (way, expected) in ways {
        World::new().enter(|| {
            let all = four();
            let seen = World::tick();
            assert_eq!(crate::support::message_of(|| way(&all)), "here");
            assert_eq!(changed(&all, seen), expected);
        });
    }
}

#[test]
fn a_forgotten_guard_is_no_change_and_what_others_do_is() {
    let all = spawn(3);
    let seen = World::tick();
    std::mem::forget(all[0].borrow_mut());
    all[1].borrow_mut().0 = 1;
    assert_eq!(changed(&all, seen), [1]);
}
