//! The registry: entities, their ids, and what they have.

use std::collections::HashSet;

use ecs_core::{Archetype, Component, Entity, SendError, Singleton, World, query};

use super::{Char, Empty, Int};
use crate::support::message_of;

// after: registry/Functionalities, registry/Identifiers, registry/Constructors, component/Empty,
// component/NonEmpty, entity/Traits
#[test]
fn a_world_begins_empty_and_counts_what_comes() {
    World::new().enter(|| {
        assert_eq!((query::<Entity>().count(), Int::count()), (0, 0));
        let e = Entity::spawn_with((Int(3), Char('c')));
        assert!(e.is_alive() && e.has::<(Int, Char)>() && !e.has::<Empty>());
        assert_eq!((Int::count(), e.borrow::<Int>().0, e.borrow::<Char>().0), (1, 3, 'c'));
        e.remove::<Int>();
        assert_eq!((Int::count(), Char::count()), (0, 1));
        e.despawn();
        assert_eq!((query::<Entity>().count(), Char::count(), e.is_alive()), (0, 0, false));
    });
}

// after: registry/MoreOnIdentifiers, registry/VersionOverflow, registry/DestroyVersion, entity/Tombstone,
// registry/TombstoneVersion
#[test]
fn an_index_comes_back_with_another_generation() {
    let first = Entity::spawn();
    first.despawn();
    let mut seen = HashSet::from([first]);
    for _ in 0..100 {
        let e = Entity::spawn();
        assert_eq!(e.index(), first.index());
        assert!(seen.insert(e) && e.is_alive() && !first.is_alive());
        e.despawn();
    }
    assert!(!first.despawn());
}

// after: registry/NullEntity, entity/Null, handle/Null
#[test]
fn the_null_entity_is_never_alive_and_equals_itself_alone() {
    let e = Entity::spawn();
    assert!(e != Entity::NONE && Entity::NONE == Entity::default());
    assert!(!Entity::NONE.is_alive() && !Entity::NONE.despawn());
    assert!(Entity::NONE.get::<Int>().is_none() && Entity::NONE.try_insert(Int(1)).is_err());
}

// after: registry/CreateManyEntitiesAtOnce, registry/CreateClearCycle,
// registry/CreateDestroyReleaseCornerCase, storage_entity/GenerateRange, storage_entity/GenerateInUse,
// storage_entity/Generate
#[test]
fn the_lowest_free_index_is_used_first() {
    let e = Entity::spawn_many(4, |i, _| Int(i as i32));
    let indices: Vec<_> = e.iter().map(|e| e.index()).collect();
    e[2].despawn();
    e[0].despawn();
    let again = Entity::spawn_many(3, |i, _| Int(i as i32));
    assert_eq!((again[0].index(), again[1].index()), (indices[0], indices[2]));
    assert!(again[2].index() > indices[3]);
    World::clear();
    assert!(again.iter().chain(&e).all(|e| !e.is_alive()));
    let fresh = Entity::spawn();
    assert!(!again.contains(&fresh) && !e.contains(&fresh));
}

// after: sigh_mixin/InsertWeakRange, sigh_mixin/StorageEntity
#[test]
fn a_batch_tells_of_each_of_its_components() {
    let count = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counted = count.clone();
    let _observer = ecs_core::observe(move |_: &ecs_core::Add<Int>| {
        counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    });
    Entity::spawn_many(5, |i, _| Int(i as i32));
    assert_eq!(count.load(std::sync::atomic::Ordering::Relaxed), 5);
}

// after: registry/DestroyRange, registry/StableDestroy, registry/EraseIf
#[test]
fn many_end_at_once() {
    let e = Entity::spawn_many(6, |i, _| (Int(i as i32), Char('a')));
    assert_eq!(Entity::despawn_many(&e[1..4]), 3);
    assert_eq!(query::<(&Int, &Char)>().iter().map(|(i, _)| i.0).sum::<i32>(), 9);
    assert_eq!(Entity::despawn_many(&e), 3, "the dead are passed over");
    let e = Entity::spawn_many(6, |i, _| Int(i as i32));
    Int::for_each(|int| {
        if int.0 % 2 == 0 {
            int.kill();
        }
    });
    assert_eq!(e.iter().filter(|e| e.has::<Int>()).count(), 3);
}

