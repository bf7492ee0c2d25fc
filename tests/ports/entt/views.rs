//! Views: here queries.

use ecs_core::{AnyOf, Component, Entity, Query, Schedule, Without, query};

use super::{Char, Empty, Int};

fn entities<T: ecs_core::QueryFilter>() -> Vec<Entity> {
    let mut all: Vec<_> = query::<Entity>().filter::<T>().iter().collect();
    all.sort_unstable();
    all
}

// after: view/Functionalities, view/Empty, view/InvalidView, view/Constructors
#[test]
fn a_query_is_empty_until_there_is_something() {
    assert!(query::<&Int>().is_empty() && query::<(&Int, &Char)>().is_empty());
    let e = Entity::spawn_with(Int(1));
    assert!(!query::<&Int>().is_empty() && query::<(&Int, &Char)>().is_empty());
    e.insert(Char('a'));
    assert_eq!(query::<(&Int, &Char)>().iter().map(|(i, c)| (i.0, c.0)).collect::<Vec<_>>(), [(1, 'a')]);
    e.kill::<Int>();
    assert!(query::<(&Int, &Char)>().is_empty());
}

// after: view/ElementAccess, view/ArrowOperator, view/Handle
#[test]
fn a_view_gives_values_by_their_place_and_by_their_name() {
    let e = Entity::spawn_many(3, |i, _| Int(i as i32 * 10));
    let ints = Int::view();
    assert_eq!((ints[1].0, ints[e[2].handle::<Int>()].0), (10, 20));
    assert_eq!(ints.position_of(e[1].handle::<Int>()), Some(1));
    assert_eq!(ints.entity_at(2), Some(e[2]));
    assert!(ints.get(Entity::NONE.handle::<Int>()).is_none());
}

// after: view/Contains, view/Find, group/Contains, group/Find
#[test]
fn a_query_says_whether_an_entity_is_in_it() {
    let e = Entity::spawn_with((Int(1), Char('a')));
    let f = Entity::spawn_with(Int(2));
    let both = query::<(&Int, &Char)>();
    assert!(both.contains(e) && !both.contains(f));
    assert!(both.get(e).is_some() && both.get(f).is_none());
    drop(both);
    e.despawn();
    assert!(!query::<(&Int, &Char)>().contains(e));
    let again = Entity::spawn_with((Int(3), Char('b')));
    assert_eq!(again.index(), e.index());
    assert!(query::<(&Int, &Char)>().contains(again) && !query::<(&Int, &Char)>().contains(e));
}

// after: view/Each, view/EachWithSuggestedType, view/EachWithHoles, group/Each
#[test]
fn each_visits_those_that_have_all() {
    let e = Entity::spawn_with((Int(0), Char('0')));
    let f = Entity::spawn_with(Int(1));
    let mut visited = Vec::new();
    query::<(Entity, &mut Int, &Char)>().each(|(e, int, char)| {
        int.0 += 5;
        visited.push((e, char.0));
    });
    assert_eq!((visited, e.borrow::<Int>().0, f.borrow::<Int>().0), (vec![(e, '0')], 5, 1));
    let mut count = 0;
    for (_, int) in &mut query::<(Entity, &Int)>() {
        count += int.0;
    }
    assert_eq!(count, 6);
}

// after: view/SizeHint, view/FrontBack, view/IterableViewAlgorithmCompatibility, group/FrontBack,
// group/IterableGroupAlgorithmCompatibility, storage/IterableAlgorithmCompatibility,
// storage/ReverseIterable, storage/Iterator, storage/ReverseIterator
#[test]
fn a_view_is_a_slice_with_its_two_ends() {
    let e = Entity::spawn_many(3, |i, _| Int(i as i32));
    let ints = Int::view();
    assert_eq!((ints.len(), ints.first(), ints.last()), (3, Some(&Int(0)), Some(&Int(2))));
    assert_eq!(ints.iter().rev().map(|int| int.0).collect::<Vec<_>>(), [2, 1, 0]);
    assert_eq!(ints.iter().position(|int| int.0 == 1), Some(1));
    assert_eq!(ints.iter_with_entity().next_back().map(|(e, _)| e), Some(e[2]));
    let (least, most) = ints.iter_with_entity().size_hint();
    assert_eq!((least, most), (3, Some(3)));
    assert_eq!(ints.as_slice().binary_search(&Int(2)), Ok(2));
}

// after: view/ConstNonConstAndAllInBetween, group/ConstNonConstAndAllInBetween,
// view/ConstNonConstAndAllInBetweenWithEmptyType
#[test]
fn a_query_writes_what_it_takes_as_mut_and_reads_the_rest() {
    let e = Entity::spawn_with((Int(1), Char('a'), Empty));
    for (int, char, _) in &mut query::<(&mut Int, &Char, &Empty)>() {
        int.0 += char.0 as i32 - 'a' as i32 + 1;
    }
    let (_char, int) = (e.borrow::<Char>(), e.borrow::<Int>());
    assert_eq!(int.0, 2);
}

