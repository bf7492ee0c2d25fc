//! Names and paths.

use ecs_core::{Entity, find, find_all};

fn named(name: &str) -> Entity {
    let e = Entity::spawn();
    e.set_name(name);
    e
}

// after: Entity/new_named, Entity/set_name, Entity/change_name, Entity/get_null_name, Paths/name, core
// Hierarchies/lookup_after_clear_from_root
#[test]
fn an_entity_has_a_name_that_may_change() {
    let e = Entity::spawn();
    assert_eq!(e.name(), None);
    e.set_name("foo");
    assert_eq!((e.name().as_deref(), find("foo")), (Some("foo"), Some(e)));
    e.set_name("bar");
    assert_eq!((find("foo"), find("bar")), (None, Some(e)));
}

// after: Paths/path_depth_1, Paths/path_depth_2, Paths/entity_lookup_name, Paths/entity_lookup_depth_1,
// Paths/entity_lookup_depth_2, core Hierarchies/lookup_depth_0, core Hierarchies/lookup_depth_1, core
// Hierarchies/lookup_depth_2, core Hierarchies/lookup_rel_0, core Hierarchies/lookup_rel_1, core
// Hierarchies/lookup_rel_2
#[test]
fn paths_lead_down_the_tree() {
    let root = named("root");
    let child = named("child").child_of(root);
    let leaf = named("leaf").child_of(child);
    assert_eq!(
        (find("root"), find("root/child"), find("root/child/leaf")),
        (Some(root), Some(child), Some(leaf))
    );
    assert_eq!(
        (root.find("child"), root.find("child/leaf"), child.find("leaf")),
        (Some(child), Some(leaf), Some(leaf))
    );
    assert_eq!((find("root/leaf"), root.find("root")), (None, None));
}

// after: Entity/no_recursive_lookup, Entity/entity_lookup_not_recursive, core
// Hierarchies/lookup_after_delete_from_root, core Hierarchies/lookup_after_delete_from_parent, core
// Hierarchies/lookup_after_root_to_parent_move, core Hierarchies/lookup_after_parent_to_root_move, core
// Hierarchies/lookup_after_parent_to_parent_move
#[test]
fn a_path_follows_what_moves_and_misses_what_is_gone() {
    let (a, b) = (named("a"), named("b"));
    let child = named("child").child_of(a);
    assert_eq!((find("a/child"), find("b/child")), (Some(child), None));
    child.child_of(b);
    assert_eq!((find("a/child"), find("b/child")), (None, Some(child)));
    child.detach();
    assert_eq!((find("b/child"), find("child")), (None, Some(child)));
    child.despawn();
    assert_eq!((find("child"), a.find("b")), (None, None));
}

// after: Entity/with_scope_nested_same_name_as_parent, core Hierarchies/long_name_depth_0, core
// Hierarchies/long_name_depth_1, core Hierarchies/long_name_depth_2
#[test]
fn names_may_be_long_and_stand_several_times() {
    let long = "a name that is much longer than what would fit into a few words of memory";
    let outer = named(long);
    let inner = named(long).child_of(outer);
    assert_eq!((outer.find(long), find(&format!("{long}/{long}"))), (Some(inner), Some(inner)));
    let mut all = find_all(long);
    all.sort_unstable();
    assert_eq!(all, [outer, inner]);
}