// after: registry/Emplace, registry/EmplaceEmpty, registry/EmplaceAggregate,
// registry/EmplaceMoveOnlyComponent, registry/EmplaceNonDefaultConstructibleComponent,
// registry/StableEmplace, registry/EmplaceTypesFromStandardTemplateLibrary, storage/EmplaceAggregate,
// storage/MoveOnlyComponent, component/NonMovable
#[test]
fn components_are_values_of_any_type() {
    #[derive(Component)]
    struct Boxed(Box<i32>);
    #[derive(Component)]
    struct Pair {
        x: i32,
        y: String,
    }
    #[derive(Component, Debug, PartialEq)]
    enum State {
        Idle,
        Walking(u8),
    }
    let e =
        Entity::spawn_with((Boxed(Box::new(3)), Pair { x: 1, y: "two".into() }, State::Walking(2), Empty));
    assert_eq!((*e.borrow::<Boxed>().0, e.borrow::<Pair>().x, &*e.borrow::<Pair>().y), (3, 1, "two"));
    assert_eq!(*e.borrow::<State>(), State::Walking(2));
    e.insert(State::Idle);
    assert_eq!((e.remove::<State>(), e.has::<Empty>()), (Some(State::Idle), true));
}

// after: registry/Insert, registry/AssignEntities, storage/Insert, storage_no_instance/Insert
#[test]
fn a_list_of_entities_gets_values() {
    let e = [(); 3].map(|()| Entity::spawn());
    for (i, e) in e.iter().enumerate() {
        e.insert_all((Int(i as i32), Empty));
    }
    assert_eq!(e.map(|e| e.borrow::<Int>().0), [0, 1, 2]);
    assert_eq!(query::<(&Int, &Empty)>().count(), 3);
}

// after: registry/EmplaceOrReplace, registry/EmplaceOrReplaceEmpty, registry/EmplaceOrReplaceAggregate,
// registry/Replace, registry/ReplaceAggregate, registry/Patch, storage/Patch, storage_no_instance/Patch,
// storage_entity/Patch
#[test]
fn a_value_is_set_replaced_and_patched() {
    let e = Entity::spawn();
    assert_eq!(e.replace(Int(1)), None);
    assert_eq!(e.replace(Int(2)), Some(Int(1)));
    assert_eq!(e.handle::<Int>().with(|int| int.0 += 40), Some(()));
    e.borrow_mut::<Int>().0 += 1;
    assert_eq!(e.borrow::<Int>().0, 43);
    let none = Entity::spawn();
    assert_eq!(none.handle::<Int>().with(|int: &mut Int| int.0), None);
    e.insert(Empty);
    e.insert(Empty);
    assert_eq!(Empty::count(), 1);
}

// after: registry/Remove, registry/StableRemove, registry/Erase, registry/StableErase, storage/Erase,
// storage/Remove, storage/CrossErase, storage/CrossRemove, sparse_set/Erase, sparse_set/Remove
#[test]
fn components_are_removed_one_by_one_several_at_once_or_not_at_all() {
    type Both = Archetype<(Int, Char)>;
    let e = Entity::spawn_many(3, |i, _| (Int(i as i32), Char('x')));
    assert!(e[0].kill::<Int>() && !e[0].kill::<Int>());
    assert_eq!(Both::remove(e[0]), 1);
    assert_eq!((Both::remove(e[1]), Both::remove(e[1])), (2, 0));
    assert_eq!((Int::count(), Char::count(), e[2].borrow::<Int>().0), (1, 1, 2));
    let dead = Entity::spawn();
    dead.despawn();
    assert_eq!((dead.remove::<Int>(), Both::remove(dead)), (None, 0));
}