// after: view/Exclude, group/ExcludedComponents, view/StableTypeWithExclude, view/StorageEntityWithExclude,
// view/StorageEntityExcludeOnly, view/StorageEntity
#[test]
fn excluded_types_keep_entities_out_until_they_go() {
    let plain = Entity::spawn_with(Int(0));
    let with = Entity::spawn_with((Int(1), Char('x')));
    assert_eq!(
        query::<(Entity, &Int)>().filter::<Without<Char>>().iter().map(|(e, _)| e).collect::<Vec<_>>(),
        [plain]
    );
    assert_eq!(entities::<Without<Int>>(), []);
    with.kill::<Char>();
    assert_eq!(query::<&Int>().filter::<Without<Char>>().count(), 2);
    plain.insert(Char('y'));
    assert_eq!(entities::<Without<Char>>(), [with]);
    assert_eq!(query::<&Int>().filter::<(Without<Char>, Without<Empty>)>().count(), 1);
}

// after: view/EmptyType, group/EmptyAndNonEmptyTypes, group/EmptyTypes, storage_no_instance/Iterable,
// storage_no_instance/Emplace, view/SameStorageTypes
#[test]
fn types_without_values_are_asked_for_as_others() {
    let e = Entity::spawn_with((Int(1), Empty));
    Entity::spawn_with(Int(2));
    Entity::spawn_with(Empty);
    assert_eq!(query::<(&Int, &Empty)>().iter().map(|(int, _)| int.0).collect::<Vec<_>>(), [1]);
    assert_eq!((query::<&Empty>().count(), Empty::count(), query::<(&Int, &Int)>().count()), (2, 2, 2));
    e.kill::<Empty>();
    assert_eq!((query::<(&Int, &Empty)>().count(), Empty::count()), (0, 1));
}

// after: view/ExtendedGet, group/ExtendedGet, storage/Getters, storage_no_instance/Getters
#[test]
fn several_of_one_entity_are_got_at_once() {
    let e = Entity::spawn_with((Int(3), Char('c'), Empty));
    let mut all = query::<(Entity, &mut Int, &Char, &Empty)>();
    let (f, int, char, _) = all.get_mut(e).unwrap();
    int.0 += 1;
    assert_eq!((f, int.0, char.0), (e, 4, 'c'));
}

// after: view/Pipe, view/PipeNoFilter, view/PipeWithPlaceholder, view/Conversion, view/Storage,
// group/Storage
#[test]
fn a_query_is_narrowed_by_filters() {
    type Narrow = (ecs_core::With<Char>, Without<Empty>);
    let e = Entity::spawn_with((Int(1), Char('a')));
    Entity::spawn_with((Int(2), Char('b'), Empty));
    Entity::spawn_with(Int(3));
    assert_eq!(query::<(Entity, &Int)>().filter::<Narrow>().iter().map(|(e, _)| e).collect::<Vec<_>>(), [e]);
    assert_eq!(entities::<AnyOf<(Char, Empty)>>().len(), 2);
    assert_eq!(query::<&Int>().filter::<Narrow>().except(e).count(), 0);
}

// after: view/StableType, storage/CanModifyDuringIteration, sparse_set/CanModifyDuringIteration,
// storage/ReferencesGuaranteed, group/StableLateInitialization
#[test]
fn what_is_visited_may_spawn_and_end_others() {
    let e = Entity::spawn_many(3, |i, _| Int(i as i32));
    let mut visited = Vec::new();
    query::<(Entity, &mut Int)>().each(|(entity, int)| {
        if int.0 == 0 {
            e[1].despawn();
            Entity::spawn_with(Int(100));
        }
        visited.push(entity);
    });
    assert_eq!(visited, [e[0], e[2]], "the dead are skipped, and what came is left for the next time");
    assert_eq!(query::<&Int>().count(), 3);
}

// after: view/UseAndRefresh
#[test]
fn a_query_in_a_system_follows_what_happens_between_its_turns() {
    #[derive(Component)]
    struct Seen(usize);
    let seen = Entity::spawn_with(Seen(0));
    let mut schedule = Schedule::new().add(|all: Query<(&Int, &Char)>, mut seen: Query<&mut Seen>| {
        seen.single_mut().unwrap().0 = all.count();
    });
    let mut run = || {
        schedule.run(0.1);
        seen.borrow::<Seen>().0
    };
    assert_eq!(run(), 0);
    let e = Entity::spawn_with((Int(1), Char('a')));
    assert_eq!(run(), 1);
    e.kill::<Char>();
    assert_eq!(run(), 0);
}
