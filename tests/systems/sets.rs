//! Sets: systems under one name, and what is said about all of them.

use ecs_core::{IntoSystem, Query, Schedule, ScheduleError, Singleton, SystemId, optional, set};

use super::{A, Log, Nth, id, take_log};
use crate::support::assert_says;

#[derive(Singleton, Default)]
struct Game {
    is_paused: bool,
    asked: usize,
}

fn order_of(schedule: &mut Schedule) -> Vec<usize> {
    schedule.run(0.1);
    take_log()
}

#[test]
fn sets_are_ordered_like_systems_also_before_they_have_any() {
    let mut schedule = Schedule::new()
        .configure(set("physics").after(set("input")).before(id::<9>()))
        .add(Nth::<9>)
        .add((Nth::<1>, Nth::<2>).in_set("physics"))
        .add(Nth::<3>.in_set("input"))
        .add(Nth::<4>.in_set("input").in_set("keys"))
        .add(Nth::<5>);
    assert_eq!(order_of(&mut schedule), [3, 4, 1, 2, 9, 5]);
    // Systems name sets, and one of a set the others of it.
    schedule.insert(Nth::<6>.before(set("keys")));
    schedule.insert(Nth::<7>.in_set("physics").before(set("physics")));
    assert_eq!(order_of(&mut schedule), [3, 6, 4, 7, 1, 2, 9, 5]);
    // One more of a set that is configured.
    schedule.configure_set(set("keys").before(set("physics")));
    schedule.insert(Nth::<8>.in_set("keys"));
    assert_eq!(order_of(&mut schedule), [3, 6, 4, 8, 7, 1, 2, 9, 5]);
    assert!(schedule.remove(set("physics")) && !schedule.remove(set("physics")));
    assert_eq!(order_of(&mut schedule), [9, 3, 6, 4, 5, 8]);
}

#[test]
fn a_set_in_a_set_has_all_that_is_said_of_both() {
    let mut schedule = Schedule::new()
        .configure(set("collide").in_set("physics"))
        .configure(set("physics").after("keys").in_set("world"))
        .configure(set("world").run_if(|game: &Game| !game.is_paused))
        .add(Nth::<1>.in_set("collide"))
        .add(Nth::<2>.in_set("physics"))
        .add(Nth::<3>.named("keys"));
    assert_eq!(order_of(&mut schedule), [3, 1, 2]);
    for name in ["collide", "physics", "world"] {
        assert!(schedule.set_enabled(set(name), false));
        let left: &[usize] = if name == "collide" { &[3, 2] } else { &[3] };
        assert_eq!(order_of(&mut schedule), left, "{name}");
        assert!(schedule.set_enabled(set(name), true));
    }
    Game::borrow_mut().is_paused = true;
    assert_eq!(order_of(&mut schedule), [3]);
    // In a circle all are one set.
    schedule.configure_set(set("world").in_set("collide"));
    schedule.set_enabled(set("collide"), false);
    Game::borrow_mut().is_paused = false;
    assert_eq!(order_of(&mut schedule), [3]);
}

#[test]
fn a_switch_of_a_set_leaves_those_of_its_systems_alone() {
    let mut schedule = Schedule::new().add((Nth::<1>, Nth::<2>.disabled()).in_set("night")).add(Nth::<3>);
    assert_eq!(schedule.is_enabled(set("night")), Some(true));
    assert!(schedule.set_enabled(set("night"), false));
    assert_eq!(
        (schedule.is_enabled(set("night")), schedule.is_enabled(id::<1>())),
        (Some(false), Some(true))
    );
    assert_eq!(order_of(&mut schedule), [3]);
    schedule.set_enabled(set("night"), true);
    assert_eq!(order_of(&mut schedule), [1, 3]);
    assert!(!schedule.set_enabled(set("knight"), false));
    assert_eq!(schedule.is_enabled(set("knight")), None);
}

