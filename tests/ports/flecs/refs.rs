//! References: here handles.

use ecs_core::{Component, Entity, Handle};

use super::{Mass, Position, Velocity, at};

// after: core Reference/get_ref, core Reference/get_ref_after_add, core Reference/get_ref_after_add_other,
// core Reference/get_ref_after_remove_other, core Reference/get_ref_after_delete_other, core
// Reference/get_ref_after_realloc, core Reference/ref_after_shrink, core Reference/aba_table, core
// Reference/recycled_table
#[test]
fn a_handle_finds_its_component_whatever_happens_around_it() {
    let e = Entity::spawn_with(at(1, 2));
    let position = e.handle::<Position>();
    e.add::<Velocity>();
    e.kill::<Velocity>();
    let others = Entity::spawn_many(5000, |i, _| (at(i as i32, 0), Mass(0)));
    assert_eq!(*position.borrow(), at(1, 2));
    Entity::despawn_many(&others);
    Position::sort_by(|a, b| b.x.cmp(&a.x));
    assert_eq!(*position.borrow(), at(1, 2));
}

// after: core Reference/get_ref_after_remove, core Reference/get_ref_after_remove_component, core
// Reference/get_ref_after_delete, core Reference/get_ref_after_clear, core Reference/get_nonexisting, core
// Reference/get_ref_after_delete_child
#[test]
fn a_handle_is_dead_while_there_is_no_component() {
    let e = Entity::spawn();
    let position = e.handle::<Position>();
    assert!(position.get().is_none());
    e.insert(at(1, 1));
    assert!(position.is_alive());
    e.kill::<Position>();
    assert!(position.get().is_none() && position.try_borrow().is_err());
    e.insert(at(2, 2));
    assert_eq!(position.borrow().x, 2, "it means the `Position` of this entity");
    let parent = Entity::spawn();
    e.child_of(parent);
    parent.despawn();
    let again = Entity::spawn_with(at(3, 3));
    assert!(again.is_alive() && !position.is_alive());
    assert!(Handle::<Position>::default().get().is_none());
}
