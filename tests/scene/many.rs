//! Q1: what goes through many children, one below the other or side by side, takes time in proportion to
//! their number. Of so many it would take minutes if each looked at all others.

use ecs_core::{Component, Entity, Prefab, update_all};

const MANY: usize = 100_000;

#[derive(Component, Clone, Default)]
struct Link(u32);

/// The how many-th it is of those that inherit from each other.
#[derive(Component, Clone, Default)]
#[component(inherits)]
struct Depth(u32);

impl Depth {
    fn inherit(&mut self, parent: Option<&Self>) {
        self.0 = parent.map_or(0, |parent| parent.0) + 1;
    }
}

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

#[test]
fn q1_many_inherit_from_far_above() {
    let root = Entity::spawn();
    chain_below(root);
    let all: Vec<Entity> = root.descendants().collect();
    let leaf = |parent: &Entity| Entity::spawn().with(Depth(0)).child_of(*parent);
    let leaves: Vec<Entity> = all.iter().map(leaf).collect();
    let last = all[MANY - 2];
    let others: Vec<Entity> = (0..MANY).map(|_| leaf(&last)).collect();
    update_all(0.1);
    assert!(leaves.iter().chain(&others).all(|leaf| leaf.borrow::<Depth>().0 == 1));
    root.add::<Depth>();
    update_all(0.1);
    assert!(leaves.iter().chain(&others).all(|leaf| leaf.borrow::<Depth>().0 == 2));
}

#[test]
fn q1_a_long_path_of_names_is_followed() {
    let root = Entity::spawn();
    chain_below(root);
    let mut path = String::from("root");
    for link in root.descendants() {
        link.set_name("a");
        path.push_str("/a");
    }
    root.set_name("root");
    let last = root.descendants().next_back();
    assert_eq!(ecs_core::find(&path), last);
    assert_eq!(root.find(&path["root/".len()..]), last);
}
