//! Prints, for each public call, its time for `n` and for `10 n` of what it takes. Where the time is
//! linear, it grows tenfold; it may double once more where the memory of ten times as many no longer fits in
//! a cache. On Linux it is the time of the processor: other programs do not count.
//! `cargo bench -p ecs-benches --features snapshot --bench linear [-- part of a name]`;
//! `ECS_BENCH_COUNT` is another number.

mod changes;
mod ends;
mod kept;
mod later;
mod listening;
mod trees;

use std::time::{Duration, Instant};

/// `n`, if the environment gives no other number.
const COUNT: usize = 10_000;

/// The number of rounds, of which the shortest time counts.
const RUNS: usize = 3;

/// A call that takes this many times as long with ten times as many is marked.
const MOST: f64 = 30.0;

/// Makes a number of what a call takes, and returns the call.
type Prepare = fn(usize) -> Box<dyn FnOnce()>;

type Case = (&'static str, Prepare);

/// Prepares a call: what is made before it is not measured.
fn call(f: impl FnOnce() + 'static) -> Box<dyn FnOnce()> {
    Box::new(f)
}

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let count = std::env::var("ECS_BENCH_COUNT").map_or(COUNT, |count| count.parse().expect("a number"));
    println!("{:<58}{:>12}{:>12}{:>8}", "", count, 10 * count, "ratio");
    let mut marked = 0;
    let groups = [trees::CASES, ends::CASES, changes::CASES, later::CASES, listening::CASES, kept::CASES];
    for &(name, prepare) in groups.into_iter().flatten().filter(|(name, _)| name.contains(&wanted)) {
        let (few, many) = (shortest(prepare, count, RUNS), shortest(prepare, 10 * count, RUNS));
        let ratio = many.as_secs_f64() / few.as_secs_f64();
        let mark = if ratio > MOST { " !" } else { "" };
        marked += usize::from(ratio > MOST);
        println!("{name:<58}{:>9.3} ms{:>9.3} ms{ratio:>8.1}{mark}", millis(few), millis(many));
    }
    println!("{marked} marked");
}

/// The shortest time of a call, each time in a world of its own: that of a new thread.
fn shortest(prepare: Prepare, count: usize, runs: usize) -> Duration {
    let run = || {
        let measure = move || {
            let call = prepare(count);
            let (start, on_cpu) = (Instant::now(), time_on_cpu());
            call();
            match (on_cpu, time_on_cpu()) {
                (Some(before), Some(after)) => after - before,
                _ => start.elapsed(),
            }
        };
        std::thread::spawn(measure).join().expect("the call does not panic")
    };
    (0..runs).map(|_| run()).min().unwrap_or_default()
}

/// The time that the thread has run, where the system tells.
fn time_on_cpu() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
