//! What is read of a query that could write, by `&query`; entities that are asked for one by one; and pairs.

use ecs_core::{
    BorrowError, Component, Copied, Entity, Query, QueryError, Schedule, Tick, With, Without, World, query,
};

use super::{A, B, C, aligned, spawn};
use crate::support::{assert_says, message_of, on_thread};

#[test]
fn what_could_be_written_is_read_by_many_at_once() {
    let entities = aligned(4);
    spawn(None, Some(9), None);
    let all = query::<(Entity, &mut A, Option<&mut B>, Option<&C>)>();
    let (one, again, first) = (all.get(entities[2]), all.get(entities[2]), all.first());
    for (n, (entity, a, b, c)) in (0..).zip(&all) {
        assert_eq!((entity, a.0, b.map(|b| b.0), c), (entities[n as usize], n, Some(n), None));
    }
    assert_eq!((one, first.map(|(entity, ..)| entity)), (again, Some(entities[0])));
    assert_eq!(one, Some((entities[2], &A(2), Some(&B(2)), None)));
    assert!(all.single().is_err() && all.get(Entity::NONE).is_none());
    assert_eq!(query::<&mut A>().filter::<Without<B>>().first(), None);
}

#[test]
fn what_is_only_read_has_not_changed() {
    #[derive(Component, Clone, Copy)]
    #[component(track)]
    struct Hp(u32);
    let seen: [Entity; 3] = [1, 2, 3].map(|hp| Entity::spawn().with(Hp(hp)));
    let now = World::tick();
    let changed = |since: Tick| seen.map(|entity| entity.handle::<Hp>().changed_since(since));
    let mut all = query::<&mut Hp>();
    assert_eq!(all.iter().map(|hp| hp.0).sum::<u32>(), 6);
    assert!(all.get_many(seen).iter().all(Option::is_some) && all.first().is_some());
    assert!(all.iter_combinations().all(|[a, b]| a.0 < b.0) && all.contains(seen[0]));
    assert_eq!(changed(now), [false; 3]);
    all.get_mut(seen[1]).unwrap();
    assert_eq!(changed(now), [false, true, false]);
}

#[test]
fn what_is_read_is_borrowed_as_a_whole_until_something_else_is_asked_by_mut() {
    let entities = aligned(2);
    let mut all = query::<&mut A>();
    assert!(all.contains(entities[0]) && entities[0].try_borrow::<A>().is_ok(), "that borrows nothing");
    all.get(entities[0]).expect("it has one");
    assert!(matches!(entities[1].try_borrow::<A>(), Err(BorrowError::Borrowed { .. })));
    all.get_mut(entities[0]).expect("it has one");
    assert!(entities[1].try_borrow_mut::<A>().is_ok() && entities[0].try_borrow::<A>().is_err());
    drop(all);
    let all = query::<&A>();
    all.get(entities[0]).expect("it has one");
    assert!(entities[1].try_borrow::<A>().is_ok() && entities[1].try_borrow_mut::<A>().is_err());
}

#[test]
fn what_something_else_has_borrowed_is_not_given() {
    let entities = aligned(3);
    let held = |error: QueryError| matches!(error, QueryError::Held { component: "A", .. });
    let guard = entities[1].borrow_mut::<A>();
    let mut all = query::<&A>();
    assert!(all.try_get(entities[1]).is_err_and(held) && all.get(entities[0]).is_some());
    assert_says(&message_of(|| _ = query::<&A>().get_many([entities[0], entities[1]])), &["cannot visit A"]);
    let [zero, one, two] = all.try_get_many_mut([entities[0], entities[1], entities[2]]);
    assert!(zero.is_ok() && two.is_ok() && one.is_err_and(held));
    assert!(all.try_each_pair(|_, _| ()).is_err_and(held));
    drop(guard);
    let guard = entities[1].borrow::<A>();
    assert!(all.get(entities[1]).is_some() && query::<&mut A>().try_get(entities[1]).is_err_and(held));
    drop(guard);
}

#[test]
fn many_are_given_to_write_to_each_once() {
    let entities = aligned(3);
    let bare = spawn(Some(7), None, None);
    let mut all = query::<(&mut A, &B)>();
    let [one, none, Some(two)] = all.get_many_mut([entities[0], bare, entities[2]]) else { unreachable!() };
    let ((a, _), true) = (one.unwrap(), none.is_none()) else { unreachable!("it lacks the type") };
    core::mem::swap(a, two.0);
    assert_eq!(all.get_many([entities[0], entities[2]]), [Some((&A(2), &B(0))), Some((&A(0), &B(2)))]);

    let [first, again, other] = all.try_get_many_mut([entities[1], entities[1], entities[0]]);
    assert!(matches!(again, Err(QueryError::Again { entity }) if entity == entities[1]));
    assert!(first.is_ok_and(|items| items.is_some()) && other.is_ok());
    drop(all);
    let text = message_of(|| _ = query::<&mut A>().get_many_mut([entities[1]; 2]));
    assert_says(&text, &["twice at once", "list it once"]);
}