// after: registry/AllAnyOf, handle/AllAnyOf
#[test]
fn an_entity_has_all_or_any() {
    let e = Entity::spawn_with(Int(1));
    assert!(e.has::<Int>() && !e.has::<(Int, Char)>());
    assert!(e.has::<Int>() || e.has::<Char>());
    e.insert(Char('a'));
    assert!(e.has::<(Int, Char)>() && Archetype::<(Int, Char)>::matches(e));
}

// after: registry/Get, registry/TryGet, registry/GetOrEmplace, registry/GetOrEmplaceEmpty, handle/Get,
// handle/TryGet, handle/GetOrEmplace
#[test]
fn a_component_is_borrowed_asked_for_or_made() {
    let e = Entity::spawn();
    assert!(e.get::<Int>().is_none());
    let message = message_of(|| e.borrow::<Int>().0);
    assert!(message.contains("Int"), "{message}");
    assert_eq!(e.add_with(|| Int(42)).borrow().0, 42);
    assert_eq!(e.add_with(|| Int(7)).borrow().0, 42, "it is there");
    e.borrow_mut::<Int>().0 = 4;
    assert_eq!((e.borrow::<Int>().0, e.get_mut::<Char>().is_none()), (4, true));
    assert!(e.add::<Empty>().is_alive());
}

// after: registry/Clear, registry/StorageReset, sparse_set/Clear, storage/Clear,
// registry/CleanViewAfterRemoveAndClear
#[test]
fn one_type_or_all_is_cleared() {
    let e = Entity::spawn_many(3, |i, _| (Int(i as i32), Char('x')));
    assert_eq!(query::<(&Int, &Char)>().count(), 3);
    e[0].kill::<Int>();
    assert_eq!(query::<(&Int, &Char)>().count(), 2);
    assert_eq!((Int::clear(), Int::clear()), (2, 0));
    assert_eq!((query::<(&Int, &Char)>().count(), Char::count()), (0, 3));
    assert!(e.iter().all(|e| e.is_alive()));
    e[1].insert(Int(9));
    assert_eq!(query::<(&Int, &Char)>().count(), 1);
    World::clear();
    assert_eq!((Int::count(), Char::count(), query::<Entity>().count()), (0, 0, 0));
}

// after: registry/Orphan, handle/Orphan
#[test]
fn an_entity_without_components_is_an_orphan() {
    let e = Entity::spawn_with((Int(1), Empty));
    assert!(!e.components().is_empty());
    e.kill::<Int>();
    assert_eq!(e.components(), ["Empty"]);
    e.kill::<Empty>();
    assert!(e.components().is_empty());
}

// after: registry/Storage, registry/StorageIterable, registry/ConstStorageIterable
#[test]
fn the_stores_of_a_world_are_listed() {
    Entity::spawn_with((Int(1), Char('x')));
    let stats = World::stats();
    let listed: Vec<_> = stats.stores.iter().map(|store| (store.component, store.count)).collect();
    assert!(listed.contains(&("Int", 1)) && listed.contains(&("Char", 1)), "{listed:?}");
    assert_eq!(Int::view().len(), 1);
}

#[derive(Singleton)]
struct Context(i32);

#[derive(Singleton, Default)]
struct Shared(Vec<i32>);

// after: registry/Context, registry/ContextHint, registry/ContextAsRef, registry/ContextAsConstRef
#[test]
fn a_world_has_variables_of_its_own() {
    assert!(Context::get().is_none());
    Context::set(Context(1));
    assert!(Context::instance().kill() && Context::get().is_none());
    Context::set(Context(42));
    Shared::borrow_mut().0.push(Context::borrow().0);
    Context::borrow_mut().0 = 3;
    assert_eq!((Context::borrow().0, Shared::borrow().0.clone()), (3, vec![42]));
    World::new().enter(|| assert!(Context::get().is_none()));
    Entity::spawn_with(Int(1));
    World::clear();
    assert_eq!(Context::borrow().0, 3);
}

