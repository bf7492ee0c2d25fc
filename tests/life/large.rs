//! Q2: a large component reaches its place without a tour: in a debug build, too, the calls that add one need
//! little more stack than a `Vec` that takes it.

use ecs_core::{Component, Entity};

use crate::support::passes_alone;

const SIZE: usize = 256 * 1024;

/// As much as a call of the library may need, with that of the value which the test makes itself, and of the
/// thread.
const MOST: usize = 6 * SIZE + 64 * 1024;

#[derive(Component)]
struct Chunk([u8; SIZE]);

impl Default for Chunk {
    fn default() -> Self {
        Self([1; SIZE])
    }
}

/// Runs a call on a thread with little stack, or in a process of its own that does: it ends where the stack
/// does.
fn takes_little_stack(probe: &str, call: fn() -> Entity) {
    if std::env::var_os("ECS_PROBE").is_none() {
        let (passed, text) = passes_alone(module_path!(), probe);
        assert!(passed, "{text}");
        return;
    }
    let thread = std::thread::Builder::new().stack_size(MOST);
    let looked = thread.spawn(move || assert_eq!(call().borrow::<Chunk>().0[SIZE - 1], 1));
    looked.unwrap().join().unwrap();
}

#[test]
fn q2_add_takes_little_stack() {
    takes_little_stack("q2_add_takes_little_stack", || Entity::spawn().add::<Chunk>().entity());
}

#[test]
fn q2_add_with_takes_little_stack() {
    takes_little_stack("q2_add_with_takes_little_stack", || {
        Entity::spawn().add_with(|| Chunk([1; SIZE])).entity()
    });
}

#[test]
fn q2_insert_takes_little_stack() {
    takes_little_stack("q2_insert_takes_little_stack", || Entity::spawn().insert(Chunk([1; SIZE])).entity());
}

#[test]
fn q2_insert_over_another_takes_little_stack() {
    takes_little_stack("q2_insert_over_another_takes_little_stack", || {
        Entity::spawn().add::<Chunk>().entity().insert(Chunk([1; SIZE])).entity()
    });
}

#[test]
fn q2_with_takes_little_stack() {
    takes_little_stack("q2_with_takes_little_stack", || Entity::spawn().with(Chunk([1; SIZE])));
}

#[test]
fn q2_spawn_many_takes_little_stack() {
    takes_little_stack("q2_spawn_many_takes_little_stack", || {
        Entity::spawn_many(2, |_, _| Chunk([1; SIZE]))[1]
    });
}
