//! Groups: here queries over stores that are kept in one order, and `Group`.

use ecs_core::{Component, Entity, Group, With, Without, query};

use super::{Char, Empty, Int};

fn refreshed<F: ecs_core::QueryFilter + 'static>(group: &mut Group<F>) -> Vec<Entity> {
    group.refresh();
    let mut active = group.active().to_vec();
    active.sort_unstable();
    active
}

// after: group/Functionalities, group/Empty, group/Invalid, registry/NonOwningGroupInitOnFirstUse,
// registry/FullOwningGroupInitOnFirstUse, registry/PartialOwningGroupInitOnFirstUse, registry/GroupIfExists
#[test]
fn a_group_finds_what_was_there_before_it() {
    let e = Entity::spawn_with((Int(1), Char('a')));
    Entity::spawn_with(Int(2));
    let mut group = Group::<(With<Int>, With<Char>)>::new();
    assert_eq!(refreshed(&mut group), [e]);
    let (int, char) = (e.borrow::<Int>().0, e.borrow::<Char>().0);
    assert_eq!((int, char), (1, 'a'));
}

// after: registry/NonOwningGroupInitOnEmplace, registry/FullOwningGroupInitOnEmplace,
// registry/PartialOwningGroupInitOnEmplace, group/TrackEntitiesOnComponentDestruction,
// group/IndexRebuiltOnDestroy, registry/CleanFullOwningGroupViewAfterRemoveAndClear,
// registry/CleanPartialOwningGroupViewAfterRemoveAndClear
#[test]
fn a_group_follows_components_that_come_and_go() {
    let mut group = Group::<(With<Int>, Without<Char>)>::new();
    assert_eq!(refreshed(&mut group), []);
    let (e, f) = (Entity::spawn_with(Int(1)), Entity::spawn_with((Int(2), Char('x'))));
    assert_eq!(refreshed(&mut group), [e]);
    f.kill::<Char>();
    assert_eq!(refreshed(&mut group), [e, f]);
    e.insert(Char('y'));
    assert_eq!(refreshed(&mut group), [f]);
    Int::clear();
    assert_eq!(refreshed(&mut group), []);
    e.kill::<Char>();
    e.insert(Int(5));
    assert_eq!(refreshed(&mut group), [e]);
}

// after: registry/NestedGroups, registry/ConflictingGroups, group/Overlapping
#[test]
fn groups_that_overlap_know_nothing_of_each_other() {
    let mut wide = Group::<With<Int>>::new();
    let mut narrow = Group::<(With<Int>, With<Char>)>::new();
    let mut crossing = Group::<(With<Char>, With<Empty>)>::new();
    let e = Entity::spawn_with((Int(1), Char('a'), Empty));
    let f = Entity::spawn_with(Int(2));
    let g = Entity::spawn_with((Char('b'), Empty));
    assert_eq!(refreshed(&mut wide), [e, f]);
    assert_eq!(refreshed(&mut narrow), [e]);
    assert_eq!(refreshed(&mut crossing), [e, g]);
    e.kill::<Char>();
    assert_eq!(
        (refreshed(&mut wide), refreshed(&mut narrow), refreshed(&mut crossing)),
        (vec![e, f], vec![], vec![g])
    );
}

// after: group/Sort, group/SortOrdered, group/SortReverse, group/SortUnordered,
// group/SortWithExclusionList, group/PreventEarlyOptOut
#[test]
fn what_has_several_types_is_visited_in_the_order_of_a_sort() {
    for i in [2, 5, 1, 4, 3] {
        Entity::spawn_with((Int(i), Char('a')));
    }
    Entity::spawn_with(Int(0));
    Int::sort_by(|a, b| b.cmp(a));
    Char::sort_like::<Int>();
    let order: Vec<_> = query::<(&Int, &Char)>().iter().map(|(int, _)| int.0).collect();
    assert_eq!(order, [5, 4, 3, 2, 1]);
    let e = Entity::spawn_with((Int(9), Char('b')));
    e.kill::<Char>();
    Int::sort_by(|a, b| a.cmp(b));
    assert_eq!(query::<&Int>().filter::<Without<Char>>().iter().map(|int| int.0).collect::<Vec<_>>(), [0, 9]);
}
