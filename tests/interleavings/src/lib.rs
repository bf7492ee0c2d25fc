//! What threads share, under all orders in which they can run, or as many random ones as take seconds:
//! `shuttle` takes the place of `std`'s threads and locks, and decides at each of their calls who is next. It
//! also finds threads that wait for ever.
#![cfg(test)]

#[path = "../../../ecs-core/src/threads/claims.rs"]
mod claims;
#[path = "../../../ecs-core/src/threads/latch.rs"]
mod latch;
#[path = "../../../ecs-core/src/frame/part_results.rs"]
mod part_results;
#[expect(dead_code, reason = "no world ends here")]
#[path = "../../../ecs-core/src/features/remote/queue.rs"]
mod queue;
mod remote;
mod sharing;

/// What they take from here instead of `std`, see `ecs-core/src/sync.rs`.
mod sync {
    pub(crate) use shuttle::sync::atomic::{AtomicUsize, Ordering};
    pub(crate) use shuttle::sync::{Arc, Condvar, Mutex, MutexGuard};
    pub(crate) use shuttle::thread::{Thread, ThreadId, current, park as wait};
    pub(crate) use std::sync::PoisonError;

    /// A thread that looks again and again would never let another one run.
    pub(crate) const SPINS: u32 = 1;
}

mod base {
    pub(crate) type Panic = Box<dyn std::any::Any + Send>;

    /// Drops a panic that is not passed on.
    pub(crate) fn discard(panic: Panic) {
        drop(panic);
    }
}

use shuttle::scheduler::DfsScheduler;
use shuttle::{Config, Runner};

/// So many orders take too long.
const TOO_MANY: usize = 100_000;

/// Checks all orders, of which there must be few.
fn in_all_orders(scene: impl Fn() + Send + Sync + 'static) {
    let orders = Runner::new(DfsScheduler::new(Some(TOO_MANY), false), Config::default()).run(scene);
    assert!((2..TOO_MANY).contains(&orders), "{orders} orders");
    println!("{orders} orders");
}

/// Checks random orders: evenly random ones, and ones with few changes of threads.
fn in_many_orders(scene: impl Fn() + Send + Sync + Clone + 'static) {
    let orders = if cfg!(debug_assertions) { 2_000 } else { 20_000 };
    shuttle::check_random(scene.clone(), orders);
    shuttle::check_pct(scene, orders, 3);
}
