//! The order: stages, `after` and `before`, and the order of adding where nothing is said.

use ecs_core::{IntoSystem, Schedule, ScheduleError, SystemConfig, SystemId};

use super::common::{Random, assert_says, message_of};
use super::{Nth, id, take_log};

const MOST: usize = 9;
const STAGES: [&str; 3] = ["first", "second", "third"];

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

/// What is said about systems, by their numbers.
#[derive(Debug)]
struct Said {
    /// The systems, as they are added, with their stages.
    added: Vec<(usize, usize)>,
    /// The first runs before the second.
    pairs: Vec<(usize, usize)>,
}

impl Said {
    fn random(random: &mut Random) -> Self {
        let mut numbers: Vec<usize> = (0..MOST).collect();
        let stages = 1 + random.below(STAGES.len());
        let count = 1 + random.below(MOST);
        let added: Vec<_> = (0..count)
            .map(|_| (numbers.swap_remove(random.below(numbers.len())), random.below(stages)))
            .collect();
        // Some pairs name systems that are not there.
        let pairs = (0..random.below(8)).map(|_| (random.below(MOST), random.below(MOST))).collect();
        Self { added, pairs }
    }

    /// Each pair is told by the later one, by the earlier one, or by both.
    fn schedule(&self) -> Schedule {
        let mut schedule = STAGES.into_iter().fold(Schedule::new(), Schedule::stage);
        for &(number, stage) in &self.added {
            let mut system = SYSTEMS[number]().in_stage(STAGES[stage]);
            for (told, &(earlier, later)) in self.pairs.iter().enumerate() {
                if number == later && told % 3 != 0 {
                    system = system.after(IDS[earlier]());
                }
                if number == earlier && told % 3 != 1 {
                    system = system.before(IDS[later]());
                }
            }
            schedule.insert(system);
        }
        schedule
    }

    /// Takes the first of the earliest stage that waits for none that is left; `None` if there is no such system.
    fn model(&self) -> Option<Vec<usize>> {
        let mut left = self.added.clone();
        let mut order = Vec::new();
        while let Some(stage) = left.iter().map(|&(_, stage)| stage).min() {
            let is_left = |number| left.iter().any(|&(other, _)| other == number);
            let waits =
                |number| self.pairs.iter().any(|&(earlier, later)| later == number && is_left(earlier));
            let next = left.iter().position(|&(number, of)| of == stage && !waits(number))?;
            order.push(left.remove(next).0);
        }
        Some(order)
    }
}

/// Would catch: a wish that is lost, a tie that is not the order of adding, stages that mix, a cycle that is not found.
#[test]
fn random_systems_run_in_the_order_of_the_model() {
    let mut random = Random(7);
    let (mut ran, mut refused) = (0, 0);
    for _ in 0..if cfg!(miri) { 30 } else { 3000 } {
        let said = Said::random(&mut random);
        let mut schedule = said.schedule();
        let Some(expected) = said.model() else {
            let error = schedule.try_run(0.1).unwrap_err();
            assert!(matches!(error, ScheduleError::Cycle { .. } | ScheduleError::Stages { .. }), "{error}");
            assert!(take_log().is_empty(), "{said:?}");
            refused += 1;
            continue;
        };
        schedule.run(0.1);
        assert_eq!(take_log(), expected, "{said:?}");
        let order: Vec<_> = schedule.explain().systems().collect();
        assert_eq!(order, expected.iter().map(|&number| IDS[number]()).collect::<Vec<_>>());
        ran += 1;
    }
    assert!(ran > 5 && refused > 5, "{ran} {refused}");
}

#[test]
fn a_cycle_is_told_by_names() {
    fn rain(_: f32) {}
    fn rivers(_: f32) {}
    fn clouds(_: f32) {}
    let mut schedule =
        Schedule::new().add(rain.before(rivers)).add(clouds.before(rain)).add(rivers.before(clouds));
    let error = schedule.try_run(0.1).unwrap_err();
    let ScheduleError::Cycle { systems } = &error else { panic!("{error}") };
    assert_eq!(systems.len(), 3);
    let text = error.to_string();
    assert_eq!(
        text,
        "cannot order the systems: rivers before clouds before rain before rivers; remove one of their `after` or `before`"
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
fn wishes_against_the_stages_are_refused() {
    fn early(_: f32) {}
    fn late(_: f32) {}
    let mut schedule = Schedule::new().stage("dawn").add(early.after(late)).stage("dusk").add(late);
    assert_eq!(
        schedule.try_run(0.1).unwrap_err().to_string(),
        "cannot order the systems: late is to run before early, but its stage \"dusk\" begins when \"dawn\", the stage of early, is done; \
         remove the `after` or `before`, or put both into one stage"
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
fn what_is_named_and_not_there_is_shown() {
    fn ghost() {}
    let mut schedule = Schedule::new().add(Nth::<0>.after(ghost).before(id::<1>()));
    schedule.run(0.1);
    assert_eq!(take_log(), [0]);
    assert_eq!(
        schedule.explain().to_string(),
        "main:\n  1. Nth<0>: added 1st; names ghost, which is not in the schedule; names Nth<1>, which is not in the schedule\n"
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