/// Would catch: a condition that is asked by each system, or when what comes before it is not done.
#[test]
fn the_conditions_of_a_set_are_asked_once_a_run_before_its_first_system() {
    fn pause(game: &mut Game, dt: f32) {
        game.is_paused = dt > 1.0;
    }
    fn resume(game: &mut Game) {
        game.is_paused = false;
    }
    let is_running = || {
        let mut game = Game::borrow_mut();
        game.asked += 1;
        !game.is_paused
    };
    let mut schedule = Schedule::new()
        .configure(set("physics").run_if(is_running).run_if(|| Game::borrow().asked != 2))
        .add(pause)
        .add(Nth::<1>.in_set("physics"))
        .add(resume)
        .add(Nth::<2>.in_set("physics"))
        .stage("later")
        .add(Nth::<3>.in_set("physics"));
    assert_eq!((order_of(&mut schedule), Game::borrow().asked), (vec![1, 2, 3], 1));
    assert_eq!((order_of(&mut schedule), Game::borrow().asked), (vec![], 2));
    schedule.run(2.0);
    assert_eq!((take_log(), Game::borrow().asked), (vec![], 3));
    assert_eq!(order_of(&mut schedule), [1, 2, 3]);
    // Nobody asks for what is off.
    schedule.set_enabled(set("physics"), false);
    assert_eq!((order_of(&mut schedule), Game::borrow().asked), (vec![], 4));
}

#[test]
fn what_is_said_of_sets_against_each_other_is_a_cycle_that_names_them() {
    let mut schedule = Schedule::new()
        .configure(set("physics").after(set("input")))
        .add(Nth::<1>.in_set("physics"))
        .add(Nth::<2>.in_set("input").after(id::<1>()));
    assert_eq!(
        schedule.try_run(0.1).unwrap_err().to_string(),
        "cannot order the systems: Nth<2> before Nth<1> before Nth<2>; remove one of their `after` or \
         `before`, or of those of the set \"physics\""
    );
    // What is in both would run before itself.
    let mut schedule = Schedule::new()
        .configure(set("physics").after(set("input")))
        .add(Nth::<1>.in_set("physics").in_set("input"));
    assert_says(
        &schedule.try_run(0.1).unwrap_err().to_string(),
        &["Nth<1> before Nth<1>; ", "of the set \"physics\""],
    );
}

#[test]
fn a_set_against_the_stages_is_refused() {
    let mut schedule = Schedule::new()
        .configure(set("physics").before(set("input")))
        .stage("dawn")
        .add(Nth::<1>.in_set("input"))
        .stage("dusk")
        .add(Nth::<2>.in_set("physics"));
    let error = schedule.try_run(0.1).unwrap_err();
    assert!(matches!(error, ScheduleError::Stages { set: Some("physics"), .. }), "{error}");
    assert_says(
        &error.to_string(),
        &["Nth<2> is to run before Nth<1> by the set \"physics\", but its stage"],
    );
}

#[test]
fn a_set_that_nobody_is_in_is_an_error_with_the_nearest() {
    let refusal = |schedule: Schedule| {
        let error = schedule.add(Nth::<0>.in_set("physics")).try_run(0.1).unwrap_err().to_string();
        assert!(take_log().is_empty());
        error
    };
    assert_eq!(
        refusal(Schedule::new().add(Nth::<1>.after(set("phisics")))),
        "cannot order the systems: Nth<1> names the set \"phisics\", in which no system is; is \"physics\" \
         meant? Otherwise put one into it by `in_set(\"phisics\")`, or, if there may be none, name it by \
         `optional(set(\"phisics\"))`"
    );
    assert_says(
        &refusal(Schedule::new().configure(set("input").before(set("night")))),
        &["input names the set \"night\", in which no system is; put one"],
    );
    assert_says(
        &refusal(Schedule::new().configure(set("input").before("night"))),
        &["input is to run after or before night, which is not in the schedule"],
    );
    let mut schedule = Schedule::new().add(Nth::<1>.after(optional(set("phisics"))));
    assert_eq!(order_of(&mut schedule), [1]);
    // A name of a set is none of a system.
    schedule.insert(Nth::<2>.after("physics").in_set("physics"));
    assert!(schedule.try_run(0.1).is_err());
}

