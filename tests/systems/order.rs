//! The order: stages, `after` and `before`, and the order of adding where nothing is said.

use ecs_core::systems::SystemConfig;
use ecs_core::{IntoSystem, Phase, Schedule, ScheduleError, SystemId, World, optional};
use proptest::prelude::*;

use super::{Log, Nth, id, take_log};
use crate::support::{assert_says, message_of, seeded};

const MOST: usize = 9;
const STAGES: [&str; 2] = ["first", "second"];

/// For each number its system, and the name of that.
const SYSTEMS: [fn() -> SystemConfig; MOST] = [
    || Nth::<0>.in_stage(STAGES[0]),
    || Nth::<1>.in_stage(STAGES[0]),
    || Nth::<2>.in_stage(STAGES[0]),
    || Nth::<3>.in_stage(STAGES[0]),
    || Nth::<4>.in_stage(STAGES[0]),
    || Nth::<5>.in_stage(STAGES[0]),
    || Nth::<6>.in_stage(STAGES[0]),
    || Nth::<7>.in_stage(STAGES[0]),
    || Nth::<8>.in_stage(STAGES[0]),
];
const IDS: [fn() -> SystemId; MOST] =
    [id::<0>, id::<1>, id::<2>, id::<3>, id::<4>, id::<5>, id::<6>, id::<7>, id::<8>];

/// What systems say about each other. They are added in the order of their numbers.
#[derive(Clone, Debug)]
struct Said {
    /// The stage of each.
    stages: Vec<usize>,
    /// Who says it, about whom, and whether it is to run after that one.
    constraints: Vec<(usize, usize, bool)>,
}

prop_compose! {
    fn said()(stages in prop::collection::vec(prop_oneof![4 => Just(0_usize), 1 => Just(1)], 1..=MOST))
        (
            constraints in prop::collection::vec((0..stages.len(), 0..stages.len(), any::<bool>()), 0..6),
            stages in Just(stages),
        ) -> Said {
        Said { stages, constraints }
    }
}

impl Said {
    fn order(&self) -> Result<Vec<usize>, ScheduleError> {
        let mut schedule = STAGES.into_iter().fold(Schedule::new(), Schedule::stage);
        for (number, &stage) in self.stages.iter().enumerate() {
            let own = self.constraints.iter().filter(|constraint| constraint.0 == number);
            schedule.insert(own.fold(
                SYSTEMS[number]().in_stage(STAGES[stage]),
                |system, &(_, of, after)| {
                    if after { system.after(IDS[of]()) } else { system.before(IDS[of]()) }
                },
            ));
        }
        let order: Vec<_> = schedule.try_explain()?.systems().collect();
        schedule.run(0.1);
        let ran = take_log();
        assert_eq!(order, ran.iter().map(|&number| IDS[number]()).collect::<Vec<_>>());
        Ok(ran)
    }

    fn speaks(&self, number: usize) -> bool {
        let in_stage =
            |constraint: &&(usize, usize, bool)| self.stages[constraint.0] == self.stages[constraint.1];
        self.constraints.iter().filter(in_stage).any(|constraint| constraint.0 == number)
    }

    /// Says whether an order of all, or of some, goes by stages and keeps all constraints.
    fn is_kept_by(&self, order: &[usize]) -> bool {
        let place = |number| order.iter().position(|&other| other == number);
        order.is_sorted_by_key(|&number| self.stages[number])
            && self.constraints.iter().all(|&(by, of, after)| match (place(by), place(of)) {
                (Some(by), Some(of)) => by != of && after == (of < by),
                _ => true,
            })
    }

    /// Looks for any order that keeps all constraints and, if it is asked for, leaves those that say nothing
    /// as they were added.
    fn can_be_kept(&self, by_add: bool) -> bool {
        let mut left: Vec<usize> = (0..self.stages.len()).collect();
        left.sort_by_key(|&number| self.stages[number]);
        while !left.is_empty() {
            let unconstrained = left.iter().position(|&number| by_add && !self.speaks(number));
            let waits = |at: usize| {
                let number = left[at];
                self.stages[number] > self.stages[left[0]]
                    || unconstrained.is_some_and(|first| first < at && !self.speaks(number))
                    || self.constraints.iter().any(|&(by, of, after)| {
                        let (earlier, later) = if after { (of, by) } else { (by, of) };
                        later == number && left.contains(&earlier)
                    })
            };
            let Some(next) = (0..left.len()).find(|&at| !waits(at)) else { return false };
            left.remove(next);
        }
        true
    }
}

