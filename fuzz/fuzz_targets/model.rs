//! Runs the cases of the model test that the fuzzer makes of its bytes.
#![no_main]

#[path = "../../tests/model/asking.rs"]
mod asking;
#[path = "../../tests/model/bodies.rs"]
mod bodies;
#[path = "../../tests/model/borrows.rs"]
mod borrows;
#[path = "../../tests/model/calls.rs"]
mod calls;
#[path = "../../tests/model/case.rs"]
mod case;
#[path = "../../tests/model/clearing.rs"]
mod clearing;
#[path = "../../tests/model/components.rs"]
mod components;
#[path = "../../tests/model/frames.rs"]
mod frames;
#[path = "../../tests/model/looks.rs"]
mod looks;
#[path = "../../tests/model/loops.rs"]
mod loops;
#[path = "../../tests/model/maps.rs"]
mod maps;
#[path = "../../tests/model/pools.rs"]
mod pools;
#[path = "../../tests/model/queries.rs"]
mod queries;
#[path = "../../tests/model/scripts.rs"]
mod scripts;
#[path = "../../tests/model/sorting.rs"]
mod sorting;
#[path = "../../tests/model/tags.rs"]
mod tags;
#[path = "../../tests/model/taking.rs"]
mod taking;

use std::panic::{set_hook, take_hook};
use std::rc::Rc;

use arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;

use crate::asking::MET;
use crate::calls::says;
use crate::case::{is_expected, run_case};
use crate::scripts::{Act, Script, Step};

const MOST_STEPS: usize = 60;
const MOST_CALLS: usize = 10;

fuzz_target!(init: let_foreseen_panics_pass(), |case: Case| run_case(case.0));

/// Steps, as many and as large as those that are drawn at random.
#[derive(Debug)]
struct Case(Vec<Step>);

impl Case {
    fn of(steps: Vec<Step>) -> Self {
        Self(steps.into_iter().take(MOST_STEPS).map(bounded).collect())
    }
}

impl<'a> Arbitrary<'a> for Case {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Vec::arbitrary(u).map(Self::of)
    }

    fn arbitrary_take_rest(u: Unstructured<'a>) -> Result<Self> {
        Vec::arbitrary_take_rest(u).map(Self::of)
    }
}

/// libFuzzer's hook ends the process at any panic. One that the case foresees is caught there, or else comes
/// back as its result; those of scripts call no hook at all.
fn let_foreseen_panics_pass() {
    let end = take_hook();
    set_hook(Box::new(move |info| {
        let text = info.payload();
        if !says(text, MET) && !is_expected(info) {
            end(info);
        }
    }));
}

fn bounded(step: Step) -> Step {
    let Script { init, update, shutdown, drop, reset } = step.script;
    let script = Script {
        init: bounded_calls(&init),
        update: bounded_calls(&update),
        shutdown: bounded_calls(&shutdown),
        drop: bounded_calls(&drop),
        reset: bounded_calls(&reset),
    };
    Step { act: bounded_act(step.act), script, ..step }
}

fn bounded_calls(calls: &[Act]) -> Rc<[Act]> {
    calls.iter().take(MOST_CALLS).copied().map(bounded_act).collect()
}

fn bounded_act(act: Act) -> Act {
    match act {
        Act::SpawnMany { count, panic_at } => Act::SpawnMany { count: count % 16, panic_at },
        // `update` adds to it.
        Act::Write(of, kind, number) => Act::Write(of, kind, number >> 1),
        act => act,
    }
}
