//! Makes a program that fails shorter, as long as it fails.

use std::time::{Duration, Instant};

use crate::program::{Program, Step};
use crate::run::run;

/// The shortest program that was found, and what is wrong with it.
pub struct Shortest {
    pub program: Program,
    pub fault: String,
    pub script: Vec<String>,
}

const LONGEST: Duration = Duration::from_secs(60);

/// What is wrong, without the numbers: another one may be another fault.
fn sort_of(fault: &str) -> String {
    fault.chars().filter(|letter| !letter.is_ascii_digit()).take(60).collect()
}

/// Removes steps, the larger parts first, then what user code does meanwhile.
pub fn shrink(mut program: Program, fault: &str) -> Shortest {
    let (until, sort) = (Instant::now() + LONGEST, sort_of(fault));
    let fails = |program: &Program, steps: Vec<Step>| {
        let shorter = Program { steps, ..*program };
        let is_left = Instant::now() < until;
        let is_same = is_left && run(&shorter, false).fault.is_some_and(|fault| sort_of(&fault) == sort);
        is_same.then_some(shorter)
    };
    loop {
        let before = program.steps.clone();
        let mut size = program.steps.len().div_ceil(2);
        while size > 0 {
            let mut from = 0;
            while from < program.steps.len() {
                let mut steps = program.steps.clone();
                steps.drain(from..(from + size).min(steps.len()));
                match fails(&program, steps) {
                    Some(shorter) => program = shorter,
                    None => from += size,
                }
            }
            size /= 2;
        }
        for place in 0..program.steps.len() {
            for budget in 0..program.steps[place].budget {
                let mut steps = program.steps.clone();
                steps[place].budget = budget;
                if let Some(shorter) = fails(&program, steps) {
                    program = shorter;
                    break;
                }
            }
        }
        if program.steps == before {
            break;
        }
    }
    let outcome = run(&program, true);
    let fault = outcome.fault.unwrap_or_else(|| "nothing, when run again".into());
    Shortest { program, fault, script: outcome.script }
}