#[test]
fn a_list_is_visited_in_its_order_as_often_as_it_says() {
    let entities = aligned(3);
    let list = [entities[2], spawn(Some(5), None, None), entities[0], entities[2], Entity::NONE];
    query::<(&mut A, &B)>().each_many(list, |(a, b)| a.0 += 10 * b.0 + 1);
    let all = query::<&mut A>().filter::<With<B>>();
    assert_eq!(all.iter_many(&list).map(|a| a.0).collect::<Vec<_>>(), [44, 1, 44]);
    drop(all);
    // What is visited is borrowed alone.
    query::<&A>().each_many(&entities[1..2], |_| entities[0].borrow_mut::<A>().0 = 0);
}

#[test]
fn combinations_are_each_set_once_in_order() {
    aligned(4);
    let all = query::<Copied<A>>();
    let pairs: Vec<_> = all.iter_combinations().map(|[a, b]| (a.0, b.0)).collect();
    assert_eq!(pairs, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
    let threes: Vec<_> = all.iter_combinations().map(|three: [A; 3]| three.map(|a| a.0)).collect();
    assert_eq!(threes, [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
    let counts = [
        all.iter_combinations::<0>().count(),
        all.iter_combinations::<1>().count(),
        all.iter_combinations::<4>().count(),
        all.iter_combinations::<5>().count(),
    ];
    assert_eq!(counts, [1, 4, 1, 0]);
}

#[test]
fn each_two_meet_once_and_are_written_to() {
    let mut entities = aligned(5);
    entities[0].kill::<B>();
    // No two stores have the same order.
    B::sort_by(|a, b| b.0.cmp(&a.0));
    entities.remove(0);
    query::<(Entity, &mut A, &B)>().each_pair(|(entity, a, b), (other, other_a, other_b)| {
        assert_ne!(entity, other);
        a.0 += 10 * other_b.0;
        other_a.0 += 10 * b.0;
    });
    assert_eq!(values(&entities), [91, 82, 73, 64]);
    let mut pairs = 0;
    query::<&mut A>().filter::<With<B>>().except(entities[0]).each_pair(|_, _| pairs += 1);
    assert_eq!(pairs, 3);
    on_thread(|| query::<Entity>().each_pair(|_, _| unreachable!("there is no world")));
}

/// Would catch: a filter that is asked again only where something else has borrowed something.
#[test]
fn which_pairs_pass_the_filter_does_not_depend_on_what_else_lives() {
    let entities = aligned(4);
    let last = entities[3];
    let pairs_with_last = |other: Option<Query<'static, &A>>| {
        entities.iter().for_each(|entity| _ = entity.kill::<C>());
        let mut pairs = 0;
        query::<(Entity, &mut B)>().filter::<Without<C>>().each_pair(|(one, _), (two, _)| {
            last.add_with(|| C(1));
            pairs += usize::from(one == last || two == last);
        });
        drop(other);
        pairs
    };
    assert_eq!([pairs_with_last(None), pairs_with_last(Some(query()))], [3, 3]);
}

fn values(entities: &[Entity]) -> Vec<u32> {
    entities.iter().map(|entity| entity.borrow::<A>().0).collect()
}

#[test]
fn who_is_killed_or_disabled_meanwhile_is_in_no_further_pair() {
    let entities = aligned(5);
    let mut seen = Vec::new();
    query::<(Entity, &mut A)>().each_pair(|(_, a), (_, b)| {
        seen.push((a.0, b.0));
        match seen.len() {
            1 => entities[3].despawn(),
            2 => entities[0].handle::<A>().set_enabled(false),
            _ => false,
        };
        Entity::spawn().insert(A(9));
    });
    assert_eq!(seen, [(0, 1), (0, 2), (1, 2), (1, 4), (2, 4)]);
}

#[test]
fn systems_read_and_get_many_too() {
    fn swap(mut all: Query<(Entity, &mut A), With<B>>) {
        let mut entities = all.iter().map(|(entity, _)| entity);
        let (Some(one), Some(two), None) = (entities.next(), entities.next(), entities.next()) else {
            unreachable!("there are two")
        };
        if let [Some((_, one)), Some((_, two))] = all.get_many_mut([one, two]) {
            core::mem::swap(one, two);
        }
        all.each_pair(|(_, a), (_, b)| (a.0, b.0) = (a.0 + b.0, b.0));
        assert_eq!(all.get(one).map(|(_, a)| a.0), Some(1));
    }
    let entities = aligned(2);
    spawn(Some(8), None, None);
    Schedule::new().add(swap).run(0.1);
    assert_eq!(values(&entities), [1, 0]);
}
