//! Parents and children.

use ecs_core::{Entity, HierarchyError, query};

use super::{A, B};

fn children(of: Entity) -> Vec<Entity> {
    of.children().collect()
}

// after: hierarchy
#[test]
fn a_tree_is_built_changed_and_despawned_as_one() {
    let root = Entity::spawn();
    let first = Entity::spawn().child_of(root);
    let below = Entity::spawn().child_of(first);
    let second = Entity::spawn().child_of(root);
    assert_eq!((children(root), children(first)), (vec![first, second], vec![below]));
    first.detach();
    assert_eq!((children(root), first.parent()), (vec![second], None));
    first.child_of(root);
    assert_eq!(children(root), [second, first]);
    root.despawn();
    assert!([root, first, second, below].iter().all(|e| !e.is_alive()));
}

// after: with_children, add_children, spawn_children, spawn_many_children, with_related, with_one_related,
// spawn_iter, spawn_with
#[test]
fn children_are_spawned_in_their_order() {
    let root = Entity::spawn_with(A(0));
    let all: Vec<_> = (0..13).map(|i| Entity::spawn_with(B(i)).child_of(root)).collect();
    assert_eq!(children(root), all);
    assert!(all.iter().all(|child| child.parent() == Some(root)));
    for more in Entity::spawn_many(3, |i, _| B(i)) {
        more.child_of(root);
    }
    assert_eq!(root.children().count(), 16);
}

// after: insert_child, insert_children, insert_children_index_bound
#[test]
fn a_child_is_put_in_a_place_among_the_others() {
    let root = Entity::spawn();
    let [a, b, c, d] = [(); 4].map(|()| Entity::spawn());
    a.child_of(root);
    b.child_of(root);
    root.insert_child(1, c);
    assert_eq!(children(root), [a, c, b]);
    root.insert_child(usize::MAX, d);
    assert_eq!(children(root), [a, c, b, d]);
    root.insert_child(0, d);
    assert_eq!(children(root), [d, a, c, b]);
}

// after: detach_children, detach_child, remove_all_related
#[test]
fn children_are_detached_one_by_one_or_all() {
    let root = Entity::spawn();
    let all = [(); 4].map(|()| Entity::spawn().child_of(root));
    assert!(all[1].detach() && all[2].detach() && !all[2].detach());
    assert_eq!(children(root), [all[0], all[3]]);
    assert_eq!(root.detach_children(), 2);
    assert_eq!((children(root).len(), all[0].parent()), (0, None));
    root.despawn();
    assert!(all.iter().all(|child| child.is_alive()));
}

// after: self_parenting_invalid, missing_parent_invalid, self_relationship_fails_by_default,
// relationship_with_missing_target_fails
#[test]
fn nobody_is_its_own_parent_or_that_of_the_dead() {
    let e = Entity::spawn();
    assert!(matches!(e.try_child_of(e), Err(HierarchyError::Cycle { .. })));
    let below = Entity::spawn().child_of(e);
    assert!(matches!(e.try_child_of(below), Err(HierarchyError::Cycle { .. })));
    let dead = Entity::spawn();
    dead.despawn();
    assert!(matches!(e.try_child_of(dead), Err(HierarchyError::Dead { .. })));
    assert_eq!(e.parent(), None);
}

// after: reinsert_same_parent, insert_same_child_twice
#[test]
fn attaching_again_leaves_one_child() {
    let root = Entity::spawn();
    let child = Entity::spawn().child_of(root);
    child.child_of(root);
    child.child_of(root);
    assert_eq!((children(root), child.parent()), (vec![child], Some(root)));
}

// after: replace_children, replace_children_with_nothing, replace_with_difference,
// replace_with_difference_on_empty, replace_with_difference_totally_new_children, replace_children_order,
// replace_related_works
#[test]
fn the_children_are_replaced_by_a_list() {
    fn replace(root: Entity, list: &[Entity]) {
        root.detach_children();
        for child in list {
            child.child_of(root);
        }
    }
    let root = Entity::spawn();
    let all = [(); 4].map(|()| Entity::spawn());
    replace(root, &all[..2]);
    assert_eq!(children(root), all[..2]);
    replace(root, &[all[3], all[0], all[2]]);
    assert_eq!((children(root), all[1].parent()), (vec![all[3], all[0], all[2]], None));
    replace(root, &[all[2], all[3]]);
    assert_eq!(children(root), [all[2], all[3]]);
    replace(root, &[]);
    assert!(children(root).is_empty() && all.iter().all(|child| child.parent().is_none()));
}

// after: parent_child_relationship_with_custom_relationship
#[test]
fn a_child_that_gets_another_parent_leaves_the_first() {
    let (first, second) = (Entity::spawn(), Entity::spawn());
    let child = Entity::spawn().child_of(first);
    child.child_of(second);
    assert_eq!((children(first), children(second)), (vec![], vec![child]));
    first.despawn();
    assert!(child.is_alive());
    second.despawn();
    assert!(!child.is_alive());
}

// after: insert_and_remove_recursive
#[test]
fn all_below_are_reached_in_one_walk() {
    let root = Entity::spawn();
    let child = Entity::spawn().child_of(root);
    let leaf = Entity::spawn().child_of(child);
    let other = Entity::spawn().child_of(root);
    assert_eq!(root.descendants().collect::<Vec<_>>(), [child, leaf, other]);
    for e in root.descendants() {
        e.insert(A(1));
    }
    assert_eq!(query::<&A>().count(), 3);
    for e in root.descendants() {
        e.remove::<A>();
    }
    assert_eq!((query::<&A>().count(), leaf.root(), leaf.ancestors().count()), (0, root, 2));
}

// after: query_respects_default_filters
#[test]
fn a_parent_that_is_disabled_takes_all_below_with_it() {
    let root = Entity::spawn_with(A(1));
    let child = Entity::spawn_with(A(2)).child_of(root);
    root.set_enabled(false);
    assert_eq!((query::<&A>().count(), child.is_enabled()), (0, false));
    root.set_enabled(true);
    assert_eq!(query::<&A>().count(), 2);
}

// after: test_display_of_debug_name
#[test]
fn names_find_entities_and_stand_in_messages() {
    let ship = Entity::spawn();
    ship.set_name("ship");
    let gun = Entity::spawn().child_of(ship);
    gun.set_name("gun");
    assert_eq!(
        (ecs_core::find("ship"), ship.find("gun"), ecs_core::find("ship/gun")),
        (Some(ship), Some(gun), Some(gun))
    );
    let message = crate::support::message_of(|| gun.borrow::<A>().0);
    assert!(message.contains("gun"), "{message}");
}
