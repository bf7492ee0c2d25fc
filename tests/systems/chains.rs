//! Tuples of systems: what is said of all their parts, and chains of them.

use ecs_core::{IntoSystem, Schedule, ScheduleError, Singleton, local, set};

use super::{Log, Nth, id, take_log};
use crate::support::{CountedDrop, DropCounter};

fn note(number: usize) -> impl Fn(&mut Log) {
    move |log: &mut Log| log.0.push(number)
}

fn order_of(schedule: &mut Schedule) -> Vec<usize> {
    schedule.run(0.1);
    take_log()
}

#[test]
fn a_tuple_adds_its_parts_as_they_stand() {
    let mut schedule = Schedule::new().add((note(0), (note(1), Nth::<2>), local(note(3)))).add((Nth::<4>,));
    assert_eq!(schedule.len(), 5);
    assert_eq!(order_of(&mut schedule), [0, 1, 2, 3, 4]);
    // Nothing is said about their order: what has no choice moves.
    schedule.insert(Nth::<5>.after(note(0)).before(id::<2>()));
    assert_eq!(order_of(&mut schedule), [0, 1, 3, 5, 2, 4]);
}

#[test]
fn a_chain_runs_one_part_after_the_other() {
    let mut schedule = Schedule::new()
        .add(note(0).named("last"))
        .add((note(1), (note(2).named("two"), note(3)), note(4).before("last")).chain());
    assert_eq!(order_of(&mut schedule), [1, 2, 3, 4, 0]);
    // Those of an inner tuple have no order.
    schedule.insert(Nth::<5>.before("two"));
    assert_eq!(order_of(&mut schedule), [1, 5, 2, 3, 4, 0]);
    let mut schedule = Schedule::new().add((note(0), (note(1), note(2)).chain(), note(3)).chain());
    assert_eq!(order_of(&mut schedule), [0, 1, 2, 3]);
    let mut schedule = Schedule::new().add((Nth::<0>, Nth::<1>).chain()).add(Nth::<2>.before(id::<0>()));
    schedule.insert(Nth::<3>.after(id::<1>()));
    assert_eq!(order_of(&mut schedule), [2, 0, 1, 3]);
}

#[test]
fn a_chain_against_what_is_said_is_a_cycle() {
    let error = Schedule::new()
        .add((Nth::<0>, Nth::<1>, Nth::<2>).chain())
        .add(Nth::<3>.after(id::<2>()).before(id::<0>()))
        .try_run(0.1)
        .unwrap_err();
    let ScheduleError::Cycle { systems, sets } = &error else { panic!("{error}") };
    assert_eq!((systems.len(), sets.len()), (4, 0));
    assert!(take_log().is_empty());
}

/// Would catch: a chain that falls in two when one of its links goes.
#[test]
fn a_chain_keeps_its_order_when_one_of_it_is_removed() {
    let mut schedule = Schedule::new().add((note(0), Nth::<1>, Nth::<2>, note(3).named("end")).chain());
    schedule.remove(id::<1>());
    schedule.remove(id::<2>());
    schedule.insert(Nth::<4>.after("end").named("behind"));
    assert_eq!(order_of(&mut schedule), [0, 3, 4]);
    let mut schedule = schedule.add(Nth::<5>.named("first"));
    schedule.insert(Nth::<6>.after("behind").before("first"));
    assert_eq!(order_of(&mut schedule), [0, 3, 4, 6, 5]);
    let reasons: Vec<_> = schedule
        .explain()
        .stages()
        .iter()
        .flat_map(|stage| stage.groups.clone())
        .flat_map(|group| group.systems)
        .map(|system| system.reasons.len())
        .collect();
    assert_eq!(reasons, [0, 1, 1, 1, 1], "the end is after the beginning");
}

#[test]
fn what_is_said_of_a_tuple_is_said_of_each_part() {
    let mut schedule = Schedule::new()
        .add((note(0).named("a"), (Nth::<1>, Nth::<2>)).after("c").in_set("late"))
        .stage("never")
        .stage("main")
        .add((Nth::<3>, Nth::<4>).before("a").disabled())
        .add((note(5).named("c"), (Nth::<6>, Nth::<7>).in_stage("never")));
    assert_eq!(order_of(&mut schedule), [5, 0, 1, 2, 6, 7]);
    schedule.set_enabled(id::<4>(), true);
    assert_eq!(order_of(&mut schedule), [4, 5, 0, 1, 2, 6, 7]);
    schedule.set_enabled(set("late"), false);
    assert_eq!(order_of(&mut schedule), [4, 5, 6, 7]);
}

#[test]
fn a_condition_of_a_tuple_is_asked_once_for_all() {
    #[derive(Singleton, Default)]
    struct Asked(usize);
    let drops = DropCounter::default();
    let every_second = |token: CountedDrop| {
        move || {
            let _ = &token;
            Asked::borrow_mut().0 += 1;
            Asked::borrow().0 % 2 == 1
        }
    };
    let mut schedule = Schedule::new().add(Nth::<0>).add(
        (Nth::<1>, (Nth::<2>.run_if(|log: &Log| log.0.len() < 3), Nth::<3>))
            .run_if(every_second(drops.token())),
    );
    assert_eq!(order_of(&mut schedule), [0, 1, 2, 3]);
    assert_eq!(order_of(&mut schedule), [0]);
    assert_eq!((order_of(&mut schedule).len(), Asked::borrow().0), (4, 3));
    // The first of them need not be on. If none is, nobody asks.
    schedule.set_enabled(id::<1>(), false);
    order_of(&mut schedule);
    assert_eq!(order_of(&mut schedule), [0, 2, 3]);
    assert_eq!(Asked::borrow().0, 5);
    schedule.set_enabled(id::<2>(), false);
    schedule.set_enabled(id::<3>(), false);
    assert_eq!((order_of(&mut schedule), Asked::borrow().0), (vec![0], 5));
    // It goes with the last of them.
    assert!(schedule.remove(id::<1>()) && schedule.remove(id::<2>()));
    assert_eq!(drops.dropped(), 0);
    schedule.remove(id::<3>());
    assert_eq!(drops.dropped(), 1);
}

/// Would catch: a tuple of which a part was added though another one is refused.
#[test]
fn a_tuple_is_added_as_a_whole_or_not_at_all() {
    let mut schedule = Schedule::new();
    for refused in [
        schedule.try_insert((Nth::<0>.named("a"), Nth::<1>.named("a"))),
        schedule.try_insert((Nth::<0>, Nth::<1>.in_stage("none")).chain()),
    ] {
        assert!(refused.is_err());
    }
    assert!(schedule.is_empty());
    schedule.insert((Nth::<0>.named("a"), Nth::<1>).chain());
    assert_eq!(order_of(&mut schedule), [0, 1]);
}