proptest! {
    #![proptest_config(seeded(600, 20))]

    /// Would catch: a constraint that is lost, stages that mix, a cycle that is not found, one that is none,
    /// one without constraints that is moved.
    #[test]
    fn d8_all_constraints_hold_and_those_that_say_nothing_keep_their_order(said in said()) {
        let Ok(order) = said.order() else {
            prop_assert!(!said.can_be_kept(false));
            return Ok(());
        };
        prop_assert_eq!(order.len(), said.stages.len());
        prop_assert!(said.is_kept_by(&order), "{:?}", order);
        if said.can_be_kept(true) {
            let mut unconstrained = order.to_vec();
            unconstrained.retain(|&number| !said.speaks(number));
            unconstrained.retain(|&number| said.stages[number] == 0);
            prop_assert!(unconstrained.is_sorted(), "{:?}", order);
        }
    }

    /// Would catch: one that moves others where it need not, one that moves further than it must.
    #[test]
    fn d8_one_more_moves_no_other_and_itself_as_little_as_it_can(said in said()) {
        let last = said.stages.len() - 1;
        let mut before = said.clone();
        before.stages.pop();
        before.constraints.retain(|&(by, of, _)| by != last && of != last);
        let mut said = said;
        said.constraints.retain(|&(_, of, _)| of != last);
        let Ok(others) = before.order() else { return Ok(()) };
        let gaps = (0..=others.len()).map(|gap| [&others[..gap], &[last], &others[gap..]].concat());
        // All that it passes was added before it.
        if let Some(expected) = gaps.rev().find(|order| said.is_kept_by(order)) {
            prop_assert_eq!(said.order().unwrap(), expected);
        }
    }
}

#[test]
fn d8_of_two_that_have_no_choice_the_later_added_one_moves() {
    let mut schedule = Schedule::new()
        .add(Nth::<0>)
        .add(Nth::<1>)
        .add(Nth::<2>)
        .add(Nth::<3>.after(id::<2>()).before(id::<0>()));
    schedule.insert(Nth::<4>);
    schedule.run(0.1);
    assert_eq!(take_log(), [2, 3, 0, 1, 4]);
}

#[test]
fn a_cycle_is_reported_by_names() {
    fn rain(_: f32) {}
    fn rivers(_: f32) {}
    fn clouds(_: f32) {}
    let mut schedule =
        Schedule::new().add(rain.before(rivers)).add(clouds.before(rain)).add(rivers.before(clouds));
    let error = schedule.try_run(0.1).unwrap_err();
    let ScheduleError::Cycle { systems, .. } = &error else { panic!("{error}") };
    assert_eq!(systems.len(), 3);
    let text = error.to_string();
    assert_eq!(
        text,
        "cannot order the systems: rivers before clouds before rain before rivers; remove one of their \
         `after` or `before`"
    );
    assert_eq!(message_of(|| schedule.run(0.1)), text);
    assert_eq!(message_of(|| schedule.explain()), text);
    // Without one of them it runs.
    assert!(schedule.remove(clouds));
    schedule.run(0.1);
}

#[test]
fn a_system_that_runs_after_itself_is_a_cycle() {
    fn alone(_: f32) {}
    let error = Schedule::new().add(alone.after(alone)).try_run(0.1).unwrap_err();
    assert_says(&error.to_string(), &["alone before alone;"]);
}

#[test]
fn constraints_against_the_stages_are_refused() {
    fn early(_: f32) {}
    fn late(_: f32) {}
    let mut schedule = Schedule::new().stage("dawn").add(early.after(late)).stage("dusk").add(late);
    assert_eq!(
        schedule.try_run(0.1).unwrap_err().to_string(),
        "cannot order the systems: late is to run before early, but its stage \"dusk\" begins when \"dawn\", \
         the stage of early, is done; remove the `after` or `before`, or put both into one stage"
    );
    // The other way round it says what holds anyway.
    let mut schedule = Schedule::new().stage("dawn").add(early.before(late)).stage("dusk").add(late);
    schedule.run(0.1);
}

