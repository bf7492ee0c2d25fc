//! Random sequences of calls.

use proptest::prelude::*;

use crate::case::{is_expected, run_case};
use crate::scripts::{Act, Step};
use crate::strategies::any_step;
use crate::support::{seeded, watch_panics};

fn steps(extra: Act) -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(any_step(extra), if cfg!(miri) { 1..9 } else { 1..60 })
}

proptest! {
    #![proptest_config(seeded(100, 2))]

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
