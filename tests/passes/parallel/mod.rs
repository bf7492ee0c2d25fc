//! Parallel passes: `#[component(parallel)]`: what their hooks may do, that the number of threads changes
//! nothing, and what a panic leaves.

mod callers;
mod commands;
mod determinism;
mod groups;
mod panics;
mod parameters;
mod refused;

use std::sync::Arc;

use ecs_core::World;

/// As many components as surely are shared out, where threads are not interpreted.
pub(crate) const MANY: usize = if cfg!(miri) { 40 } else { 20_000 };

/// Numbers of threads that must come to the same result.
pub(crate) const THREADS: &[usize] = if cfg!(miri) { &[2] } else { &[1, 2, 4, 8] };

/// Runs a function in a world of its own, which so many threads help.
pub(crate) fn with_threads<R>(threads: usize, f: impl FnOnce() -> R) -> R {
    World::new().enter(|| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        World::set_thread_pool(Arc::new(pool)).unwrap();
        f()
    })
}

/// Takes so long that other threads are worth waking, and returns the same for the same number.
pub(crate) fn work(seed: u32) -> u32 {
    let rounds = if cfg!(miri) { 2 } else { 200 };
    (0..rounds).fold(seed, |n, _| std::hint::black_box(n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223)))
}
