//! `World::shuffle_order`: systems in another order in each run, of those that they allow.

use std::collections::BTreeSet;

use ecs_core::{
    Entity, IntoSystem, Phase, Query, Schedule, Singleton, SystemId, World, optional, set, update_all,
};
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

use super::{A, Log, Nth, id, take_log};
use crate::support::{assert_says, seeded, sized};

fn runs(schedule: &mut Schedule, times: usize) -> Vec<Vec<usize>> {
    let run = |_| {
        schedule.run(0.1);
        take_log()
    };
    (0..times).map(run).collect()
}

#[test]
fn d11_systems_that_declare_nothing_run_in_all_orders() {
    World::shuffle_order(1);
    let mut schedule = Schedule::new().add(Nth::<1>).add(Nth::<2>).add(Nth::<3>);
    let found: BTreeSet<_> = runs(&mut schedule, sized(60, 200, 200)).into_iter().collect();
    assert_eq!(found.len(), 6);
    World::unshuffle_order();
    assert_eq!(runs(&mut schedule, 2), [[1, 2, 3], [1, 2, 3]]);
}

/// Constraints of all kinds: one order is left of some, and a few of the others.
#[test]
fn d11_all_that_is_declared_holds() {
    World::shuffle_order(2);
    let mut schedule = Schedule::new()
        .configure(set("late").after(set("early")))
        .stage("first")
        .add(Nth::<1>.in_set("late"))
        .add(Nth::<2>.in_set("early"))
        .add(Nth::<3>.in_set("early").before(id::<2>()))
        .stage("second")
        .add((Nth::<4>, Nth::<5>).chain())
        .add(Nth::<6>.after(id::<5>()).after(optional(id::<9>())))
        .stage("third")
        .add(Nth::<7>.run_if(|| true))
        .add(Nth::<8>);
    let found: BTreeSet<_> = runs(&mut schedule, sized(20, 60, 60)).into_iter().collect();
    assert_eq!(found, BTreeSet::from([vec![3, 2, 1, 4, 5, 6, 7, 8], vec![3, 2, 1, 4, 5, 6, 8, 7]]));
}

#[test]
fn d11_explain_shows_the_order_of_the_last_run() {
    World::shuffle_order(5);
    let mut schedule = Schedule::new().add(Nth::<1>).add(Nth::<2>).add(Nth::<3>).add(Nth::<4>);
    let number =
        |system: SystemId| system.to_string().chars().find_map(|char| char.to_digit(10)).unwrap() as usize;
    let usual: Vec<_> = schedule.explain().systems().map(number).collect();
    assert_eq!((usual, schedule.explain().shuffled()), (vec![1, 2, 3, 4], None));
    for run in 1..20 {
        let order = runs(&mut schedule, 1).concat();
        let explained = schedule.explain();
        assert_eq!(explained.systems().map(number).collect::<Vec<_>>(), order);
        assert_eq!(explained.shuffled().map(|by| (by.seed, by.frame, by.run)), Some((5, 0, run)));
        assert_says(&explained.to_string(), &["shuffled by the seed 5, as in the frame 0\nmain:\n  1. "]);
    }
    // In frames it is in the order of the frame.
    World::set_schedule(Phase::LateUpdate, schedule);
    for frame in 0..20 {
        update_all(0.1);
        let explained = ecs_core::explain_order();
        let systems = &explained.phases()[2].systems;
        assert_eq!(systems.iter().map(|&system| number(system)).collect::<Vec<_>>(), take_log());
        assert_eq!(explained.shuffled().map(|by| (by.frame, by.run)), Some((frame, 0)));
    }
}

/// A schedule that takes turns between worlds is shuffled in one of them alone.
#[test]
fn d11_a_schedule_has_the_order_of_the_world_in_which_it_runs() {
    let mut schedule = Schedule::new().add(Nth::<1>).add(Nth::<2>).add(Nth::<3>);
    let [shuffled, usual] = [World::new(), World::new()];
    shuffled.enter(|| World::shuffle_order(3));
    let mut found = BTreeSet::new();
    for _ in 0..20 {
        found.extend(shuffled.enter(|| runs(&mut schedule, 1)));
        assert_eq!(usual.enter(|| runs(&mut schedule, 1)), [[1, 2, 3]]);
    }
    assert!(found.len() > 3);
}