#[test]
fn what_is_said_about_a_set_that_nobody_is_in_is_an_error_with_the_nearest() {
    let schedule = || Schedule::new().configure(set("phisics").run_if(|| false));
    let refusal = |schedule: Schedule| {
        let mut schedule = schedule.add(Nth::<0>.in_set("physics"));
        let error = schedule.try_run(0.1).unwrap_err();
        assert!(take_log().is_empty());
        error.to_string()
    };
    assert_eq!(
        refusal(schedule()),
        "cannot run the schedule: it configures the set \"phisics\", in which no system is; is \"physics\" \
         meant? Otherwise put one into it by `in_set(\"phisics\")`, or leave the `configure` out"
    );
    // A set that is in another one has no systems by that.
    let within = Schedule::new().configure(set("bodies").in_set("world").after(set("world")));
    assert_says(&refusal(within), &["bodies names the set \"world\", in which no system is"]);
    // Nor is a name that something was said about one that others may name.
    assert_says(&refusal(schedule().add(Nth::<1>.after(set("phisics")))), &["Nth<1> names the set"]);
    // It is no error before there are systems, nor once one is in it or in a set within, or was.
    assert_eq!(order_of(&mut schedule()), [0; 0]);
    let mut schedule = schedule().add(Nth::<1>.in_set("phisics")).add(Nth::<2>);
    assert!(schedule.remove(id::<1>()));
    assert_eq!(order_of(&mut schedule), [2]);
    let mut outer = Schedule::new()
        .configure(set("world").after(id::<2>()))
        .configure(set("bodies").in_set("world"))
        .add((Nth::<1>.in_set("bodies"), Nth::<2>));
    assert_eq!(order_of(&mut outer), [2, 1]);
}

#[test]
fn sets_are_explained() {
    let mut schedule = Schedule::new()
        .configure(set("physics").after(set("input")).run_if(|| true))
        .add(Nth::<1>.in_set("physics"))
        .add(Nth::<2>.in_set("input"));
    schedule.set_enabled(set("input"), false);
    assert_eq!(
        schedule.explain().to_string(),
        "main:\
         \n  1. Nth<2>: added 2nd; in the set \"input\"; switched off\
         \n  2. Nth<1>: added 1st; after Nth<2>, which its `after` names by the set \"physics\"; in the set \
         \"physics\"; on a condition\n"
    );
}

#[test]
fn an_ambiguity_that_is_meant_is_not_listed() {
    fn write(_: Query<&mut A>) {}
    fn write_too(_: Query<&mut A>) {}
    fn read(_: Query<&A>) {}
    let ambiguities = |schedule: Schedule| {
        assert_eq!(schedule.conflicts().len(), 3);
        schedule.ambiguities().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let all = ["write and write_too: A", "write and read: A", "write_too and read: A"];
    assert_eq!(ambiguities(Schedule::new().add((write, write_too, read))), all);
    assert_eq!(
        ambiguities(Schedule::new().add((write.ambiguous_with(write_too), write_too, read))),
        all[1..]
    );
    assert_eq!(
        ambiguities(Schedule::new().add((write, write_too.in_set("w"), read.ambiguous_with(set("w"))))),
        all[..2]
    );
    // A set whose systems may run in any order.
    let any_order = Schedule::new()
        .configure(set("w").ambiguous_with(set("w")))
        .add((write, write_too).in_set("w"))
        .add(read);
    assert_eq!(ambiguities(any_order), all[1..]);
    // It is no order: they run one after the other all the same, and who is named must be there.
    fn note(log: &mut Log) {
        log.0.push(7);
    }
    let mut schedule = Schedule::new().add((note, Nth::<1>.ambiguous_with(note)));
    assert_eq!(order_of(&mut schedule), [7, 1]);
    let mut schedule = Schedule::new().add(read.ambiguous_with(SystemId::of::<Nth<1>>()));
    assert!(schedule.try_run(0.1).is_err());
}
