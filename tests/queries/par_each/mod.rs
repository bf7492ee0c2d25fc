//! `par_each`: it visits what `each` visits, each entity on one thread, whatever the number of threads and
//! the size of the parts.

mod ends;
mod guards;
mod model;
mod systems;

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use ecs_core::{Component, Entity, Handle, QueryData, View, World, query, update_all};

use crate::support::message_of;

/// Runs a function in a world of its own, which so many threads help.
fn with_threads<R>(threads: usize, f: impl FnOnce() -> R) -> R {
    World::new().enter(|| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        World::set_thread_pool(Arc::new(pool)).unwrap();
        f()
    })
}

#[derive(Component)]
struct Position(u64);

#[derive(Component)]
struct Velocity(u64);

/// Moves what has both: rows that lie side by side, and rows that are looked up.
fn populate(count: u64) {
    for n in 0..count {
        let entity = Entity::spawn().with(Position(n));
        if n % 7 != 3 {
            entity.with(Velocity(2 * n));
        }
    }
}

#[derive(QueryData)]
struct Moving<'w> {
    position: &'w mut Position,
    velocity: &'w Velocity,
}

#[test]
fn a_derived_struct_is_shared_out_as_its_terms_are() {
    with_threads(2, || {
        populate(20);
        query::<Moving>().par_each_chunk(4, |moving| moving.position.0 += moving.velocity.0);
        let mut moved = query::<(&Position, &Velocity)>();
        assert_eq!(moved.count(), 17);
        moved.each(|(position, velocity)| assert_eq!(2 * position.0, 3 * velocity.0));
    });
}

#[test]
fn each_entity_is_written_to_once() {
    for threads in [1, 2, 4, 8] {
        with_threads(threads, || {
            let count = if cfg!(miri) { 200 } else { 100_000 };
            populate(count);
            let ids = Mutex::new(HashSet::new());
            query::<(&mut Position, &Velocity)>().par_each(|(position, velocity)| {
                ids.lock().unwrap().insert(thread::current().id());
                position.0 += velocity.0;
            });
            for (entity, position, velocity) in &query::<(Entity, &Position, Option<&Velocity>)>() {
                let moves = if velocity.is_some() { 3 } else { 1 };
                assert_eq!(position.0, moves * u64::from(entity.index()), "{entity:?} on {threads} threads");
            }
            assert!(ids.into_inner().unwrap().len() <= threads.max(2));
        });
    }
}

#[test]
fn a_chunk_is_what_one_thread_takes_at_once() {
    with_threads(4, || {
        populate(if cfg!(miri) { 60 } else { 10_000 });
        for chunk in [0, 1, 7, 64, 1_000_000] {
            let visits = AtomicUsize::new(0);
            query::<&Velocity>().par_each_chunk(chunk, |_| {
                visits.fetch_add(1, Ordering::Relaxed);
            });
            assert_eq!(visits.into_inner(), Velocity::count(), "in parts of {chunk}");
        }
    });
}

#[test]
fn all_that_a_chunk_has_is_visited_on_one_thread() {
    with_threads(4, || {
        populate(if cfg!(miri) { 64 } else { 4_096 });
        let seen = Mutex::new(Vec::new());
        query::<(Entity, &Position)>().par_each_chunk(16, |(entity, _)| {
            seen.lock().unwrap().push((entity.index() / 16, thread::current().id()));
        });
        let seen: HashSet<_> = seen.into_inner().unwrap().into_iter().collect();
        assert_eq!(seen.len(), Position::count() / 16);
    });
}

#[test]
fn without_a_world_there_is_nothing_to_visit() {
    query::<&Position>().par_each(|_| panic!("there is none"));
    query::<Entity>().par_each(|_| panic!("there is none"));
}

#[test]
fn a_panic_is_passed_on_and_leaves_a_usable_world() {
    for threads in [1, 4] {
        with_threads(threads, || {
            populate(if cfg!(miri) { 50 } else { 5_000 });
            let mut all = query::<(Entity, &mut Position)>();
            let text = message_of(|| {
                all.par_each_chunk(8, |(entity, position)| {
                    position.0 = 1;
                    assert!(entity.index() < 20, "far enough");
                });
            });
            assert_eq!(text, "far enough");
            all.par_each(|(_, position)| position.0 = 2);
            drop(all);
            Entity::spawn().with(Position(2)).with(Velocity(0));
            assert!(query::<&Position>().iter().all(|position| position.0 == 2));
        });
    }
}

