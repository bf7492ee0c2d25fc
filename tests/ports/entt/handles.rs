//! Handles: here an `Entity` is one, and `Handle<T>` one of a component.

use ecs_core::{Component, Entity, Handle};

use super::{Char, Empty, Int};

// after: handle/Assumptions, handle/Construction, handle/Comparison, handle/ImplicitConversion
#[test]
fn handles_are_small_copies_that_compare() {
    fn is_copy<T: Copy + Eq + Send + Sync>() {}
    is_copy::<Entity>();
    is_copy::<Handle<Int>>();
    assert_eq!(size_of::<Handle<Int>>(), 8);
    let (e, f) = (Entity::spawn(), Entity::spawn());
    assert!(e.handle::<Int>() == e.handle::<Int>() && e.handle::<Int>() != f.handle::<Int>());
    assert_eq!(e.handle::<Int>().entity(), e);
    assert_eq!(Handle::<Int>::default().entity(), Entity::NONE);
}

// after: handle/Entity, handle/FromEntity, handle/Null, helper/ToEntity, helper/Functionalities
#[test]
fn a_component_knows_its_entity_and_its_siblings() {
    let e = Entity::spawn_with((Int(1), Char('a')));
    let int = e.borrow::<Int>();
    assert_eq!((int.entity(), int.handle()), (e, e.handle::<Int>()));
    assert_eq!(int.sibling::<Char>().borrow().0, 'a');
    assert_eq!(Int(5).try_entity(), None, "a value that is in no store has none");
}

// after: handle/Destruction, handle/Lifetime
#[test]
fn a_handle_of_the_dead_is_dead_also_when_the_index_is_used_again() {
    let e = Entity::spawn_with(Int(1));
    let handle = e.handle::<Int>();
    assert!(handle.is_alive());
    e.despawn();
    let again = Entity::spawn_with(Int(2));
    assert_eq!(again.index(), e.index());
    assert!(!handle.is_alive() && handle.get().is_none() && again.handle::<Int>().is_alive());
}

// after: handle/Emplace, handle/EmplaceOrReplace, handle/Replace, handle/Patch, handle/Remove, handle/Erase
#[test]
fn everything_is_done_by_the_entity_itself() {
    let e = Entity::spawn().with(Int(3)).with(Char('x'));
    assert_eq!(e.insert(Int(1)).borrow().0, 1);
    assert_eq!(e.handle::<Int>().with(|int: &mut Int| core::mem::replace(&mut int.0, 9)), Some(1));
    assert_eq!((e.remove::<Int>(), e.remove::<Int>()), (Some(Int(9)), None));
    assert!(e.handle::<Char>().kill() && !e.handle::<Char>().kill());
    assert!(e.is_alive());
}

// after: handle/Component, handle/Storage, handle/HandleStorageIterator
#[test]
fn an_entity_lists_what_it_has() {
    let e = Entity::spawn_with((Int(1), Empty));
    let mut names = e.components();
    names.sort_unstable();
    assert_eq!(names, ["Empty", "Int"]);
    assert!(Entity::NONE.components().is_empty());
}
