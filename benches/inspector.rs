//! What a frame costs with the inspector: closed, open as the page asks, and under as many questions as two
//! clients can ask, in a world of 100,000 entities.

mod common;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use common::group;
use criterion::{Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity, World, update_all};
use ecs_inspect::Inspector;
use serde::{Deserialize, Serialize};

const COUNT: usize = 100_000;

#[derive(Component, Serialize, Deserialize, Default)]
struct Body {
    at: [f32; 2],
    speed: [f32; 2],
}

impl Body {
    fn update(&mut self, dt: f32) {
        self.at[0] += self.speed[0] * dt;
        self.at[1] += self.speed[1] * dt;
    }
}

fn world(count: usize) -> World {
    let world = World::new();
    world.enter(|| {
        for number in 0..count {
            let entity = Entity::spawn().with(Body::default());
            if number % 10 == 0 {
                entity.set_name(&format!("body {number}"));
            }
        }
    });
    world
}

/// Asks a game, and reads the answer.
fn ask(inspector: &Inspector, path: &str) {
    let (_, token) = inspector.url().split_once("token=").expect("the address has a token");
    let address = inspector.address();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\r\n");
    let Ok(mut connection) = TcpStream::connect(address) else { return };
    let _ = connection.write_all(request.as_bytes());
    let _ = connection.read_to_end(&mut Vec::new());
}

/// What the page asks while an entity is shown, all over.
const SHOWN: [&str; 3] = ["/v1/entities/7v1", "/v1/entities?limit=100", "/v1/world"];

/// What goes through all.
const SEARCHED: [&str; 3] =
    ["/v1/entities?name=nobody", "/v1/entities?in=all&type=0&name=nobody", "/v1/dangling"];

/// Runs something while clients ask on other threads, each with a pause between two questions.
fn while_asked(
    inspector: &Inspector,
    paths: [&'static str; 3],
    clients: usize,
    pause: Duration,
    run: impl FnOnce(),
) {
    let is_over = Arc::new(AtomicBool::new(false));
    let clients: Vec<_> = (0..clients)
        .map(|first| {
            let (inspector, is_over) = (inspector.clone(), is_over.clone());
            thread::spawn(move || {
                for path in paths.iter().cycle().skip(first) {
                    if is_over.load(Ordering::Relaxed) {
                        return;
                    }
                    ask(&inspector, path);
                    thread::sleep(pause);
                }
            })
        })
        .collect();
    run();
    is_over.store(true, Ordering::Relaxed);
    // A client may wait for an answer.
    while clients.iter().any(|client| !client.is_finished()) {
        update_all(0.01);
    }
}

/// A frame in which nothing is to be done.
fn closed(criterion: &mut Criterion) {
    let mut group = group(criterion, "closed", 1);
    world(1).enter(|| group.bench_function("never opened", |bench| bench.iter(|| update_all(0.01))));
    world(1).enter(|| {
        let _inspector = ecs_inspect::open("127.0.0.1:0");
        group.bench_function("nobody looks", |bench| bench.iter(|| update_all(0.01)));
    });
    group.finish();
}

/// A frame of many entities.
fn open(criterion: &mut Criterion) {
    let mut group = group(criterion, "open", 1);
    world(COUNT).enter(|| {
        group.bench_function("never opened", |bench| bench.iter(|| update_all(0.01)));
        let inspector = ecs_inspect::open("127.0.0.1:0");
        let name = |what: &str| format!("100,000 entities, {what}");
        group.bench_function(name("nobody looks"), |bench| bench.iter(|| update_all(0.01)));
        while_asked(&inspector, SHOWN, 1, Duration::from_millis(66), || {
            group.bench_function(name("a page"), |bench| bench.iter(|| update_all(0.01)));
        });
        while_asked(&inspector, SHOWN, 2, Duration::ZERO, || {
            group.bench_function(name("two that ask without a pause"), |bench| {
                bench.iter(|| update_all(0.01))
            });
        });
        while_asked(&inspector, SEARCHED, 2, Duration::ZERO, || {
            group.bench_function(name("two that search without a pause"), |bench| {
                bench.iter(|| update_all(0.01));
            });
        });
    });
    group.finish();
}

criterion_group!(benches, closed, open);
criterion_main!(benches);
