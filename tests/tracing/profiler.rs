//! A profiler: `tracing-chrome` writes what a game does in the format of Chrome, which Perfetto opens.

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::thread::{self, ThreadId};

use ecs_core::{Component, Entity, Phase, Query, Schedule, World, update_all};
use serde_json::Value;
use tracing_chrome::ChromeLayerBuilder;
use tracing_subscriber::prelude::*;

#[derive(Component)]
struct Plane(u32);

impl Plane {
    fn update(&mut self) {
        self.0 += 1;
    }
}

#[derive(Component)]
#[component(parallel)]
struct Boid(u32);

impl Boid {
    fn update(&mut self) {
        HELPED.fetch_or(MAIN.get() != Some(&thread::current().id()), Relaxed);
        self.0 = (0..500).fold(self.0, |n, _| black_box(n.wrapping_mul(1_664_525).wrapping_add(1)));
    }
}

fn look(planes: Query<&Plane>) {
    black_box(planes.count());
}

/// The thread that runs the frames, and whether another one has helped it.
static MAIN: OnceLock<ThreadId> = OnceLock::new();
static HELPED: AtomicBool = AtomicBool::new(false);

/// Some frames of a game, on two threads, until both have worked; returns how many.
fn play() -> usize {
    MAIN.get_or_init(|| thread::current().id());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads start");
    World::set_thread_pool(Arc::new(pool)).expect("there is a world");
    World::set_schedule(Phase::LateUpdate, Schedule::new().add(look));
    for n in 0..5000 {
        Entity::spawn().with(Plane(n)).with(Boid(n));
    }
    let mut frames = 0;
    while frames < 3 || !HELPED.load(Relaxed) {
        update_all(0.0);
        frames += 1;
    }
    frames
}

/// What a span is called, with what it is about.
fn name(event: &Value) -> String {
    let about = ["component", "system", "phase"].iter().find_map(|field| event["args"][*field].as_str());
    let name = event["name"].as_str().expect("an event has a name");
    about.map_or_else(|| name.to_owned(), |about| format!("{name} {about}"))
}

/// For each thread, all spans with those that they lie in, the outermost first; each has a beginning and an
/// end, and no span begins before one that it lies in, nor ends after it.
fn nested(events: &[Value]) -> BTreeMap<u64, Vec<Vec<String>>> {
    // The spans that are open, the time, and all spans.
    type Thread = (Vec<String>, f64, Vec<Vec<String>>);
    let mut threads = BTreeMap::<u64, Thread>::new();
    for event in events.iter().filter(|event| event["ph"] == "B" || event["ph"] == "E") {
        let (thread, time) =
            (event["tid"].as_u64().expect("a thread"), event["ts"].as_f64().expect("a time"));
        let (open, last, all) = threads.entry(thread).or_default();
        assert!(*last <= time, "time goes on");
        *last = time;
        if event["ph"] == "B" {
            open.push(name(event));
            all.push(open.clone());
        } else {
            assert_eq!(open.pop(), Some(name(event)), "the last that began ends first");
        }
    }
    assert!(threads.values().all(|(open, ..)| open.is_empty()), "each span has an end");
    threads.into_iter().map(|(thread, (_, _, all))| (thread, all)).collect()
}

#[test]
fn g2_a_profiler_shows_frames_phases_passes_and_parts() {
    let file = std::env::temp_dir().join(format!("ecs-trace-{}.json", std::process::id()));
    let (layer, guard) = ChromeLayerBuilder::new().file(&file).include_args(true).build();
    tracing::subscriber::set_global_default(tracing_subscriber::registry().with(layer))
        .expect("the only one");
    let frames = play();
    // Whoever writes the file waits for it.
    drop(guard);
    let text = fs::read_to_string(&file).expect("it was written");
    fs::remove_file(&file).expect("it was there");
    let events: Vec<Value> = serde_json::from_str(&text).expect("a list of events");

    let threads = nested(&events);
    let count = |path: &[&str]| threads.values().flatten().filter(|open| *open == path).count();
    assert_eq!(count(&["frame"]), frames);
    assert_eq!(count(&["frame", "phase update", "pass Plane"]), frames);
    assert_eq!(count(&["frame", "phase update", "pass Boid"]), frames);
    assert_eq!(count(&["frame", "phase late_update", "system look"]), frames);
    assert!(count(&["frame", "phase update", "pass Boid", "part"]) >= frames, "on this thread");
    let others = threads.values().flatten().filter(|open| open[0] != "frame");
    let mut others = others.map(|open| open.join(" > ")).collect::<Vec<_>>();
    others.dedup();
    others.sort();
    others.dedup();
    assert_eq!(others, ["pass Boid", "pass Boid > part"], "on those that help");

    let rows =
        |event: &Value| event["args"]["rows"].as_str().map_or(0, |rows| rows.parse().expect("a number"));
    let ends = events.iter().filter(|event| event["ph"] == "E");
    let parts = ends.filter(|event| event["name"] == "part").map(rows).sum::<u64>();
    assert_eq!(parts, 5000 * frames as u64, "each row is in one part");
}
