//! Law A3: passes and queries that several threads share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ecs_core::{Commands, Component, Entity, Query, Schedule, View, World, every, query, update_all};

use crate::{Plane, Wind, plane};

/// Runs a function in a world of its own, which so many threads help.
fn with_threads(threads: usize, f: impl FnOnce()) {
    World::new().enter(|| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        World::set_thread_pool(Arc::new(pool)).unwrap();
        f();
    });
}

const COUNT: u64 = if cfg!(miri) { 70 } else { 5000 };

/// Knows its entity on each thread.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, parallel(update, late_update))]
struct Boid {
    n: u32,
    x: u64,
    me: Entity,
}

impl Boid {
    fn update(
        &mut self,
        dt: f32,
        me: Entity,
        plane: Option<&mut Plane>,
        winds: View<Wind>,
        commands: Commands,
    ) {
        self.me = me;
        self.x += (dt * 4.0) as u64 * u64::from(self.n) + winds.len() as u64;
        if let Some(plane) = plane {
            plane.y = i64::from(self.n);
            plane.speed += 1;
        }
        if self.n % 100 == 7 {
            commands.insert(me, Fuel(self.n, 1));
        }
    }
    fn late_update(&self, fuel: &mut Fuel, me: Entity) {
        assert_eq!(me, self.me);
        fuel.1 += self.n as u8 & 1;
    }
}

#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Fuel(u32, u8);

fn boids() -> Vec<Entity> {
    let boids = (0..COUNT).map(|n| {
        let boid = Entity::spawn().with(Boid { n: n as u32, ..Boid::default() });
        if n % 3 != 1 {
            boid.insert(plane(n as u8));
        }
        boid
    });
    boids.collect()
}

#[test]
fn a3_a_parallel_pass_writes_rows_and_siblings() {
    for threads in [1, 3] {
        with_threads(threads, || {
            let all = boids();
            Entity::spawn().with(Wind(0));
            update_all(0.5);
            for (n, boid) in (0..).zip(&all) {
                assert_eq!(*boid.borrow::<Boid>(), Boid { n: n as u32, x: 2 * n + 1, me: *boid });
                let found = boid.get::<Plane>().map(|plane| (plane.id, plane.y, plane.speed));
                let expected = (n as u8, n as i64, i32::from(n as u8) * 10 + 1);
                assert_eq!(found, (n % 3 != 1).then_some(expected), "the boid {n}");
            }
            assert_eq!(Fuel::count() as u64, (0..COUNT).filter(|n| n % 100 == 7).count() as u64);
            assert!(
                query::<&Fuel>().iter().all(|fuel| fuel.1 == 2),
                "what the pass added was seen by the next"
            );
        });
    }
}

#[test]
fn a3_par_each_writes_back() {
    with_threads(3, || {
        let all = boids();
        let sum = AtomicU64::new(0);
        query::<(&mut Boid, Option<&mut Plane>, Entity)>().par_each_chunk(64, |(boid, plane, me)| {
            boid.x = u64::from(me.index());
            boid.me = me;
            if let Some(plane) = plane {
                plane.y = -1;
            }
            sum.fetch_add(u64::from(boid.n), Ordering::Relaxed);
        });
        assert_eq!(sum.into_inner(), COUNT * (COUNT - 1) / 2);
        query::<(&Boid, Entity)>().par_each(|(boid, me)| assert_eq!(boid.me, me));
        assert!(query::<&Plane>().iter().all(|plane| plane.y == -1));
        assert!(all.iter().all(|boid| boid.borrow::<Boid>().x == u64::from(boid.index())));
    });
}

fn count_up(mut all: Query<(&mut Boid, Entity)>) {
    all.par_each_chunk(16, |(boid, me)| {
        boid.me = me;
        boid.x += 1;
    });
}

fn read(all: Query<(&Boid, Option<&Plane>)>) {
    assert!(all.iter().all(|(boid, plane)| plane.is_none_or(|plane| plane.id == boid.n as u8)));
}

#[test]
fn a3_systems_on_several_threads() {
    with_threads(3, || {
        let all = boids();
        let mut schedule = Schedule::new().add(count_up).add(read);
        (0..4).for_each(|_| schedule.run(0.1));
        assert!(all.iter().all(|boid| boid.borrow::<Boid>().x == 4));
    });
}

trait Move {
    fn go(&mut self);
}

#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, as(dyn Move + Send))]
struct Car {
    n: u32,
    x: u64,
}

impl Move for Car {
    fn go(&mut self) {
        self.x += u64::from(self.n);
    }
}

#[test]
fn a3_an_interface_is_called_on_several_threads() {
    with_threads(3, || {
        let cars: Vec<_> = (0..COUNT as u32).map(|n| Entity::spawn().with(Car { n, x: 1 })).collect();
        every::<dyn Move + Send>().par_each(|car| car.go());
        assert!((0..).zip(&cars).all(|(n, car)| car.borrow::<Car>().x == n + 1));
    });
}

/// Joins others of its pass while it waits for what it has shared out.
#[derive(Component, Default, Clone, Copy)]
#[component(soa, parallel)]
struct Shares {
    n: u32,
    sum: u64,
}

impl Shares {
    fn update(&mut self) {
        let n = u64::from(self.n);
        let (a, b) = rayon::join(|| n, || n + 1);
        self.sum = a + b;
        if n % 8 == 3 {
            // Lets this thread run other parts of the pass before it goes on here.
            rayon::yield_now();
        }
    }
}

#[test]
fn a3_a_parallel_hook_may_share_out_work() {
    with_threads(3, || {
        let all: Vec<_> = (0..COUNT as u32).map(|n| Entity::spawn().with(Shares { n, sum: 0 })).collect();
        for _ in 0..if cfg!(miri) { 1 } else { 20 } {
            update_all(0.1);
        }
        assert!((0..).zip(&all).all(|(n, one)| one.borrow::<Shares>().sum == 2 * n + 1));
    });
}
