//! Runs a case: steps of calls in two worlds, and what must be true after each step and at the end.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind};
use std::rc::Rc;

use ecs_core::{Entity, World};

use crate::asking::MET;
use crate::bodies::step;
use crate::calls::Scripted;
use crate::looks::{check, release, settle_and_look};
use crate::maps::{STATE, WORLDS, state};
use crate::scripts::{Kind, Script, Step};
use crate::taking::{drop_pool, end_pools};

/// Runs what a test may panic with on purpose.
fn allow_scripted(f: impl FnOnce()) {
    let depths = state(|state| state.depths());
    if let Err(panic) = catch_unwind(AssertUnwindSafe(f)) {
        if !panic.is::<Scripted>() {
            resume_unwind(panic);
        }
        assert_eq!(depths, state(|state| state.depths()));
    }
}

fn in_world(number: usize, f: impl FnOnce()) {
    let worlds = WORLDS.with_borrow(|worlds| worlds.clone().expect("the case has worlds"));
    state(|state| state.current = number);
    worlds[number].enter(|| allow_scripted(f));
}

/// Whether a panic is that of a visit that meets what is borrowed. They come too often to be printed.
pub fn is_expected(panic: &PanicHookInfo<'_>) -> bool {
    let text = panic.payload().downcast_ref::<String>();
    text.is_some_and(|text| text.starts_with(MET))
}

/// Runs the steps in worlds of their own, which must end without a trace.
pub fn run_case(steps: Vec<Step>) {
    let result = catch_unwind(|| run_steps(steps));
    end_case();
    let state = STATE.take();
    result.unwrap_or_else(|panic| resume_unwind(panic));
    for (id, value) in &state.values {
        let drops = state.drops.get(id).copied().unwrap_or_default();
        let may_leak = state.leaked.contains(&value.world);
        assert!(
            drops == u32::from(value.is_made) || drops == 0 && may_leak,
            "{id} was dropped {drops} times"
        );
    }
}

fn run_steps(steps: Vec<Step>) {
    WORLDS.set(Some([Rc::new(World::new()), Rc::new(World::new())]));
    for Step { other_world, flush, act: call, script } in steps {
        in_world(other_world.into(), || {
            state(|state| state.script = script);
            step(call, Entity::NONE);
        });
        state(|state| {
            state.script = Script::default();
            state.decay();
        });
        in_world(other_world.into(), check);
        if flush {
            in_world(other_world.into(), settle_and_look);
            in_world(other_world.into(), check);
        }
    }
    release_all();
    for pool in [0, 1] {
        in_world(0, || drop_pool(pool));
    }
    in_world(0, check);
    for number in [0, 1] {
        in_world(number, settle_and_look);
        in_world(number, check);
    }
}

fn release_all() {
    let held = state(|state| state.held.iter().filter(|held| !held.forgotten).count());
    (0..held).for_each(|_| {
        let which = state(|state| state.held.iter().position(|held| !held.forgotten));
        release(which.expect("counted above") as u8);
    });
}

/// Drops the worlds.
fn end_case() {
    release_all();
    let forgotten = state(|state| {
        state.closed = true;
        let leaked = state.held.iter().flat_map(|held| held.what.worlds(state, Kind::Tracked)).collect();
        state.leaked = leaked;
        std::mem::take(&mut state.held)
    });
    forgotten.into_iter().for_each(std::mem::forget);
    drop(WORLDS.take());
    end_pools();
}
