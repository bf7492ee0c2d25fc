//! Tests of the tables in the head of the folder: all stages and transitions. Those that the library makes
//! are tested in `column/stages.rs`.

use super::births::Births;
use super::stage::{Stage, Step, Transition};
use Transition::{
    Begin, End, NotifyOff, NotifyOn, PutBackStart, ReportAdd, ReportOff, ReportOn, ReportRemove, Start,
    SwitchOff, SwitchOn,
};

/// Each transition with its opposite: the first clears the bit.
const PAIRS: [(Transition, Transition); 6] = [
    (Begin, End),
    (Start, PutBackStart),
    (SwitchOn, SwitchOff),
    (NotifyOn, NotifyOff),
    (ReportAdd, ReportRemove),
    (ReportOn, ReportOff),
];

const ALL: Births = Births { has_later: true, is_notified: true, starts: true };
const NONE: Births = Births { has_later: false, is_notified: false, starts: false };

fn after(transitions: &[Transition]) -> Stage {
    transitions.iter().fold(Stage::default(), |stage, &transition| stage.after(transition))
}

fn all_stages() -> impl Iterator<Item = Stage> {
    (0..1 << PAIRS.len()).map(Stage::from_bits)
}

#[test]
fn each_transition_changes_one_bit_and_its_opposite_changes_it_back() {
    for stage in all_stages() {
        for (clear, set) in PAIRS {
            let (cleared, bit_set) = (stage.after(clear), stage.after(set));
            assert_eq!((cleared.bits() ^ bit_set.bits()).count_ones(), 1, "{set:?}");
            assert!(bit_set.bits() > cleared.bits() && (stage == cleared || stage == bit_set), "{set:?}");
        }
    }
    let bits = PAIRS.map(|(_, set)| after(&[set]).bits());
    assert_eq!(bits.iter().sum::<u8>(), (1 << PAIRS.len()) - 1, "each has a bit of its own");
}

#[test]
fn a_question_about_a_stage_reads_one_bit() {
    for stage in all_stages() {
        let answers = [
            (End, !stage.is_born()),
            (PutBackStart, stage.is_unstarted()),
            (SwitchOff, stage.is_off()),
            (NotifyOff, !stage.is_notified_on()),
            (ReportRemove, !stage.is_reported()),
            (ReportOff, !stage.is_reported_on()),
        ];
        for (set, is_set) in answers {
            assert_eq!(is_set, stage.after(set) == stage, "{set:?} of {stage:?}");
        }
    }
}

/// Says whether a stage is one of the table, of an observed type.
fn is_in_order(stage: Stage) -> bool {
    let is_off = !stage.is_reported() || !stage.is_notified_on();
    !is_off || !stage.is_reported_on()
}

#[test]
#[cfg_attr(miri, ignore = "is about all stages, in safe code")]
fn from_each_stage_of_the_table_all_steps_lead_to_the_settled_one_by_stages_of_the_table() {
    let mut seen = 0;
    for start in all_stages().filter(|&stage| is_in_order(stage)) {
        for (enabled, is_away) in [(true, true), (true, false), (false, true), (false, false)] {
            for heard in 0..1_u8 << 5 {
                let settled = Stage::settled(enabled, is_away);
                let step_of = |transition: Transition| match transition.occasion() {
                    Some(occasion) => (heard & 1 << occasion as u8 != 0).then_some(Step::Tell(occasion)),
                    None => (heard & 16 != 0).then_some(Step::Hook { enabled: transition == NotifyOn }),
                };
                let (mut stage, mut steps) = (start, 0);
                loop {
                    let (next, step) = stage.advance(settled, step_of);
                    stage = match step {
                        Some(Step::Hook { enabled }) => next.after(Transition::notify(enabled)),
                        _ => next,
                    };
                    assert!(is_in_order(next) && is_in_order(stage), "{next:?} from {start:?}");
                    if step.is_none() {
                        break;
                    }
                    steps += 1;
                    assert!(steps <= 6, "{start:?} to {settled:?}");
                }
                let birth_and_switch = |stage: Stage| (stage.is_born(), stage.is_unstarted(), stage.is_off());
                assert_eq!(birth_and_switch(stage), birth_and_switch(start));
                assert_eq!(stage.is_notified_on(), enabled);
                assert_eq!((stage.is_reported(), stage.is_reported_on()), (!is_away, enabled && !is_away));
                seen += steps;
            }
        }
    }
    assert!(seen > 3_000, "{seen} steps");
}

#[test]
fn where_observing_begins_and_ends_a_stage_is_as_it_would_be_without_it() {
    for births in [ALL, NONE] {
        let without_births = |stage: Stage| !stage.has_any_of(Stage::new(NONE, true));
        let unobserved = |&stage: &Stage| {
            stage.is_reported() && stage.is_reported_on() && (births.has_later || without_births(stage))
        };
        for stage in all_stages().filter(unobserved) {
            for is_gone in [true, false] {
                let observed = stage.observed(is_gone);
                assert!(is_in_order(observed), "{observed:?}");
                assert_eq!(observed.is_reported(), !is_gone && stage.is_born(), "{stage:?}");
                let back = observed.unobserved(births, true);
                assert_eq!(back, stage, "{births:?}", births = (births.has_later, is_gone));
            }
        }
    }
    // A birth that was only noted for observers is over, and a disabled component knows it.
    let new = Stage::new(NONE, true);
    assert_eq!(new.unobserved(NONE, true), Stage::default());
    assert_eq!(new.unobserved(NONE, false), after(&[NotifyOff]));
    assert_eq!(new.after(SwitchOff).unobserved(NONE, true), after(&[SwitchOff, NotifyOff]));
}
