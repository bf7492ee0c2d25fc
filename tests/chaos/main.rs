//! Random programs over all features at once, whose hooks, observers and `Drop`s call anything and panic.
//!
//! A program is a list of steps. A step has an act and a seed: whatever user code does while the act runs is
//! drawn from the seed, so each program can be repeated, and stays the same where other steps are removed.
//! Laws are checked on the log (`journal.rs`, `value.rs`), at the end of each program (`end.rs`), and after
//! each step of a calm program, whose state is compared with a plain model (`calm.rs`, `model.rs`).
//!
//! A program that hangs is ended by `watchdog.rs`.
//!
//! `CHAOS_FROM` and `CHAOS_SEEDS` choose the seeds, `CHAOS_MINUTES` runs seeds until the time is over.

mod act;
mod calm;
mod components;
mod draw;
mod end;
mod game;
mod here;
mod journal;
mod kind;
mod meddle;
mod model;
mod perform;
mod profile;
mod program;
mod run;
mod shrink;
mod state;
#[path = "../support/mod.rs"]
mod support;
mod systems;
mod value;
mod watchdog;

use std::time::{Duration, Instant};

use program::Program;
use run::run;
use shrink::shrink;
use support::number;

/// Runs the program of a seed, and reports how it fails.
fn check_seed(seed: u64) -> u64 {
    let program = Program::of_seed(seed);
    let outcome = run(&program, false);
    let fault = match outcome.fault {
        None if seed.is_multiple_of(8) && run(&program, false).trace != outcome.trace => {
            println!("CHAOS_FROM={seed} CHAOS_SEEDS=1");
            panic!("two runs of the program of the seed {seed} differ")
        }
        None => return outcome.acts,
        Some(fault) => fault,
    };
    println!("seed {seed}, {}: {fault}", program.profile.name);
    let shortest = shrink(program, &fault);
    println!("the shortest program, which fails by: {}", shortest.fault);
    shortest.program.steps.iter().for_each(|step| println!("  {step:?}"));
    println!("what it does:");
    shortest.script.iter().for_each(|line| println!("{line}"));
    println!("CHAOS_FROM={seed} CHAOS_SEEDS=1");
    panic!("the program of the seed {seed} fails");
}

#[test]
fn programs_at_random_keep_all_laws() {
    let seeds = number("CHAOS_SEEDS").unwrap_or(if cfg!(miri) { 6 } else { 120 });
    let until =
        number("CHAOS_MINUTES").map(|minutes: u64| Instant::now() + Duration::from_secs(60 * minutes));
    let from = number("CHAOS_FROM").unwrap_or(0);
    let mut acts = 0;
    let mut seed = from;
    watchdog::start();
    while until.map_or(seed < from + seeds, |until| Instant::now() < until) {
        acts += check_seed(seed);
        seed += 1;
    }
    println!("{} programs, {acts} acts", seed - from);
}
