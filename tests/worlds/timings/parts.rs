//! Timings of what several threads run.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use ecs_core::{Commands, Component, Entity, Phase, Query, Schedule, World, update_all};

use super::{labels, pass};
use crate::support::ignore;

const MANY: usize = if cfg!(miri) { 40 } else { 20_000 };

fn work(seed: u32) -> u32 {
    let rounds = if cfg!(miri) { 2 } else { 200 };
    (0..rounds).fold(seed, |n, _| black_box(n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223)))
}

#[derive(Component)]
#[component(parallel)]
struct Boid(u32);

impl Boid {
    fn update(&mut self) {
        self.0 = work(self.0);
    }
}

#[derive(Component)]
#[component(parallel)]
struct Fish(u32);

impl Fish {
    fn update(&mut self, commands: Commands) {
        self.0 = work(self.0);
        if self.0 == 0 {
            commands.run(|| ());
        }
    }
}

/// Runs in a world of its own that is timed, which so many threads help.
fn on_threads(threads: usize, f: impl FnOnce()) {
    World::new().enter(|| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
        World::set_thread_pool(Arc::new(pool)).expect("there is a world");
        World::set_timings(true);
        f();
    });
}

#[test]
fn g2_a_pass_on_several_threads_has_its_parts() {
    on_threads(2, || {
        (0..MANY).for_each(|n| ignore(Entity::spawn().with(Boid(n as u32))));
        update_all(0.1);
        let boids = pass("update pass Boid");
        assert_eq!((boids.rows, boids.runs), (MANY, 1));
        if !cfg!(miri) {
            assert!(boids.parts > 1 && boids.parts_time > Duration::ZERO, "{boids:?}");
            assert!(boids.to_string().contains(" parts of "), "{boids}");
        }
    });
}

#[test]
fn g2_a_parallel_pass_on_one_thread_has_no_parts() {
    on_threads(1, || {
        (0..100).for_each(|n| ignore(Entity::spawn().with(Boid(n))));
        update_all(0.1);
        let boids = pass("update pass Boid");
        assert_eq!((boids.rows, boids.runs, boids.parts, boids.parts_time), (100, 1, 0, Duration::ZERO));
    });
}

#[test]
fn g2_passes_side_by_side_have_parts_of_the_time_of_all() {
    for threads in [1, 2] {
        on_threads(threads, || {
            (0..MANY).for_each(|n| ignore(Entity::spawn().with(Boid(n as u32)).with(Fish(n as u32))));
            for _ in 0..3 {
                update_all(0.1);
            }
            let (boids, fish, frame) = (pass("update pass Boid"), pass("update pass Fish"), pass("frame"));
            assert_eq!([boids.rows, fish.rows], [MANY, MANY]);
            assert!(boids.time > Duration::ZERO && fish.time > Duration::ZERO);
            assert!(boids.time + fish.time <= frame.time, "{boids} {fish} {frame}");
        });
    }
}

#[test]
fn g2_systems_side_by_side_are_timed_each() {
    fn boids(mut all: Query<&mut Boid>) {
        all.each(|boid| boid.0 = work(boid.0));
    }
    fn fish(mut all: Query<&mut Fish>) {
        all.each(|fish| fish.0 = work(fish.0));
    }
    on_threads(2, || {
        (0..MANY).for_each(|n| ignore(Entity::spawn().with(Boid(n as u32)).with(Fish(n as u32))));
        World::set_schedule(Phase::LateUpdate, Schedule::new().add(boids).add(fish));
        // They are measured one after the other before they are shared out.
        for _ in 0..3 {
            update_all(0.1);
        }
        let (boids, fish, frame) =
            (pass("late_update system boids"), pass("late_update system fish"), pass("frame"));
        assert_eq!([boids.runs, fish.runs], [1, 1], "{:?}", labels());
        assert!(boids.time + fish.time <= frame.time, "{boids} {fish} {frame}");
        if !cfg!(miri) {
            assert_eq!([boids.parts, fish.parts], [1, 1]);
            assert!(boids.parts_time > Duration::ZERO);
        }
    });
}