// after: registry/Move, registry/Swap, storage/Move, storage/Swap, sparse_set/Move, sparse_set/Swap,
// sigh_mixin/Move, sigh_mixin/Swap
#[test]
fn a_world_moves_with_all_that_is_in_it() {
    let first = World::new();
    let e = first.enter(|| Entity::spawn_with(Int(3)));
    let (mut a, mut b) = (first, World::new());
    core::mem::swap(&mut a, &mut b);
    assert_eq!(b.enter(|| (e.borrow::<Int>().0, Int::count())), (3, 1));
    assert_eq!(a.enter(Int::count), 0);
    let sent = b.into_send().map_err(|(_, error): (World, SendError)| error).unwrap();
    let sum = std::thread::spawn(move || sent.into_world().enter(|| e.borrow::<Int>().0)).join().unwrap();
    assert_eq!(sum, 3);
}

// after: registry/SortSingle, registry/SortMulti, registry/SortEmpty, storage/SortOrdered,
// storage/SortReverse, storage/SortUnordered, storage/SortAsDisjoint, storage/SortAsOverlap,
// storage/SortAsOrdered, storage/SortAsReverse, storage/SortAsUnordered, sparse_set/SortAs,
// group/SortAsAPool
#[test]
fn a_store_is_sorted_and_another_one_like_it() {
    let e: Vec<_> = [3, 1, 4, 5, 2].map(|i| Entity::spawn_with((Int(i), Char('x')))).into();
    let lonely = Entity::spawn_with(Char('y'));
    Int::sort_by(|a, b| a.cmp(b));
    assert_eq!(Int::view().iter().map(|int| int.0).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    Char::sort_like::<Int>();
    let order: Vec<_> = Char::view().iter_with_entity().map(|(e, _)| e).collect();
    assert_eq!(order, [e[1], e[4], e[0], e[2], e[3], lonely]);
    assert_eq!(e[3].borrow::<Int>().0, 5, "no name notices");
    Int::sort_by_key(|int| core::cmp::Reverse(int.0));
    assert_eq!(Int::view()[0].0, 5);
    Empty::sort_by(|_, _| core::cmp::Ordering::Equal);
}

// after: registry/View, registry/ExcludeOnlyView
#[test]
fn a_query_is_about_what_is_there_or_what_is_not() {
    use ecs_core::Without;
    let e = Entity::spawn_with((Int(1), Char('a')));
    let f = Entity::spawn_with(Int(2));
    let g = Entity::spawn();
    assert_eq!(
        (query::<&Int>().count(), query::<&Char>().count(), query::<(&Int, &Char)>().count()),
        (2, 1, 1)
    );
    let mut without: Vec<_> = query::<Entity>().filter::<Without<Char>>().iter().collect();
    without.sort_unstable();
    assert_eq!(without, [f, g]);
    f.insert(Char('b'));
    assert_eq!(query::<Entity>().filter::<Without<Char>>().iter().collect::<Vec<_>>(), [g]);
    assert!(e.is_alive());
}

// after: registry/ScramblingPoolsIsAllowed, sparse_set/SwapElements, storage/SwapElements,
// group/SwapElements, group/SwappingValuesIsAllowed, view/SwapStorage
#[test]
fn values_change_places_and_names_stay_with_their_entities() {
    let (e, f) = (Entity::spawn_with(Int(1)), Entity::spawn_with(Int(2)));
    Int::view_mut().as_mut_slice().swap(0, 1);
    assert_eq!((e.borrow::<Int>().0, f.borrow::<Int>().0), (2, 1), "a value went to the other entity");
    Int::sort_by(|a, b| a.cmp(b));
    assert_eq!((e.borrow::<Int>().0, f.borrow::<Int>().0), (2, 1));
}
