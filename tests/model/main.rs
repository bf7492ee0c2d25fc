//! The whole ambient API against plain maps, under random sequences of calls.
//!
//! Each call is made through [`act`], which says what must happen by the maps of [`State`], calls the library, compares, and notes
//! what has changed. Hooks and `Drop` run scripts of such calls in the middle of other calls. So the maps are never borrowed across a
//! call of the library, and calls that are under way note their effect as soon as a hook or a `Drop` can see it.

mod asking;
mod bodies;
mod borrows;
mod callbacks;
mod calls;
mod case;
mod components;
mod exhaustive;
mod far_apart;
mod frames;
mod looks;
mod loops;
mod maps;
mod pools;
mod queries;
mod regressions;
mod scripts;
mod sorting;
mod strategies;
#[path = "../support/mod.rs"]
mod support;
mod tags;
mod taking;

use proptest::prelude::*;

use crate::case::{is_expected, run_case};
use crate::scripts::{Act, Step};
use crate::strategies::any_step;
use crate::support::{seeded, watch_panics};

fn steps(extra: Act) -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(any_step(extra), if cfg!(miri) { 1..9 } else { 1..60 })
}

proptest! {
    #![proptest_config(seeded(500, 2))]

    #[test]
    fn the_library_does_what_maps_do(steps in steps(Act::Flush)) {
        watch_panics(is_expected);
        run_case(steps);
    }

    #[test]
    fn forgotten_guards_borrow_for_ever(steps in steps(Act::Forget(0))) {
        watch_panics(is_expected);
        run_case(steps);
    }
}
