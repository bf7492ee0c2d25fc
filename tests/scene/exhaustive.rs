//! All forests of a few entities: what happens to each of them, and below each other one.

use std::cell::RefCell;

use ecs_core::{Component, Entity, HierarchyError, World, update_all};

use crate::support::sized;

/// The number of entities of the largest forest.
fn most() -> usize {
    sized(2, 4, 5)
}

thread_local! {
    /// What hooks have said, and of whom.
    static SAID: RefCell<Vec<(&'static str, usize)>> = const { RefCell::new(Vec::new()) };
}

fn said() -> Vec<(&'static str, usize)> {
    SAID.take()
}

#[derive(Component, Clone)]
#[component(inherits)]
struct Place {
    number: usize,
    /// The numbers of all at and above it.
    way: Vec<usize>,
}

impl Place {
    fn say(&self, what: &'static str) {
        SAID.with_borrow_mut(|said| said.push((what, self.number)));
    }
    fn inherit(&mut self, parent: Option<&Self>) {
        self.way = parent.map_or_else(Vec::new, |parent| parent.way.clone());
        self.way.push(self.number);
        self.say("inherits");
    }
    fn on_enable(&self) {
        self.say("on");
    }
    fn on_disable(&self) {
        self.say("off");
    }
    fn shutdown(&self) {
        self.say("ends");
    }
}

/// The parent of each.
type Parents = Vec<Option<usize>>;

/// All forests of so many: each parent of each, where nobody is above itself.
fn forests(count: usize) -> Vec<Parents> {
    let arrays = (0..(count + 1).pow(count as u32)).map(|number| {
        let digit = |place: usize| number / (count + 1).pow(place as u32) % (count + 1);
        (0..count).map(|place| digit(place).checked_sub(1)).collect::<Parents>()
    });
    arrays.filter(|parents| (0..count).all(|one| way(parents, one).is_some())).collect()
}

/// From the topmost down to one; `None` if there is no topmost.
fn way(parents: &[Option<usize>], one: usize) -> Option<Vec<usize>> {
    let up = core::iter::successors(Some(one), |&at| parents[at]);
    let mut way: Vec<_> = up.take(parents.len() + 1).collect();
    way.reverse();
    (way.len() <= parents.len()).then_some(way)
}

/// One and all below, parents first; children were attached in the order of their numbers.
fn at_and_below(parents: &[Option<usize>], one: usize) -> Vec<usize> {
    let children = (0..parents.len()).filter(|&child| parents[child] == Some(one));
    [one].into_iter().chain(children.flat_map(|child| at_and_below(parents, child))).collect()
}

fn all(what: &'static str, of: impl IntoIterator<Item = usize>) -> Vec<(&'static str, usize)> {
    of.into_iter().map(|one| (what, one)).collect()
}

/// Runs a function on each forest, after a frame of it, and for each choice of one or two of its entities.
fn for_each_forest<const N: usize>(mut f: impl FnMut(&Parents, &[Entity], [usize; N])) {
    for count in 1..=most() {
        let forests = forests(count);
        assert_eq!(forests.len(), (count + 1).pow(count as u32 - 1), "so many there are");
        for parents in forests {
            World::new().enter(|| {
                for number in 0..count.pow(N as u32) {
                    let entities = build(&parents);
                    f(&parents, &entities, core::array::from_fn(|n| number / count.pow(n as u32) % count));
                    World::clear();
                    said();
                }
            });
        }
    }
}

fn build(parents: &Parents) -> Vec<Entity> {
    let place = |number| Entity::spawn().with(Place { number, way: Vec::new() });
    let entities: Vec<_> = (0..parents.len()).map(place).collect();
    for (child, parent) in parents.iter().enumerate() {
        if let Some(parent) = parent {
            entities[child].child_of(entities[*parent]);
        }
    }
    said();
    update_all(0.1);
    check(parents, &entities, &(0..parents.len()).collect::<Vec<_>>());
    entities
}

/// Looks whether `inherit` has run on these, parents first, and all have what they must.
fn check(parents: &Parents, entities: &[Entity], ran: &[usize]) {
    let said: Vec<_> = said().into_iter().map(|(_, one)| one).collect();
    assert_eq!(sorted(said.clone()), sorted(ran.to_vec()), "of {parents:?}");
    for (at, &one) in said.iter().enumerate() {
        let above = said.iter().position(|&other| Some(other) == parents[one]);
        assert!(above.is_none_or(|above| above < at), "{said:?} of {parents:?}");
    }
    for (one, entity) in entities.iter().enumerate().filter(|(_, entity)| entity.is_alive()) {
        let way = way(parents, one).expect("it has a root");
        assert_eq!(entity.borrow::<Place>().way, way, "of {parents:?}");
        assert_eq!(Place::inherited(*entity).map(|place| place.way), Some(way), "of {parents:?}");
    }
    SAID.take();
}

fn sorted(mut all: Vec<usize>) -> Vec<usize> {
    all.sort_unstable();
    all
}

#[test]
fn n3_in_all_small_forests_each_takes_all_below() {
    for_each_forest(|parents, entities, [one]| {
        let below = at_and_below(parents, one);
        assert!(entities[one].despawn());
        let ends = below.iter().rev().flat_map(|&one| [("off", one), ("ends", one)]);
        assert_eq!(said(), ends.collect::<Vec<_>>(), "of {parents:?}");
        for (other, entity) in entities.iter().enumerate() {
            let is_alive = !below.contains(&other);
            assert_eq!(entity.is_alive(), is_alive, "of {parents:?}");
            let children: Vec<_> = (0..entities.len())
                .filter(|child| is_alive && parents[*child] == Some(other) && !below.contains(child))
                .map(|child| entities[child])
                .collect();
            assert_eq!(entity.children().collect::<Vec<_>>(), children, "of {parents:?}");
        }
        update_all(0.1);
        check(parents, entities, &[]);
    });
}

#[test]
fn n4_in_all_small_forests_each_switches_all_below() {
    for_each_forest(|parents, entities, [one]| {
        let below = at_and_below(parents, one);
        entities[one].set_enabled(false);
        assert_eq!(said(), all("off", below.iter().rev().copied()), "of {parents:?}");
        let is_enabled = |other: usize| !below.contains(&other);
        assert!((0..entities.len()).all(|other| entities[other].is_enabled() == is_enabled(other)));
        // The topmost is written to: who is disabled does not run, and catches up.
        let root = way(parents, one).expect("it has a root")[0];
        entities[root].borrow_mut::<Place>().way.clear();
        update_all(0.1);
        let (on, _): (Vec<_>, Vec<_>) =
            at_and_below(parents, root).into_iter().partition(|&other| is_enabled(other));
        let ran: Vec<_> = said().into_iter().map(|(_, one)| one).collect();
        assert_eq!(sorted(ran), sorted(on), "of {parents:?}");
        entities[one].set_enabled(true);
        assert_eq!(said(), all("on", below.iter().copied()), "of {parents:?}");
        update_all(0.1);
        check(parents, entities, &below);
    });
}

#[test]
fn n1_in_all_small_forests_each_moves_below_each_other_or_would_be_a_circle() {
    for_each_forest(|parents, entities, [child, parent]| {
        let (below, above) = (entities[child], entities[parent]);
        let result = below.try_child_of(above);
        let to_parent = way(parents, parent).expect("it has a root");
        if let Some(from) = to_parent.iter().position(|&one| one == child) {
            let path = to_parent[from..].iter().map(|&one| entities[one]).collect();
            assert_eq!(result, Err(HierarchyError::Cycle { path }), "of {parents:?}");
            update_all(0.1);
            check(parents, entities, &[]);
            return;
        }
        assert_eq!(result, Ok(below));
        assert_eq!(above.children().next_back(), Some(below), "of {parents:?}");
        let mut moved = parents.clone();
        moved[child] = Some(parent);
        let ran = if moved == *parents { Vec::new() } else { at_and_below(&moved, child) };
        assert!(said().is_empty(), "nothing is switched");
        update_all(0.1);
        check(&moved, entities, &ran);
    });
}

#[test]
fn n1_in_all_small_forests_each_is_detached_with_all_below() {
    for_each_forest(|parents, entities, [one]| {
        let entity = entities[one];
        assert_eq!(entity.detach(), parents[one].is_some());
        let mut moved = parents.clone();
        moved[one] = None;
        update_all(0.1);
        let ran = if moved == *parents { Vec::new() } else { at_and_below(&moved, one) };
        check(&moved, entities, &ran);
        let children: Vec<_> = at_and_below(&moved, one);
        assert_eq!(entity.descendants().count() + 1, children.len(), "of {parents:?}");
        let count = entity.detach_children();
        for parent in moved.iter_mut().filter(|parent| **parent == Some(one)) {
            *parent = None;
        }
        update_all(0.1);
        let ran: Vec<_> = children.into_iter().filter(|&below| below != one).collect();
        assert_eq!(count, (0..entities.len()).filter(|&it| moved[it].is_none() && ran.contains(&it)).count());
        check(&moved, entities, &ran);
    });
}
