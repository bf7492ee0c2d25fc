//! Q1: what goes through many children, one below the other or side by side, takes time in proportion to their
//! number. Of so many it would take minutes if each looked at all others.

use ecs_core::{Component, Entity, Prefab};

const MANY: usize = 100_000;

#[derive(Component, Clone, Default)]
struct Link(u32);

/// A chain of links below an entity.
fn chain_below(root: Entity) {
    let mut at = root;
    for number in 1..MANY {
        at = Entity::spawn().with(Link(number as u32)).child_of(at);
    }
}

#[test]
fn q1_a_long_chain_is_copied_link_by_link() {
    let root = Entity::spawn().with(Link(0));
    chain_below(root);
    let prefab = Prefab::new(chain_below);
    for copy in [root.duplicate(), prefab.spawn()] {
        assert_eq!(copy.descendants().count(), MANY - 1);
        let last = copy.descendants().next_back().unwrap();
        assert_eq!((last.root(), last.borrow::<Link>().0), (copy, MANY as u32 - 1));
    }
}

#[test]
fn q1_a_long_chain_is_built_of_pairs() {
    let all = Entity::spawn_many(MANY, |_, _| Link(0));
    all.chunks_exact(2).for_each(|pair| _ = pair[1].child_of(pair[0]));
    all[1..].chunks_exact(2).for_each(|pair| _ = pair[1].child_of(pair[0]));
    assert_eq!(all[MANY - 1].root(), all[0]);
    assert!(all[0].try_child_of(all[MANY - 1]).is_err());
}
