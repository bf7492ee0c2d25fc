//! Side by side with those that are no neighbours: the same as one after the other, for any schedule.

use std::hint::black_box;
use std::sync::{Arc, Mutex};

use ecs_core::systems::SystemConfig;
use ecs_core::{
    Changed, Commands, Component, Entity, IntoSystem, Query, Schedule, Singleton, View, World, local, query,
    set,
};
use proptest::prelude::*;

use super::{A, B, C, on_threads};
use crate::support::seeded;

const MOST: usize = 9;
const NAMES: [&str; MOST] = ["0", "1", "2", "3", "4", "5", "6", "7", "8"];
const SETS: [&str; 2] = ["p", "q"];

#[derive(Singleton, Default)]
struct S(u32);

#[derive(Singleton, Default)]
struct T(u32);

#[derive(Component, Default)]
#[component(track)]
struct Name(u32);

/// What a system has seen, run by run.
type Seen = Arc<Mutex<Vec<u32>>>;

/// What a system does, by its number. `u` makes its work its own.
const KINDS: [fn(u32, Seen) -> SystemConfig; 9] = [
    |u, seen| (move |a: View<A>, s: &S| note(&seen, u, &[a[0].0, s.0])).in_stage("main"),
    |u, seen| (move |s: &S, t: Option<&T>| note(&seen, u, &[s.0, t.map_or(9, |t| t.0)])).in_stage("main"),
    |u, _| (move |mut all: Query<&mut A>, t: &T| all.each(|a| a.0 = mix(a.0 ^ t.0, u))).in_stage("main"),
    |u, _| (move |mut all: Query<(&A, &mut B)>| all.each(|(a, b)| b.0 = mix(a.0 ^ b.0, u))).in_stage("main"),
    |u, _| (move |s: &mut S, b: View<B>| s.0 = mix(s.0 ^ b[0].0, u)).in_stage("main"),
    |u, _| (move |t: &mut T, c: Query<&C>| t.0 = mix(t.0 ^ c.count() as u32, u)).in_stage("main"),
    |u, seen| {
        (move |new: Query<&Name, Changed<Name>>| {
            note(&seen, u, &[new.iter().fold(0, |all, name| mix(all, name.0))])
        })
        .in_stage("main")
    },
    |u, _| {
        (move |mut all: Query<&mut Name>, s: &S| {
            all.iter_mut()
                .filter(|name| mix(name.0, s.0).is_multiple_of(2))
                .for_each(|name| name.0 = mix(name.0, u));
        })
        .in_stage("main")
    },
    |u, seen| {
        (move |s: &S, commands: Commands| {
            note(&seen, u, &[s.0]);
            commands.run(move || {
                let mut t = T::borrow_mut();
                t.0 = mix(t.0, u);
            });
            commands.spawn((C(u),));
        })
        .in_stage("main")
    },
];

/// Notes what was seen, and takes long enough to be shared out.
fn note(seen: &Seen, own: u32, values: &[u32]) {
    let all = values.iter().fold(own, |all, &value| mix(all, value));
    seen.lock().unwrap().push(all);
    let work = if cfg!(miri) { 1 } else { 20_000 };
    black_box((0..work).fold(all, mix));
}

fn mix(a: u32, b: u32) -> u32 {
    (a ^ b.rotate_left(7)).wrapping_mul(0x9e37_79b1).wrapping_add(a >> 5)
}

/// One system: what it does, whom it follows, its sets, whether it has a condition, whether it is local.
type Said = (usize, Option<usize>, usize, usize, bool);

#[derive(Clone, Debug)]
struct Case {
    systems: Vec<Said>,
    /// Where a chain of three begins.
    chain: usize,
    /// Whether one set is before the other.
    is_set_ordered: bool,
    off: usize,
}

fn case() -> impl Strategy<Value = Case> {
    let system = (
        0..KINDS.len(),
        prop_oneof![4 => Just(None), 1 => (0..MOST).prop_map(Some)],
        prop_oneof![3 => Just(0_usize), 1 => 1..4_usize],
        0..6_usize,
        prop::bool::weighted(0.05),
    );
    (prop::collection::vec(system, 3..=MOST), 0..MOST, any::<bool>(), 0..2 * MOST)
        .prop_map(|(systems, chain, is_set_ordered, off)| Case { systems, chain, is_set_ordered, off })
}

impl Case {
    /// The schedule, with each system alone if so.
    fn schedule(&self, is_alone: bool, seen: &[Seen]) -> Schedule {
        let mut schedule = Schedule::new()
            .stage("main")
            .configure(set(SETS[0]).run_if(|s: &S| !s.0.is_multiple_of(3)))
            .configure(set(SETS[1]).run_if(|| T::borrow().0.is_multiple_of(2)));
        if self.is_set_ordered {
            schedule.configure_set(set(SETS[0]).before(set(SETS[1])));
        }
        let mut systems: Vec<_> = self
            .systems
            .iter()
            .enumerate()
            .map(|(number, said)| {
                let &(kind, after, sets, condition, is_local) = said;
                let mut system = KINDS[kind](number as u32, seen[number].clone()).named(NAMES[number]);
                if let Some(after) = after.filter(|&after| after < self.systems.len() && after != number) {
                    system = system.after(NAMES[after]);
                }
                for (bit, name) in SETS.into_iter().enumerate().filter(|(bit, _)| sets & (1 << bit) != 0) {
                    system = if bit == 0 { system.in_set(name) } else { system.in_set(name).in_set("both") };
                }
                if condition == 0 {
                    system = system.run_if(|t: &T| !t.0.is_multiple_of(5));
                }
                if is_alone || is_local { local(system) } else { system }
            })
            .collect();
        while !systems.is_empty() {
            let left = self.systems.len() - systems.len();
            if left == self.chain && systems.len() >= 3 {
                let mut chain = systems.drain(..3);
                let mut next = || chain.next().expect("there are three");
                schedule
                    .insert((next(), next(), next()).chain().run_if(|a: View<A>| !a[0].0.is_multiple_of(4)));
            } else {
                schedule.insert(systems.remove(0));
            }
        }
        if self.off < self.systems.len() {
            schedule.set_enabled(NAMES[self.off], false);
        }
        schedule
    }

