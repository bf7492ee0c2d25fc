//! Ends the process where a program hangs, and says at which step.

use std::process::abort;
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::act::Act;
use crate::program::Step;

/// An act that takes longer hangs.
const LONGEST: Duration = Duration::from_secs(60);

/// What the program that runs has come to.
pub enum Sign {
    Program(u64),
    Step(Step),
    Act(Act),
    /// The program is over.
    Over,
}

static SIGNS: OnceLock<Sender<Sign>> = OnceLock::new();

/// Watches the programs of this process from now on. Not under Miri, where each act takes long.
pub fn start() {
    let (sender, signs) = channel();
    if !cfg!(miri) && SIGNS.set(sender).is_ok() {
        thread::spawn(move || watch(&signs));
    }
}

pub fn show(sign: Sign) {
    let _ = SIGNS.get().map(|signs| signs.send(sign));
}

fn watch(signs: &Receiver<Sign>) {
    let (mut seed, mut steps, mut act) = (0, Vec::new(), None);
    while let Ok(first) = signs.recv() {
        let mut next = Ok(first);
        loop {
            match next {
                Ok(Sign::Program(new)) => (seed, steps, act) = (new, Vec::new(), None),
                Ok(Sign::Step(step)) => steps.push(step),
                Ok(Sign::Act(new)) => act = Some(new),
                Ok(Sign::Over) => break,
                Err(_) => {
                    println!("seed {seed}: hangs after {act:?}, in the last of the steps");
                    steps.iter().for_each(|step| println!("  {step:?}"));
                    println!("CHAOS_FROM={seed} CHAOS_SEEDS=1");
                    abort();
                }
            }
            next = signs.recv_timeout(LONGEST);
        }
    }
}
