//! Laws N3 to N5: a panic in each callback of each component of a tree. All die or are switched together,
//! each hook is called once, each value is dropped once, and the world is usable.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use ecs_core::{Archetype, Component, Entity, Pool, World, update_all};

use crate::support::{Token, live_tokens, try_caught, watch_panics};

thread_local! {
    /// Which callback of which component panics.
    static FAULT: Cell<Option<(&'static str, usize)>> = const { Cell::new(None) };
    /// How often each callback of each component was called.
    static CALLS: RefCell<BTreeMap<(&'static str, usize), u32>> = const { RefCell::new(BTreeMap::new()) };
}

fn call(callback: &'static str, number: usize) {
    let _ = CALLS.try_with(|calls| *calls.borrow_mut().entry((callback, number)).or_default() += 1);
    if FAULT.get() == Some((callback, number)) {
        FAULT.set(None);
        panic!("fault");
    }
}

macro_rules! faulty {
    ($name:ident) => {
        #[derive(Component)]
        #[component(inherits)]
        struct $name {
            number: usize,
            depth: usize,
            _token: Token,
        }

        impl $name {
            fn new(number: usize) -> Self {
                Self { number, depth: 0, _token: Token::new() }
            }
            fn inherit(&mut self, parent: Option<&Self>) {
                call("inherit", self.number);
                self.depth = parent.map_or(1, |parent| parent.depth + 1);
            }
            fn on_enable(&self) {
                call("on_enable", self.number);
            }
            fn on_disable(&self) {
                call("on_disable", self.number);
            }
            fn on_reset(&self) {
                call("on_reset", self.number);
            }
            fn shutdown(&self) {
                call("shutdown", self.number);
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                call("drop", self.number);
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new(0)
            }
        }
    };
}

faulty!(First);
faulty!(Second);

/// Who is below whom. The second components have numbers from here on.
const PARENTS: &[usize] = if cfg!(miri) { &[0, 0, 1] } else { &[0, 0, 0, 1, 1, 2, 5] };
const COUNT: usize = PARENTS.len();

fn dress(number: usize) -> Entity {
    Entity::spawn().with(First::new(number)).with(Second::new(number + COUNT))
}

fn attach(all: &[Entity]) {
    for child in 1..COUNT {
        all[child].child_of(all[PARENTS[child]]);
    }
}

fn tree() -> Vec<Entity> {
    let all: Vec<_> = (0..COUNT).map(dress).collect();
    attach(&all);
    all
}

/// Runs a function on a tree, with a panic in a callback of each of its components, one after the other.
/// Afterwards these callbacks were called once each, `again` included, and nothing is left.
fn with_each_fault(callbacks: &[&'static str], once: &[&'static str], f: impl Fn(&[Entity]) -> Vec<Entity>) {
    watch_panics(|info| info.payload().downcast_ref::<&str>() == Some(&"fault"));
    for &callback in callbacks {
        for number in (0..2 * COUNT).step_by(if cfg!(miri) { 3 } else { 1 }) {
            World::new().enter(|| {
                let all = tree();
                CALLS.take();
                FAULT.set(Some((callback, number)));
                let left = f(&all);
                let why = format!("fault in {callback} of {number}");
                assert_eq!(FAULT.get(), None, "there was no {why}");
                World::flush();
                let calls = CALLS.take();
                for number in 0..2 * COUNT {
                    for once in once {
                        assert_eq!(calls.get(&(once, number)), Some(&1), "{once} of {number}, {why}");
                    }
                }
                check_usable(&why, left.len());
                left.iter().for_each(|entity| _ = entity.despawn());
                World::flush();
                assert_eq!((live_tokens(), World::stats().alive), (0, 0), "{why}");
            });
            assert_eq!(live_tokens(), 0);
        }
    }
}

/// Another tree works, beside so many entities that are left.
fn check_usable(why: &str, left: usize) {
    let all = tree();
    assert_eq!((First::count(), Second::count()), (COUNT + left, COUNT + left), "{why}");
    assert_eq!(live_tokens(), 2 * (COUNT + left), "{why}");
    update_all(0.1);
    let depth = |number: usize| {
        let up = core::iter::successors(Some(number), |&at| (at != 0).then(|| PARENTS[at]));
        up.count()
    };
    for (number, entity) in all.iter().enumerate() {
        let depths = (entity.borrow::<First>().depth, entity.borrow::<Second>().depth);
        assert_eq!(depths, (depth(number), depth(number)), "{why}");
    }
    assert!(all[0].set_enabled(false) && all.iter().all(|entity| !entity.is_enabled()));
    assert!(all[0].despawn() && all.iter().all(|entity| !entity.is_alive()));
    assert_eq!((First::count(), Second::count()), (left, left), "{why}");
}

fn is_broken_off(f: impl FnOnce()) {
    assert_eq!(try_caught(f).map_err(|caught| caught.text), Err("fault".to_owned()));
}

const ENDS: &[&str] = &["on_disable", "shutdown", "drop"];

fn assert_all_dead(all: &[Entity]) -> Vec<Entity> {
    assert!(all.iter().all(|entity| !entity.is_alive()), "all die together");
    Vec::new()
}

#[test]
fn n3_a_panic_in_any_callback_of_a_despawn_ends_the_whole() {
    with_each_fault(ENDS, ENDS, |all| {
        is_broken_off(|| _ = all[0].despawn());
        assert_all_dead(all)
    });
}

#[test]
fn n3_a_panic_in_any_callback_of_despawn_many_ends_each_tree_that_has_begun() {
    with_each_fault(ENDS, ENDS, |all| {
        is_broken_off(|| _ = Entity::despawn_many(&[all[1], all[0]]));
        let left: Vec<_> = all.iter().copied().filter(|entity| entity.is_alive()).collect();
        assert!(left.is_empty() || left.len() == COUNT - all[1..].iter().filter(|it| !it.is_alive()).count());
        // The rest, if it is not dead yet.
        all[0].despawn();
        assert_all_dead(all)
    });
}

#[test]
fn n3_a_panic_in_any_callback_of_clear_leaves_nothing_half_dead() {
    with_each_fault(ENDS, ENDS, |all| {
        is_broken_off(World::clear);
        World::clear();
        assert_all_dead(all)
    });
}

/// Ends its tree in its own update.
#[derive(Component)]
struct Bomb;

impl Bomb {
    fn update(&mut self, me: Entity) {
        me.root().despawn();
    }
}

#[test]
fn n3_a_panic_in_any_callback_of_a_despawn_in_a_hook_ends_the_whole() {
    with_each_fault(ENDS, ENDS, |all| {
        all[COUNT - 1].insert(Bomb);
        is_broken_off(|| update_all(0.1));
        assert_all_dead(all)
    });
}

#[test]
fn n4_a_panic_in_any_callback_of_a_switch_switches_the_whole() {
    with_each_fault(&["on_disable"], &["on_disable"], |all| {
        is_broken_off(|| _ = all[0].set_enabled(false));
        assert!(all.iter().all(|entity| !entity.is_enabled()));
        assert!(all.iter().all(|entity| !entity.handle::<Second>().is_enabled()));
        all.to_vec()
    });
    with_each_fault(&["on_enable"], &["on_enable", "on_disable"], |all| {
        all[0].set_enabled(false);
        is_broken_off(|| _ = all[0].set_enabled(true));
        assert!(all.iter().all(|entity| entity.is_enabled()));
        assert!(all.iter().all(|entity| entity.handle::<Second>().is_enabled()));
        all.to_vec()
    });
}

#[test]
fn n4_a_panic_in_any_callback_of_what_is_attached_leaves_it_attached() {
    with_each_fault(&["on_disable"], &["on_disable"], |all| {
        let off = Entity::spawn();
        off.set_enabled(false);
        is_broken_off(|| _ = all[0].child_of(off));
        assert!(all[0].parent() == Some(off) && all.iter().all(|entity| !entity.is_enabled()));
        all[0].detach();
        off.despawn();
        all.to_vec()
    });
    with_each_fault(&["on_enable"], &["on_enable", "on_disable"], |all| {
        let off = Entity::spawn();
        off.set_enabled(false);
        all[0].child_of(off);
        is_broken_off(|| assert_eq!(off.detach_children(), 1));
        assert!(all[0].parent().is_none() && all.iter().all(|entity| entity.is_enabled()));
        off.despawn();
        all.to_vec()
    });
}

#[test]
fn n5_a_panic_in_any_inherit_of_a_tree_loses_no_turn() {
    with_each_fault(&["inherit"], &[], |all| {
        is_broken_off(|| update_all(0.1));
        // Nothing is borrowed, and what moves meanwhile is followed.
        all[COUNT - 1].child_of(all[0]);
        update_all(0.1);
        assert_eq!((all[COUNT - 1].borrow::<First>().depth, all[COUNT - 1].borrow::<Second>().depth), (2, 2));
        for entity in &all[1..] {
            let above = entity.parent().expect("it is in the tree");
            assert_eq!(entity.borrow::<First>().depth, above.borrow::<First>().depth + 1);
            assert_eq!(entity.borrow::<Second>().depth, above.borrow::<Second>().depth + 1);
        }
        CALLS.take();
        update_all(0.1);
        assert!(CALLS.take().is_empty(), "nothing is due any more");
        all.to_vec()
    });
}

#[test]
fn n3_a_panic_in_any_callback_of_a_pool_loses_nothing() {
    for callback in ["on_disable", "on_reset", "on_enable"] {
        with_each_fault(&[callback], &[], |all| {
            let pool = Pool::<Archetype<(First, Second)>>::new();
            let fault = FAULT.take();
            let root = pool.take();
            // What was made before it is not needed.
            all[0].despawn();
            World::flush();
            let below: Vec<_> = (1..COUNT).map(dress).collect();
            root.insert(Second::new(COUNT));
            attach(&[vec![root], below].concat());
            FAULT.set(fault);
            CALLS.take();
            let give_back = try_caught(|| pool.give_back(root));
            let again = give_back.is_ok().then(|| try_caught(|| pool.take()));
            assert!(give_back.is_err() || again.is_some_and(|again| again.is_err()), "one of both");
            let is_whole = || match First::count() {
                0 => (Second::count(), World::stats().alive) == (0, 0),
                count => (count, Second::count(), World::stats().alive) == (COUNT, COUNT, COUNT),
            };
            World::flush();
            assert!(is_whole(), "in {callback}: {} are left", First::count());
            // The pool goes on.
            let other = pool.take();
            assert!(other.is_enabled() && other.has::<(First, Second)>());
            assert!(pool.give_back(other));
            drop(pool);
            World::clear();
            World::flush();
            Vec::new()
        });
    }
}
