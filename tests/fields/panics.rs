//! Law A3: a hook that panics half way leaves its row as it was, and what it takes, and nothing else changes.

use ecs_core::{Component, Entity, FailurePolicy, World, query, update_all};

use crate::support::message_of;
use crate::{Plane, Wind, plane, planes, values};

struct Hit;

/// Panics between two writes.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, on(Hit))]
struct Frail {
    before: u32,
    after: u32,
    panics: bool,
}

impl Frail {
    fn work(&mut self) {
        self.before += 1;
        assert!(!self.panics, "half way");
        self.after += 1;
    }
    fn update(&mut self, plane: &mut Plane) {
        plane.y = -1;
        self.work();
        plane.speed = -1;
    }
    fn on_hit(&mut self, _: &Hit) {
        self.work();
    }
}

fn frail() -> Vec<Entity> {
    let spawn = |n: u8| Entity::spawn().with(plane(n)).with(Frail { before: 0, after: 0, panics: n == 2 });
    (0..5).map(spawn).collect()
}

fn found(all: &[Entity]) -> Vec<(u32, u32, i64, i32)> {
    let one = |one: &Entity| {
        let (frail, plane) = (*one.borrow::<Frail>(), *one.borrow::<Plane>());
        (frail.before, frail.after, plane.y, plane.speed)
    };
    all.iter().map(one).collect()
}

#[test]
fn a3_a_pass_that_panics_leaves_the_row_as_it_was() {
    World::set_failure_policy(FailurePolicy::Report).unwrap();
    let all = frail();
    assert_eq!(message_of(|| update_all(0.1)), "half way");
    let expected = [(1, 1, -1, -1), (1, 1, -1, -1), (0, 0, 2000, 20), (0, 0, 3000, 30), (0, 0, 4000, 40)];
    assert_eq!(found(&all), expected);
    all[2].borrow_mut::<Frail>().panics = false;
    update_all(0.1);
    let expected = [(2, 2, -1, -1), (2, 2, -1, -1), (1, 1, -1, -1), (1, 1, -1, -1), (1, 1, -1, -1)];
    assert_eq!(found(&all), expected, "nothing is borrowed any more");
}

#[test]
fn a3_events_loops_and_closures_that_panic_leave_the_row_as_it_was() {
    let all = frail();
    assert_eq!(message_of(|| all[2].send(Hit)), "half way");
    assert_eq!(message_of(|| all[2].handle::<Frail>().with(Frail::work)), "half way");
    assert_eq!(message_of(|| Frail::for_each(Frail::work)), "half way");
    let counts: Vec<_> = found(&all).iter().map(|one| (one.0, one.1)).collect();
    assert_eq!(counts, [(1, 1), (1, 1), (0, 0), (0, 0), (0, 0)]);
    assert_eq!(message_of(|| query::<&mut Frail>().each(Frail::work)), "half way");
    let in_for = || {
        for mut frail in &mut query::<&mut Frail>() {
            frail.work();
        }
    };
    assert_eq!(message_of(in_for), "half way");
    // A guard is written back as it is dropped.
    let counts: Vec<_> = found(&all).iter().map(|one| (one.0, one.1)).collect();
    assert_eq!(counts, [(3, 3), (3, 3), (1, 0), (0, 0), (0, 0)]);
    assert_eq!(Frail::columns_mut().before.len(), 5, "nothing is borrowed");
}

#[test]
fn a3_a_guard_is_written_back_while_a_panic_unwinds() {
    let one = planes(2)[1];
    let half_way = || {
        let mut guard = one.borrow_mut::<Plane>();
        guard.y = 5;
        panic!("half way");
    };
    assert_eq!(message_of::<()>(half_way), "half way");
    assert_eq!(one.borrow::<Plane>().y, 5);
}

/// Panics in the hooks of its life.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Born {
    in_init: bool,
    calls: u32,
}

impl Born {
    fn init(&mut self, wind: Option<&mut Wind>) {
        self.calls += 1;
        if let Some(wind) = wind {
            wind.0 += 1;
        }
        assert!(!self.in_init, "in init");
    }
    fn shutdown(&mut self) {
        self.calls += 1;
        assert!(self.calls < 3, "in shutdown");
    }
}

#[test]
fn a3_an_init_that_panics_ends_its_component() {
    let one = Entity::spawn().with(Wind(0));
    assert_eq!(message_of(|| one.insert(Born { in_init: true, calls: 0 })), "in init");
    assert!(!one.has::<Born>());
    assert_eq!(one.borrow::<Wind>().0, 1, "what is stored whole keeps what was written");
    let other = Entity::spawn().with(Born { in_init: false, calls: 5 });
    assert_eq!(message_of(|| other.handle::<Born>().kill()), "in shutdown");
    assert!(!other.has::<Born>());
}

#[test]
fn a3_values_of_other_rows_are_untouched_by_a_panic_in_par_each() {
    let all = planes(50);
    let panics = || {
        query::<&mut Plane>().par_each_chunk(1, |plane| {
            plane.y = 1;
            assert_ne!(plane.id, 7, "here");
            plane.speed = 2;
        })
    };
    assert!(message_of(panics).contains("here"));
    for (n, found) in (0..).zip(values(&all)) {
        let whole = Plane { id: n, y: 1, speed: 2 };
        match n {
            7 => assert_eq!(found, plane(7)),
            _ => assert!(found == whole || found == plane(n), "{found:?}"),
        }
    }
}