#[test]
fn ambient_calls_are_refused_on_every_thread() {
    for threads in [1, 4] {
        with_threads(threads, || {
            populate(20);
            let calls: [fn(); 4] = [
                || _ = Entity::spawn(),
                || drop(Velocity::view()),
                || drop(query::<&Velocity>()),
                || _ = World::tick(),
            ];
            for call in calls {
                let text = message_of(|| query::<&Position>().par_each_chunk(1, |_| call()));
                assert!(text.contains("inside the closure of `par_each`"), "{text}");
            }
            assert_eq!(Position::count(), 20);
        });
    }
}

#[derive(Component, Default)]
struct Director {
    sum: u64,
}

impl Director {
    fn update(&mut self) {
        let sum = AtomicUsize::new(0);
        query::<(&mut Position, &Velocity)>().par_each(|(position, velocity)| {
            position.0 += velocity.0;
            sum.fetch_add(position.0 as usize, Ordering::Relaxed);
        });
        self.sum = sum.into_inner() as u64;
        self.add::<Director>();
    }
}

#[test]
fn a_hook_may_visit_on_several_threads() {
    with_threads(4, || {
        populate(if cfg!(miri) { 30 } else { 3_000 });
        let director = Entity::spawn().add::<Director>();
        update_all(0.1);
        let moved = query::<(&Position, &Velocity)>().iter().map(|(position, _)| position.0).sum::<u64>();
        assert_eq!(director.borrow().sum, moved);
    });
}

/// Where the caller is a thread of the pool, rayon's own loops answer a broadcast while they wait.
#[test]
#[cfg_attr(miri, ignore = "waits by real time")]
fn the_caller_works_for_rayon_while_it_waits() {
    let pool = Arc::new(rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap());
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        let broadcasts = pool.clone().install(|| {
            World::set_thread_pool(pool).unwrap();
            Entity::spawn_many(64, |n, _| Position(n as u64));
            let (owner, broadcasts) = (thread::current().id(), AtomicUsize::new(0));
            query::<&mut Position>().par_each_chunk(1, |_| {
                thread::sleep(Duration::from_millis(1));
                if thread::current().id() != owner && broadcasts.fetch_add(1, Ordering::Relaxed) < 3 {
                    thread::sleep(Duration::from_millis(100)); // the owner has done the others
                    rayon::broadcast(|_| ());
                }
            });
            broadcasts.into_inner()
        });
        done.send(broadcasts).unwrap();
    });
    assert!(is_done.recv_timeout(Duration::from_secs(20)).expect("it waits for ever") > 0);
}

/// The advice of the refusal, as it is written there.
#[test]
fn what_the_refusal_advises_compiles() {
    populate(100);
    let handle = query::<Entity>().first().unwrap().handle::<Velocity>();
    let refusal =
        message_of(|| query::<&mut Position>().par_each(|position| position.0 += handle.borrow().0));
    crate::support::assert_says(
        &refusal,
        &[
            "Velocity cannot be reached inside the closure of `par_each`",
            "`query::<(&mut A, &Velocity)>()`",
            "`let view = Velocity::view(); let all: &[Velocity] = &view;`",
            "a parallel hook, where a parameter `View<Velocity>` follows handles",
        ],
    );
    query::<(&mut Position, &Velocity)>().par_each(|(position, velocity)| position.0 += velocity.0);
    {
        let view = Velocity::view();
        let all: &[Velocity] = &view;
        query::<&mut Position>().par_each(|position| position.0 += all[0].0);
    }
    #[derive(Component)]
    #[component(parallel)]
    struct Follows(u64, Handle<Velocity>);
    impl Follows {
        fn update(&mut self, all: View<Velocity>) {
            self.0 += all[self.1].0;
        }
    }
    handle.borrow_mut().0 = 7;
    let follows = Entity::spawn().insert(Follows(1, handle));
    update_all(0.1);
    assert_eq!(follows.borrow().0, 8);
}
