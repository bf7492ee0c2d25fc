//! Three ways to run the same rooms on as many threads as there are cores, and what each takes of the
//! processor: threads that keep their rooms, threads that each take whatever room is due, and a task of tokio
//! for each room. Without clients and snapshots.
//!
//! `cargo bench -p rooms --bench ways`

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use ecs_core::{SendWorld, World, update_all};
use hdrhistogram::Histogram;
use rooms::{Arena, Host, RoomId, Settings};
use tokio::runtime::Builder;
use tokio::time::{Instant as TokioInstant, sleep_until};

const ROOMS: u64 = 1_000;
const OBJECTS: usize = 1_000;
const PERIOD: Duration = Duration::from_nanos(1_000_000_000 / 60);
const DT: f32 = 1.0 / 60.0;
/// How long all runs before it is measured, and how long it is.
const WARM_UP: Duration = Duration::from_secs(2);
const MEASURED: Duration = Duration::from_secs(8);
/// A thread sleeps so long at least, as those of a host do.
const NAP: Duration = Duration::from_micros(500);

/// How much later than it should each frame has begun, in nanoseconds.
type Lateness = Histogram<u64>;

fn lateness() -> Lateness {
    Histogram::new_with_max(60_000_000_000, 3).expect("three digits can be kept")
}

fn room(id: u64) -> World {
    let world = World::new();
    world.enter(|| Arena::fill(OBJECTS, id));
    world
}

/// When a room has its first frame: all are spread over a period.
fn first(start: Instant, id: u64) -> Instant {
    start + PERIOD.mul_f64((id as f64 * 0.618).fract())
}

/// Runs a frame that is due, and notes how late that is.
fn frame(world: &World, due: Instant, since: Instant, late: &mut Lateness) {
    if due >= since {
        late.saturating_record(due.elapsed().as_nanos().try_into().unwrap_or(u64::MAX));
    }
    world.enter(|| update_all(DT));
}

/// Each thread makes its rooms, and keeps them.
fn keep(threads: u64, start: Instant) -> Lateness {
    let (since, end) = (start + WARM_UP, start + WARM_UP + MEASURED);
    let run = |thread: u64| {
        let ids = (0..ROOMS).filter(|id| id % threads == thread);
        let mut rooms: BTreeMap<_, _> = ids.map(|id| ((first(start, id), id), room(id))).collect();
        let mut late = lateness();
        while let Some(((due, id), world)) = rooms.pop_first().filter(|((due, _), _)| *due < end) {
            if let Some(wait) = due.checked_duration_since(Instant::now()) {
                thread::sleep(wait.max(NAP));
            }
            frame(&world, due, since, &mut late);
            rooms.insert((due + PERIOD, id), world);
        }
        late
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|thread| scope.spawn(move || run(thread))).collect();
        threads.into_iter().fold(lateness(), |mut all, thread| {
            all += thread.join().expect("no room panics");
            all
        })
    })
}

/// The rooms are those of a host: each thread takes whatever is due.
fn take(threads: u64, start: Instant) -> Lateness {
    let settings =
        Settings { threads: threads as usize, frames_per_snapshot: u64::MAX, ..Settings::default() };
    let host = Host::<Arena>::start(settings).expect("there are threads");
    for id in 0..ROOMS {
        let fill = || {
            Arena::fill(OBJECTS, id);
            Ok::<_, String>(())
        };
        host.open(RoomId(id), fill).expect("the number is free");
    }
    thread::sleep((start + WARM_UP).saturating_duration_since(Instant::now()));
    let before = host.figures().lateness;
    thread::sleep((start + WARM_UP + MEASURED).saturating_duration_since(Instant::now()));
    let mut late = host.figures().lateness;
    late.subtract(&before).expect("there were fewer before");
    late
}

/// Each room is a task, which packs its world before it waits.
fn tasks(threads: u64, start: Instant) -> Lateness {
    let (since, end) = (start + WARM_UP, start + WARM_UP + MEASURED);
    let pack =
        |world: World| -> SendWorld { world.into_send().unwrap_or_else(|(_, error)| panic!("{error}")) };
    let play = move |id| async move {
        let (mut packed, mut due, mut late) = (pack(room(id)), first(start, id), Vec::new());
        while due < end {
            sleep_until(TokioInstant::from_std(due)).await;
            if due >= since {
                late.push(due.elapsed().as_nanos().try_into().unwrap_or(u64::MAX));
            }
            let world = packed.into_world();
            world.enter(|| update_all(DT));
            packed = pack(world);
            due += PERIOD;
        }
        late
    };
    let runtime = Builder::new_multi_thread().worker_threads(threads as usize).enable_time().build();
    runtime.expect("there are threads").block_on(async {
        let rooms: Vec<_> = (0..ROOMS).map(|id| tokio::spawn(play(id))).collect();
        let mut all = lateness();
        for room in rooms {
            room.await.expect("no room panics").into_iter().for_each(|late| all.saturating_record(late));
        }
        all
    })
}

/// Runs one of the ways, and prints what it took.
fn measure(name: &str, way: fn(u64, Instant) -> Lateness) {
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let start = Instant::now() + Duration::from_secs(1);
    let processor = thread::spawn(move || {
        thread::sleep((start + WARM_UP).saturating_duration_since(Instant::now()));
        let begun = ProcessTime::now();
        thread::sleep(MEASURED);
        begun.elapsed().as_secs_f64() / MEASURED.as_secs_f64()
    });
    let late = way(threads, start);
    let cores = processor.join().expect("it only measures");
    let at = |quantile| Duration::from_nanos(late.value_at_quantile(quantile));
    println!(
        "{name:<24} {:>6.0} frames/s  {cores:.2} cores  late: median {:.1?}, 99 % {:.1?}, worst {:.1?}",
        late.len() as f64 / MEASURED.as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

fn main() {
    for _ in 0..3 {
        measure("threads keep their rooms", keep);
        measure("threads take any room", take);
        measure("tasks of tokio", tasks);
    }
}