#[test]
fn a_stage_that_is_named_again_goes_on() {
    let mut schedule = Schedule::new()
        .add(Nth::<0>)
        .stage("late")
        .add(Nth::<1>)
        .stage("main")
        .add(Nth::<2>)
        .add(Nth::<3>.in_stage("late"));
    schedule.insert(Nth::<4>);
    schedule.run(0.1);
    assert_eq!(take_log(), [0, 2, 4, 1, 3]);
}

#[test]
fn what_is_named_and_not_there_is_an_error() {
    mod sky {
        pub fn collide() {}
    }
    fn collide() {}
    fn colide() {}
    fn ghost() {}
    let refusal = |schedule: Schedule| {
        let mut schedule = schedule.add(Nth::<0>);
        let error = schedule.try_run(0.1).unwrap_err();
        assert!(take_log().is_empty(), "nothing has run");
        assert_eq!(schedule.try_explain().unwrap_err(), error);
        assert_eq!(World::try_set_schedule(Phase::Update, schedule).unwrap_err(), error);
        error.to_string()
    };
    assert_eq!(
        refusal(Schedule::new().add(Nth::<1>.after(ghost))),
        "cannot order the systems: Nth<1> is to run after or before ghost, which is not in the schedule; add \
         it, or, if it may be absent, name it by `optional(..)`"
    );
    assert_says(
        &refusal(Schedule::new().add(Nth::<1>.before(colide)).add(collide)),
        &["Nth<1> is to run after or before colide, which", "is `collide` meant? Otherwise add it"],
    );
    let text = refusal(Schedule::new().add(sky::collide).add(Nth::<1>.after(collide)));
    assert_says(&text, &["::sky::collide` meant, and not `systems::", "? Otherwise"]);
    assert_says(
        &refusal(Schedule::new().add(Nth::<1>.named("collide")).add(ghost.after("colide"))),
        &["ghost is to run after or before colide", "is `collide` meant?"],
    );
}

#[test]
fn systems_are_added_in_any_order() {
    let mut schedule = Schedule::new().add(Nth::<0>.after(id::<1>()));
    schedule.try_run(0.1).unwrap_err();
    schedule.insert(Nth::<1>);
    schedule.run(0.1);
    assert_eq!(take_log(), [1, 0]);
    // What was there is no mistake.
    schedule.remove(id::<1>());
    schedule.run(0.1);
    assert_eq!(take_log(), [0]);
}

#[test]
fn a_function_of_which_there_are_several_means_all_of_them_and_a_name_means_one() {
    fn note(number: usize) -> impl Fn(&mut Log) {
        move |log: &mut Log| log.0.push(number)
    }
    let mut schedule =
        Schedule::new().add(Nth::<9>.before(note(0))).add(note(1)).add(Nth::<8>).add(note(2).named("two"));
    schedule.insert(Nth::<7>.after(note(0)));
    schedule.insert(Nth::<6>.before("two"));
    schedule.run(0.1);
    assert_eq!(take_log(), [9, 1, 8, 6, 2, 7]);
    // One of them means the others.
    schedule.insert(note(3).before(note(0)));
    schedule.run(0.1);
    assert_eq!(take_log(), [9, 3, 1, 8, 6, 2, 7]);
    let graph = schedule.explain().graphviz();
    assert_eq!(graph.matches("[label=\"two\"]").count(), 1);
    assert_eq!(graph.matches("[label=\"{{closure}}\"]").count(), 2);
}

#[test]
fn what_may_be_absent_is_shown_where_it_is() {
    fn ghost() {}
    let mut schedule = Schedule::new().add(Nth::<0>.after(optional(ghost)).before(optional(id::<1>())));
    schedule.run(0.1);
    assert_eq!(take_log(), [0]);
    assert_eq!(
        schedule.explain().to_string(),
        "main:\
         \n  1. Nth<0>: added 1st; names ghost, which is not in the schedule; names Nth<1>, which is not in \
         the schedule\n"
    );
}

#[test]
fn a_graph_is_drawn() {
    fn here(_: f32) {}
    fn there(_: f32) {}
    let mut schedule = Schedule::new().add(here.disabled()).stage("next").add(there.after(here));
    let graph = schedule.explain().graphviz();
    assert_says(
        &graph,
        &[
            "digraph schedule {",
            "label=\"main\"",
            "label=\"next\"",
            "label=\"here\", style=dashed",
            "label=\"after\"",
        ],
    );
    assert_eq!(graph.matches('{').count(), graph.matches('}').count());
}