#[derive(Singleton, Default)]
struct Speed(u32);

fn hurry(speed: &mut Speed) {
    speed.0 += 1;
}

fn walk(mut all: Query<&mut A>, speed: &Speed) {
    all.each(|a| a.0 += speed.0);
}

/// What the feature is for. `ambiguities` lists it too; a dependence through what a local system reaches is
/// found by shuffling alone.
#[test]
fn d11_a_planted_dependence_is_found_and_a_declared_one_is_none() {
    fn hidden() {
        Speed::borrow_mut().0 += 1;
    }
    let run = |mut schedule: Schedule, seed: Option<u64>| {
        World::new().enter(|| {
            seed.into_iter().for_each(World::shuffle_order);
            let a = Entity::spawn().insert(A(0));
            (0..10).for_each(|_| schedule.run(0.1));
            a.borrow().0
        })
    };
    let planted: [fn() -> Schedule; 2] =
        [|| Schedule::new().add(hurry).add(walk), || Schedule::new().add(ecs_core::local(hidden)).add(walk)];
    for careless in planted {
        assert_eq!(run(careless(), None), 55);
        for seed in 0..5 {
            assert_ne!(
                run(careless(), Some(seed)),
                55,
                "each run was in the usual order, with the seed {seed}"
            );
        }
    }
    let listed: Vec<_> = planted.map(|schedule| schedule().ambiguities().len()).into();
    assert_eq!(listed, [1, 0]);
    let careful = || Schedule::new().add(ecs_core::local(hidden)).add(walk.after(hidden));
    (0..5).for_each(|seed| assert_eq!(run(careful(), Some(seed)), 55));
}

/// The condition of a set is asked once, before the first of its systems, whichever that is.
#[test]
fn d11_conditions_of_sets_are_asked_once_before_the_first() {
    World::shuffle_order(9);
    let mut asked = 0;
    let every_second = move |_: Option<&A0>| {
        asked += 1;
        asked % 2 == 0
    };
    let mut schedule = Schedule::new()
        .configure(set("some").run_if(every_second))
        .add(Nth::<1>.in_set("some"))
        .add(Nth::<2>)
        .add(Nth::<3>.in_set("some"));
    for (number, mut order) in runs(&mut schedule, 40).into_iter().enumerate() {
        order.sort_unstable();
        assert_eq!(order, if number % 2 == 0 { vec![2] } else { vec![1, 2, 3] });
    }
}

#[derive(Singleton, Default)]
struct A0;

proptest! {
    #![proptest_config(seeded(100, 3))]

    /// Systems with random constraints and stages: each run keeps all of them, and runs each system once.
    #[test]
    fn d11_each_run_keeps_what_is_declared(
        edges in proptest::collection::vec((0..7_usize, 0..7_usize), 0..8),
        stages in proptest::collection::vec(0..2_usize, 7),
        seed in any::<u64>(),
    ) {
        const NAMES: [&str; 7] = ["0", "1", "2", "3", "4", "5", "6"];
        const STAGES: [&str; 2] = ["early", "late"];
        let edges: Vec<_> =
            edges.into_iter().filter(|&(one, other)| one < other && stages[one] == stages[other]).collect();
        World::new().enter(|| {
            World::shuffle_order(seed);
            let mut schedule = Schedule::new().stage(STAGES[0]).stage(STAGES[1]);
            for place in 0..7 {
                let system = move |log: &mut Log| log.0.push(place);
                let mut system = system.named(NAMES[place]).in_stage(STAGES[stages[place]]);
                for &(one, other) in &edges {
                    if one == place {
                        system = system.before(NAMES[other]);
                    } else if other == place {
                        system = system.after(NAMES[one]);
                    }
                }
                schedule.insert(system);
            }
            for order in runs(&mut schedule, 5) {
                let turn = |place: usize| order.iter().position(|&other| other == place);
                let by_stage: Vec<_> = order.iter().map(|&place| stages[place]).collect();
                prop_assert!(by_stage.is_sorted() && (0..7).all(|place| turn(place).is_some()));
                prop_assert_eq!(order.len(), 7);
                for &(one, other) in &edges {
                    prop_assert!(turn(one) < turn(other));
                }
            }
            Ok(())
        })?;
    }
}