    /// What each has seen in some runs, and what is left; `None` if there is no order.
    fn run(&self, threads: Option<usize>) -> Option<(Vec<Vec<u32>>, Vec<u32>)> {
        World::new().enter(|| {
            let seen: Vec<Seen> = self.systems.iter().map(|_| Seen::default()).collect();
            let mut schedule = self.schedule(threads.is_none(), &seen);
            for n in 0..4 {
                Entity::spawn().with(A(n)).with(B(n)).with(Name(n));
            }
            (S::borrow_mut().0, T::borrow_mut().0) = (4, 4);
            if let Some(threads) = threads {
                on_threads(threads);
            }
            for _ in 0..if cfg!(miri) { 2 } else { 5 } {
                schedule.try_run(0.5).ok()?;
            }
            let seen = seen.iter().map(|seen| seen.lock().unwrap().clone()).collect();
            let mut left: Vec<_> =
                A::view().iter().map(|a| a.0).chain(B::view().iter().map(|b| b.0)).collect();
            left.extend(query::<&Name>().iter().map(|name| name.0));
            left.extend([S::borrow().0, T::borrow().0, C::count() as u32]);
            Some((seen, left))
        })
    }
}

proptest! {
    #![proptest_config(seeded(100, 6))]

    /// Would catch: a system that comes before one that it conflicts with, before a condition is asked, or
    /// before commands; one that is lost; a filter that looks back wrongly.
    #[test]
    fn any_schedule_does_what_it_does_one_after_the_other(case in case()) {
        let alone = case.run(None);
        for threads in [1, 3] {
            prop_assert_eq!(&case.run(Some(threads)), &alone, "{} threads", threads);
        }
    }
}

// ---- groups ----

fn read_a(_: Query<&A>) {}
fn write_a(_: Query<&mut A>) {}
fn read_a_too(_: View<A>) {}
fn write_b(_: Query<&mut B>) {}
fn write_b_too(_: Query<&mut B>) {}
fn command(_: Commands) {}

fn groups(mut schedule: Schedule) -> Vec<Vec<String>> {
    let explained = schedule.explain();
    let groups = explained.stages().iter().flat_map(|stage| &stage.groups);
    groups.map(|group| group.systems.iter().map(|order| order.system.to_string()).collect()).collect()
}

#[test]
fn a_system_joins_the_first_group_that_it_may() {
    assert_eq!(
        groups(Schedule::new().add((read_a, write_a, write_b, write_b_too, read_a_too))),
        [vec!["read_a", "write_b"], vec!["write_a", "write_b_too"], vec!["read_a_too"]]
    );
    // Not before one that it is ordered after, through another one too.
    assert_eq!(
        groups(Schedule::new().add((read_a, write_a, write_b.after(write_a)))),
        [["read_a"], ["write_a"], ["write_b"]]
    );
    assert_eq!(
        groups(Schedule::new().add((read_a, write_a, command.after(write_a), write_b.after(command)))),
        [["read_a"], ["write_a"], ["command"], ["write_b"]]
    );
}

#[test]
fn nothing_joins_a_group_from_behind_a_wall() {
    for wall in [
        local(|| ()).named("wall"),
        (|| ()).run_if(|| true).named("wall"),
        (|_: Commands| ()).named("wall").after(write_a),
    ] {
        let groups = groups(Schedule::new().add((read_a, write_a, wall, write_b)));
        assert_eq!(groups[..2], [["read_a"], ["write_a"]]);
        assert!(groups[2..].concat().ends_with(&["write_b".to_owned()]), "{groups:?}");
    }
    // Neither do commands come before their turn.
    assert_eq!(
        groups(Schedule::new().add((read_a, write_a, command))),
        [vec!["read_a"], vec!["write_a", "command"]]
    );
    assert_eq!(
        groups(Schedule::new().add((read_a, write_a)).stage("next").add(write_b)),
        [["read_a"], ["write_a"], ["write_b"]]
    );
}

/// Would catch: a set whose systems all wait for its condition, one by one.
#[test]
fn a_condition_of_a_set_cuts_once() {
    let schedule = || {
        Schedule::new().configure(set("p").run_if(|| true)).add((
            read_a,
            write_b.in_set("p"),
            read_a_too.in_set("p"),
            write_a.in_set("p"),
        ))
    };
    assert_eq!(groups(schedule()), [vec!["read_a"], vec!["write_b", "read_a_too"], vec!["write_a"]]);
}
