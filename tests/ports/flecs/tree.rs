//! Parents and children.

use ecs_core::{Component, Entity, query};

use super::{Mass, Position, Tag, at};
use crate::support::{log, take_log};

fn children(of: Entity) -> Vec<Entity> {
    of.children().collect()
}

// after: Entity/add_childof, Entity/child_of, Entity/get_parent, Entity/has_childof, Entity/remove_childof,
// core Hierarchies/get_parent, core Hierarchies/get_parent_from_nested, core
// Hierarchies/get_parent_from_nested_2, core Hierarchies/empty_scope, Entity/child, Entity/set_parent
#[test]
fn a_child_knows_its_parent() {
    let (parent, child) = (Entity::spawn(), Entity::spawn());
    assert_eq!(child.parent(), None);
    child.child_of(parent);
    let below = Entity::spawn().child_of(child);
    assert_eq!((child.parent(), below.parent(), below.root()), (Some(parent), Some(child), parent));
    assert!(child.detach() && child.parent().is_none() && parent.children().next().is_none());
}

// after: core Hierarchies/tree_iter_empty, core Hierarchies/tree_iter_1_table, core
// Hierarchies/tree_iter_2_tables, OrderedChildren/iter_no_children, OrderedChildren/children_1_table,
// OrderedChildren/children_2_tables, Entity/children_w_this, core Hierarchies/get_child_count, core
// Hierarchies/get_child_count_no_children, core Hierarchies/get_child_count_2_tables
#[test]
fn children_come_in_the_order_in_which_they_were_attached_whatever_they_have() {
    let parent = Entity::spawn();
    assert_eq!(children(parent), []);
    let a = Entity::spawn_with(at(1, 1)).child_of(parent);
    let b = Entity::spawn_with(Mass(1)).child_of(parent);
    let c = Entity::spawn_with(at(2, 2)).child_of(parent);
    assert_eq!(children(parent), [a, b, c]);
    a.insert(Mass(2));
    b.despawn();
    assert_eq!(children(parent), [a, c]);
    assert_eq!(parent.children().filter(|child| child.has::<Mass>()).collect::<Vec<_>>(), [a]);
}

// after: OrderedChildren/set_child_order
#[test]
fn the_order_of_children_is_changed() {
    let parent = Entity::spawn();
    let [a, b, c] = [(); 3].map(|()| Entity::spawn().child_of(parent));
    for (place, child) in [c, a, b].into_iter().enumerate() {
        parent.insert_child(place, child);
    }
    assert_eq!(children(parent), [c, a, b]);
}

// after: core Hierarchies/delete_child, core Hierarchies/delete_2_children, core
// Hierarchies/delete_2_children_different_type, core Hierarchies/delete_tree_2_levels, core
// Hierarchies/delete_tree_3_levels, core Hierarchies/delete_children, core
// Hierarchies/delete_tree_empty_table, core OnDelete/delete_recursive, core OnDelete/remove_childof_entity
#[test]
fn a_parent_takes_all_below_with_it() {
    let root = Entity::spawn();
    let mid = Entity::spawn_with(at(1, 1)).child_of(root);
    let leaf = Entity::spawn_with(Mass(1)).child_of(mid);
    let other = Entity::spawn().child_of(root);
    let stranger = Entity::spawn();
    mid.despawn();
    assert_eq!([root, mid, leaf, other].map(Entity::is_alive), [true, false, false, true]);
    root.despawn();
    assert!(!other.is_alive() && stranger.is_alive());
    assert_eq!((Position::count(), Mass::count()), (0, 0));
}

// after: core Hierarchies/delete_tree_w_onremove, core Hierarchies/delete_tree_w_dtor, core
// OnDelete/delete_nested_in_on_remove, core OnDelete/delete_self_in_on_remove, core
// OnDelete/delete_tree_w_query
#[test]
fn hooks_run_once_for_each_of_a_tree_also_if_they_despawn() {
    #[derive(Component)]
    struct Heard(u32);
    impl Heard {
        fn shutdown(&mut self, e: Entity) {
            log(self.0.to_string());
            e.despawn();
            e.children().for_each(|child| assert!(child.is_alive() || !child.despawn()));
        }
    }
    let root = Entity::spawn_with(Heard(0));
    let child = Entity::spawn_with(Heard(1)).child_of(root);
    Entity::spawn_with(Heard(2)).child_of(child);
    assert!(root.despawn());
    let mut heard = take_log();
    heard.sort_unstable();
    assert_eq!(heard, ["0", "1", "2"]);
    assert_eq!(query::<&Heard>().count(), 0);
}

// after: core Hierarchies/delete_tree_recreate, core Hierarchies/add_child_after_delete_tree, core
// Hierarchies/scope_iter_after_delete_tree, core Hierarchies/add_child_to_recycled_parent, core
// Hierarchies/get_type_after_recycled_parent_add, Entity/iter_recycled_parent, core
// Hierarchies/recreated_parent_w_named_children
#[test]
fn a_parent_at_an_index_that_was_used_before_has_only_its_own_children() {
    for _ in 0..3 {
        let parent = Entity::spawn();
        assert_eq!(children(parent), []);
        let child = Entity::spawn_with(Tag).child_of(parent);
        assert_eq!(children(parent), [child]);
        parent.despawn();
        assert!(!child.is_alive());
    }
}

// after: core Hierarchies/ensure_child_alive_after_deleting_prev_parent, core
// Hierarchies/ensure_1_parent_after_adding_2, Entity/set_change_parent, Entity/defer_set_change_parent
#[test]
fn the_last_parent_counts() {
    let (first, second) = (Entity::spawn(), Entity::spawn());
    let child = Entity::spawn().child_of(first).child_of(second);
    assert_eq!((children(first), children(second), child.parent()), (vec![], vec![child], Some(second)));
    first.despawn();
    assert!(child.is_alive());
}

// after: Entity/get_depth, System/each_w_mut_children_it
#[test]
fn the_way_up_and_down_is_walked() {
    let root = Entity::spawn_with(Mass(1));
    let child = Entity::spawn_with(Mass(2)).child_of(root);
    let leaf = Entity::spawn().child_of(child);
    assert_eq!((leaf.ancestors().count(), root.ancestors().count()), (2, 0));
    assert_eq!(leaf.up::<Mass>().map(|mass| mass.borrow().0), Some(2));
    for child in root.children() {
        child.borrow_mut::<Mass>().0 = 5;
    }
    assert_eq!(root.all_down::<Mass>().map(|mass| mass.borrow().0).collect::<Vec<_>>(), [5]);
}

// after: Entity/defer_set_parent_to_deleted, core Commands/defer_add_child_to_deleted_parent, core
// Commands/add_path_to_deleted_parent
#[test]
fn a_parent_that_is_dead_by_then_takes_no_child() {
    use ecs_core::{Commands, Query, Schedule};
    let (parent, child) = (Entity::spawn_with(Mass(1)), Entity::spawn_with(Tag));
    let ask = |commands: Commands, parents: Query<(Entity, &Mass)>, children: Query<(Entity, &Tag)>| {
        let (parent, _) = parents.single().unwrap();
        let (child, _) = children.single().unwrap();
        commands.despawn(parent);
        commands.child_of(child, parent);
    };
    Schedule::new().add(ask).run(0.1);
    assert_eq!((parent.is_alive(), child.is_alive(), child.parent()), (false, true, None));
}
