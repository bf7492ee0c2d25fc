//! Many worlds: to enter one, to move one, and a frame of each of a thousand, which stay on their thread or
//! go to another one each time.

mod common;

use std::hint::black_box;
use std::mem::take;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use common::{DT, Speed, Transform, group};
use criterion::{Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity, SendWorld, World, update_all};

const THREADS: usize = 2;
const ROOMS: usize = 1_000;
const OBJECTS: usize = 1_000;

/// Eight types, each of which stands on all objects.
macro_rules! kinds {
    ($($Kind:ident)*) => {
        $(
            #[derive(Component)]
            struct $Kind(#[expect(dead_code, reason = "a value that lies there")] u64);
        )*

        fn of_eight_types(_: usize, _: Entity) -> ($($Kind,)*) {
            ($($Kind(1),)*)
        }

        /// Uses so many types.
        fn count(types: usize) -> usize {
            let counts: &[fn() -> usize] = &[$($Kind::count),*];
            counts[..types].iter().map(|count| count()).sum()
        }
    };
}

kinds!(A B C D E F G H);

fn room() -> World {
    let room = World::new();
    room.enter(|| {
        Entity::spawn_many(OBJECTS, |_, _| (Transform::default(), Speed(1.0)));
        update_all(DT);
    });
    room
}

fn send(room: World) -> SendWorld {
    room.into_send().unwrap_or_else(|(_, error)| panic!("{error}"))
}

/// To enter and to leave, and to use some types meanwhile.
fn enter(criterion: &mut Criterion) {
    let mut group = group(criterion, "rooms_enter", 1);
    let world = World::new();
    world.enter(|| Entity::spawn_many(OBJECTS, of_eight_types));
    for types in [0, 1, 2, 8] {
        group.bench_function(format!("types_used_{types}"), |bencher| {
            bencher.iter(|| world.enter(|| count(black_box(types))));
        });
    }
    group.bench_function("types_used_8_without_enter", |bencher| {
        world.enter(|| bencher.iter(|| count(black_box(8))));
    });
}

/// To pack and to unpack, on one thread.
fn pack(criterion: &mut Criterion) {
    let mut group = group(criterion, "rooms_move", 1);
    let world = World::new();
    world.enter(|| Entity::spawn_many(OBJECTS, of_eight_types));
    let mut world = Some(world);
    group.bench_function("8_types", |bencher| {
        bencher.iter(|| world = world.take().map(|world| send(world).into_world()));
    });
    let mut world = Some(room());
    world.as_ref().map(|world| world.enter(World::remote));
    group.bench_function("2_types_and_a_remote", |bencher| {
        bencher.iter(|| world = world.take().map(|world| send(world).into_world()));
    });
}

/// Runs so many frames of each room, and gives the rooms back.
type Run = fn(Vec<SendWorld>, u64) -> Vec<SendWorld>;

/// Each thread has its rooms, and keeps them.
fn stay(mut rooms: Vec<SendWorld>, frames: u64) -> Vec<SendWorld> {
    let shares = rooms.split_off(ROOMS / THREADS);
    let run = |rooms: Vec<SendWorld>| {
        let rooms: Vec<_> = rooms.into_iter().map(SendWorld::into_world).collect();
        for _ in 0..frames {
            rooms.iter().for_each(|room| room.enter(|| update_all(DT)));
        }
        rooms.into_iter().map(send).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let threads = [rooms, shares].map(|rooms| scope.spawn(|| run(rooms)));
        threads.into_iter().flat_map(|thread| thread.join().expect("no room panics")).collect()
    })
}

/// A frame, packed before and after it.
fn frame(room: SendWorld) -> SendWorld {
    let room = room.into_world();
    room.enter(|| update_all(DT));
    send(room)
}

/// Each frame of a room is on the other thread.
fn hop(mut rooms: Vec<SendWorld>, frames: u64) -> Vec<SendWorld> {
    let shares = rooms.split_off(ROOMS / THREADS);
    let ((to_first, first), (to_second, second)) = (mpsc::channel(), mpsc::channel());
    rooms.into_iter().for_each(|room| to_first.send(room).expect("the channel is open"));
    shares.into_iter().for_each(|room| to_second.send(room).expect("the channel is open"));
    let run = |from: mpsc::Receiver<SendWorld>, to: mpsc::Sender<SendWorld>| {
        for _ in 0..frames * (ROOMS / THREADS) as u64 {
            // The other thread may be gone, and its channel with it, only after the last of its frames.
            let room = frame(from.recv().expect("a room comes"));
            to.send(room).expect("the channel is open");
        }
        from
    };
    let (first, second) = thread::scope(|scope| {
        let other = scope.spawn(|| run(second, to_first));
        let first = run(first, to_second);
        (first, other.join().expect("no room panics"))
    });
    first.try_iter().chain(second.try_iter()).collect()
}

/// A frame of each room on two threads. The time is that of a room's frame, on both together.
fn thousand(criterion: &mut Criterion) {
    let mut group = group(criterion, "rooms_frame", ROOMS);
    let mut rooms: Vec<_> = (0..ROOMS).map(|_| send(room())).collect();
    for (name, run) in [("stay", stay as Run), ("hop", hop)] {
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|frames| {
                let start = Instant::now();
                rooms = run(take(&mut rooms), frames);
                start.elapsed()
            });
        });
    }
    assert_eq!(rooms.len(), ROOMS);
}

criterion_group!(benches, enter, pack, thousand);
criterion_main!(benches);
