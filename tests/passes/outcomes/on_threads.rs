//! Law Y2 in parallel passes: the report is the same with each number of threads.

use ecs_core::{Component, Entity, FailurePolicy, World, update_all};

use super::*;
use crate::parallel::{MANY, THREADS, with_threads, work};

#[derive(Component)]
#[component(parallel)]
struct Boid(u32);

impl Boid {
    fn update(&mut self) -> Result<(), String> {
        work(self.0);
        if self.0 % 7 == 3 { Err(format!("boid {} is lost", self.0)) } else { Ok(()) }
    }
    fn late_update(&mut self) -> Option<()> {
        (self.0 % 5 != 2).then_some(())
    }
}

#[test]
fn y2_a_parallel_pass_reports_the_first_row_and_counts_all() {
    for &threads in THREADS {
        with_threads(threads, || {
            Entity::spawn_many(MANY, |n, _| Boid(n as u32));
            update_all(0.1);
            let failed = (0..MANY).filter(|n| n % 7 == 3).count();
            let idlers = (0..MANY).filter(|n| n % 5 == 2).count();
            assert_eq!(
                failures(),
                [format!("`Boid::update` of 3v1 failed: boid 3 is lost ({failed} errors in this frame)")]
            );
            assert_eq!(
                idle(),
                [format!("`Boid::late_update` had nothing to do for {idlers} entities: the first is 2v1")]
            );
        });
    }
}

#[test]
fn y2_a_parallel_pass_switches_off_and_stops_as_another_does() {
    for &threads in THREADS {
        with_threads(threads, || {
            let boids = Entity::spawn_many(MANY, |n, _| Boid(n as u32));
            World::set_failure_policy(FailurePolicy::Stop).unwrap();
            assert_eq!(message_of(|| update_all(0.1)), "`Boid::update` of 3v1 failed: boid 3 is lost");
            World::set_failure_policy(FailurePolicy::SwitchOff).unwrap();
            update_all(0.1);
            let wrong =
                boids.iter().filter(|boid| boid.handle::<Boid>().is_enabled() == (boid.index() % 7 == 3));
            assert_eq!(wrong.count(), 0);
        });
    }
}

#[test]
fn y2_a_parallel_inherit_returns_too() {
    #[derive(Component)]
    #[component(inherits, parallel(inherit))]
    struct Place(i64);
    impl Place {
        fn inherit(&mut self, parent: Option<&Self>) -> Result<(), &'static str> {
            self.0 += parent.ok_or("no parent")?.0;
            Ok(())
        }
    }
    for &threads in THREADS {
        with_threads(threads, || {
            let root = Entity::spawn().with(Place(1));
            for _ in 0..MANY {
                Entity::spawn().child_of(root).insert(Place(1));
            }
            update_all(0.1);
            assert_eq!(failures(), ["`Place::inherit` of 0v1 failed: no parent"]);
        });
    }
}
