//! Law W4 where several threads visit: a world that is dropped in a `par_each` over its components ends with
//! it.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ecs_core::{Component, Entity, Query, SendError, World, query};

use crate::support::{CountedDrop, DropCounter, PanicsInDrop, message_of};

#[derive(Component)]
struct Plain(u32);

#[derive(Component)]
struct Other {
    _token: CountedDrop,
}

#[derive(Component)]
struct Bomb {
    _token: CountedDrop,
    _bomb: PanicsInDrop,
}

/// Drops a world, or tries to, in the closure of a `par_each` over its components. Returns what came of that.
fn dropped_in_par_each(
    counter: &DropCounter,
    end: impl Fn(World) + Sync,
) -> (thread::Result<()>, Query<'static, &'static mut Plain>) {
    thread_local!(static OWNED: RefCell<Option<World>> = const { RefCell::new(None) });
    let world = World::new();
    let mut all = world.enter(|| {
        Entity::spawn_many(64, |n, _| (Plain(n as u32), Other { _token: counter.token() }));
        query::<&mut Plain>()
    });
    OWNED.set(Some(world));
    let owner = thread::current().id();
    let result = catch_unwind(AssertUnwindSafe(|| {
        all.par_each_chunk(1, |plain| {
            plain.0 += 1;
            if thread::current().id() != owner {
                thread::sleep(Duration::from_millis(1)); // leaves some to the owner
            }
            if let Some(world) = OWNED.take() {
                end(world);
                assert_eq!(counter.dropped(), 0, "others visit it");
            }
        });
    }));
    assert!(OWNED.take().is_none(), "the calling thread works with the others");
    (result, all)
}

#[test]
fn w4_a_world_that_is_dropped_while_threads_visit_it_ends_with_the_visit() {
    let counter = DropCounter::default();
    let (result, mut all) = dropped_in_par_each(&counter, drop);
    assert!(result.is_ok(), "no drop panics");
    assert_eq!(counter.dropped(), 64, "each value once, of all that is not borrowed");
    assert_eq!(
        all.iter_mut().map(|plain| plain.0).sum::<u32>(),
        63 * 32 + 64,
        "what it has borrowed is still there"
    );
    drop(all);
    assert_eq!(counter.dropped(), 64);
}

#[test]
fn w4_a_world_that_is_dropped_while_threads_visit_it_and_a_panic_unwinds_ends_with_the_visit() {
    let counter = DropCounter::default();
    let (result, _all) = dropped_in_par_each(&counter, |world| {
        let _dropped_while_unwinding = world;
        panic!("outer")
    });
    let panic = result.expect_err("the panic goes on");
    assert_eq!((panic.downcast_ref::<&str>(), counter.dropped()), (Some(&"outer"), 64));
}

#[test]
fn w4_a_world_that_threads_visit_is_not_sent_and_comes_back() {
    let counter = DropCounter::default();
    let (result, _all) = dropped_in_par_each(&counter, |world| {
        let (world, error) = world.into_send().map(drop).expect_err("it is visited");
        assert_eq!(error, SendError::Queried);
        drop(world);
    });
    assert!(result.is_ok());
    assert_eq!(counter.dropped(), 64);
}

#[test]
fn w4_a_panic_in_a_drop_of_a_world_that_ends_with_a_visit_is_passed_on() {
    let counter = DropCounter::default();
    let world = World::new();
    thread_local!(static OWNED: RefCell<Option<World>> = const { RefCell::new(None) });
    let mut all = world.enter(|| {
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        World::set_thread_pool(Arc::new(alone)).unwrap();
        for text in ["first", "second", "third"] {
            Entity::spawn().insert(Bomb { _token: counter.token(), _bomb: PanicsInDrop(text) });
        }
        Entity::spawn_many(8, |_, _| Plain(1));
        query::<&Plain>()
    });
    OWNED.set(Some(world));
    assert_eq!(message_of(|| all.par_each_chunk(8, |_| drop(OWNED.take()))), "first");
    assert_eq!((counter.made(), counter.dropped()), (3, 3));
}
