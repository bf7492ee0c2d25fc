//! Runs programs.

use std::mem::{forget, take};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::act::Act;
use crate::calm::check_act;
use crate::end::{compare_known, end_all, end_realm};
use crate::game::{self, Game, check, game, watch};
use crate::here::{Here, here};
use crate::perform::{enter, load_snapshot, perform, save_snapshot, world};
use crate::program::{Program, Step};
use crate::support::Random;
use crate::watchdog::{Sign, show};

/// What has become of a program.
pub struct Outcome {
    pub fault: Option<String>,
    /// All that was noted, as a number: the same in each run.
    pub trace: u64,
    pub acts: u64,
    /// The acts, one a line, if they are to be printed.
    pub script: Vec<String>,
}

/// Runs a program in worlds of its own, and stops at the first fault.
pub fn run(program: &Program, prints: bool) -> Outcome {
    watch();
    show(Sign::Program(program.seed));
    game::begin(Game::new(program, prints));
    let panic = catch_unwind(|| {
        let first = world(0);
        enter(&first, 0, || {
            run_steps(&program.steps);
            end_realm();
        });
        drop(first);
        end_all();
    });
    check(panic.is_ok(), || "a panic leaves the program".into());
    forget(here(take::<Here>));
    show(Sign::Over);
    let mut game = game::end();
    let fault = game.take_fault();
    Outcome { fault, trace: game.trace, acts: game.acts, script: game.script.unwrap_or_default() }
}

fn run_steps(steps: &[Step]) {
    let mut place = 0;
    while let (Some(&step), false) = (steps.get(place), game(|game| game.has_fault())) {
        place += 1;
        match step.act {
            Act::Again(count) => place += again(&steps[place..], usize::from(count)),
            _ => run_step(step),
        }
    }
}

fn run_step(step: Step) {
    show(Sign::Step(step));
    let slots = game(|game| {
        (game.random, game.budget) = (Random(step.seed), step.budget);
        game.realm().slots
    });
    // What is wrong with a panic is known already.
    let _ = catch_unwind(AssertUnwindSafe(|| perform(step.act)));
    check(game(|game| game.depth == 0 && game.entered == [0]), || "acts do not end".into());
    if game(|game| game.profile.is_calm()) {
        compare_known();
        check_act(step.act, &slots);
    }
}

/// A number of its own, beside those of the acts.
const AGAIN: u64 = 100;

/// Runs some steps, goes back, and runs them again: the same happens. Returns how many steps it has run.
fn again(steps: &[Step], count: usize) -> usize {
    let steps = &steps[..count.min(steps.len())];
    let _ = catch_unwind(|| save_snapshot(AGAIN));
    if here(|here| !here.saved.contains_key(&AGAIN)) {
        return 0;
    }
    let run_all = || {
        game(|game| (game.trace, game.is_repeated) = (0, true));
        steps.iter().for_each(|step| run_step(*step));
        here(|here| here.saved.remove(&(AGAIN + 1)));
        let _ = catch_unwind(|| save_snapshot(AGAIN + 1));
        game(|game| game.is_repeated = false);
        let hash = here(|here| here.saved.get(&(AGAIN + 1)).map(|saved| saved.hash.clone()));
        (game(|game| game.trace), hash)
    };
    let before = game(|game| game.trace);
    let first = run_all();
    let is_back = catch_unwind(|| load_snapshot(AGAIN)).unwrap_or(false);
    if is_back {
        if game(|game| game.profile.is_calm()) {
            check_act(Act::LoadSnapshot(AGAIN as u8), &game(|game| game.realm().slots));
        }
        let second = run_all();
        check(first.0 == second.0, || format!("{count} steps do something else the second time"));
        check(first.1 == second.1, || format!("another state: {:#?} {:#?}", first.1, second.1));
    }
    here(|here| here.saved.retain(|&frame, _| frame < AGAIN));
    game(|game| game.trace = before ^ first.0);
    steps.len()
}
