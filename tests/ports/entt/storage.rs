//! Stores: here a type's own functions.

use ecs_core::{Component, Entity, World, query};

use super::{Char, Int};
use crate::support::{Token, live_tokens};

// after: storage/Capacity, sparse_set/Capacity, storage/ShrinkToFit
#[test]
fn room_is_made_ahead_and_counts_for_nothing() {
    Int::reserve(1000);
    assert_eq!((Int::count(), Int::view().len()), (0, 0));
    Entity::spawn_many(1000, |i, _| Int(i as i32));
    assert_eq!(Int::count(), 1000);
}

// after: storage/Raw, sparse_set/Contiguous, sparse_set/Data, sparse_set/Index, sparse_set/Indexing,
// sparse_set/Value, storage/Value, storage_entity/Pack, registry/Compact, storage/Compact,
// sparse_set/Compact, sparse_set/FindErased, sparse_set/ContainsErased
#[test]
fn the_values_of_a_type_are_one_slice_without_holes() {
    let e = Entity::spawn_many(5, |i, _| Int(i as i32));
    e[1].despawn();
    e[3].kill::<Int>();
    let ints = Int::view();
    assert_eq!(ints.len(), 3);
    let mut values: Vec<_> = ints.as_slice().iter().map(|int| int.0).collect();
    values.sort_unstable();
    assert_eq!(values, [0, 2, 4]);
    for (place, int) in ints.iter().enumerate() {
        let owner = ints.entity_at(place).unwrap();
        assert_eq!((owner, ints.position_of(owner.handle())), (e[int.0 as usize], Some(place)));
    }
    assert_eq!(ints.position_of(e[3].handle()), None);
}

// after: storage/Emplace, storage/TryEmplace, storage/TryEmplaceNonDefaultConstructible, sparse_set/Push,
// sparse_set/PushOutOfBounds, storage/EmplaceSelfMoveSupport
#[test]
fn what_cannot_be_added_comes_back_as_an_error() {
    let e = Entity::spawn();
    assert!(e.try_insert(Int(1)).is_ok() && e.try_add::<Char>().is_ok());
    e.despawn();
    assert!(
        e.try_insert(Int(1)).is_err() && e.try_add::<Char>().is_err() && e.try_add_with(|| Int(2)).is_err()
    );
    assert_eq!((Int::count(), Char::count()), (0, 0));
}

// after: storage/Iterable, storage/ConstIterable, storage_entity/Iterable, sparse_set/Iterator,
// sparse_set/ReverseIterator, sparse_set/Contains, sparse_set/Find, sparse_set/Functionalities
#[test]
fn values_are_visited_with_their_entities() {
    let e = Entity::spawn_many(3, |i, _| Int(i as i32));
    for (entity, int) in Int::view_mut().iter_mut_with_entity() {
        assert_eq!(entity, e[int.0 as usize]);
        int.0 += 10;
    }
    assert_eq!(e.iter().map(|e| e.borrow::<Int>().0).collect::<Vec<_>>(), [10, 11, 12]);
    assert_eq!(query::<Entity>().iter().count(), 3);
}

// after: storage/NonMovableComponent, component/SelfContained
#[test]
fn values_that_own_something_end_once_wherever_they_were_moved() {
    #[derive(Component)]
    struct Owner(Token);
    let e = Entity::spawn_many(20, |_, _| Owner(Token::new()));
    Owner::sort_by_key(|owner| core::cmp::Reverse(owner.0.number()));
    e.iter().step_by(2).for_each(|e| assert!(e.despawn()));
    World::flush();
    assert_eq!((Owner::count(), live_tokens()), (10, 10));
    let back = e[1].remove::<Owner>();
    assert_eq!((Owner::count(), live_tokens()), (9, 10), "it was given back");
    drop(back);
    World::clear();
    assert_eq!(live_tokens(), 0);
}

// after: storage/SortN, sparse_set/SortN, sparse_set/SortOrdered, sparse_set/SortReverse,
// sparse_set/SortUnordered, sparse_set/Sort, sparse_set/SortAsDisjoint, sparse_set/SortAsOverlap,
// sparse_set/SortAsOrdered, sparse_set/SortAsReverse, sparse_set/SortAsUnordered
#[test]
fn a_part_of_a_view_is_sorted_as_a_slice_is() {
    let e = [9, 4, 7, 1].map(|i| Entity::spawn_with(Int(i)));
    Int::view_mut().as_mut_slice()[..3].sort_unstable();
    assert_eq!(Int::view().iter().map(|int| int.0).collect::<Vec<_>>(), [4, 7, 9, 1]);
    assert_eq!(e[0].borrow::<Int>().0, 4, "the values went to other entities");
    Int::sort_by(|a, b| a.cmp(b));
    assert_eq!(
        (Int::view()[0].0, e[3].borrow::<Int>().0),
        (1, 1),
        "a sort of the store moves them with theirs"
    );
}
