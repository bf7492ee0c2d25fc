//! Runs many rooms with their clients, and prints what they cost.
//!
//! `cargo run --release -p rooms -- --rooms 1000 --objects 1000 --seconds 20`

use std::time::{Duration, Instant};

use clap::Parser;
use rooms::arena::Order;
use rooms::{Arena, ClientId, Door, Host, HostFigures, News, RoomId, Settings};

/// Runs rooms with their clients, and prints what they cost.
#[derive(Parser)]
struct Options {
    #[arg(long, default_value_t = 1000)]
    rooms: u64,
    #[arg(long, default_value_t = 1000)]
    objects: usize,
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    clients: u64,
}

fn main() {
    let options = Options::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(options.threads)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(run(&options));
}

async fn play(door: Door<Arena>, id: ClientId) -> [u64; 3] {
    let mut client = door.connect(id).unwrap();
    let (mut states, mut missed, mut refused) = (0, 0, 0);
    while let Some(news) = client.next().await {
        match news {
            News::State { frame, .. } => {
                states += 1;
                let order = if frame % 4 == 0 { Order::Fire } else { Order::Fly([1.0, 0.0]) };
                refused += u64::from(client.try_order(order).is_err());
            }
            News::Missed(count) => missed += count,
            News::Notice(notice) => println!("{id}: {notice:?}"),
        }
    }
    [states, missed, refused]
}

async fn run(options: &Options) {
    let host = Host::<Arena>::start(Settings { threads: options.threads, ..Settings::default() }).unwrap();
    let began = Instant::now();
    let mut tasks = Vec::new();
    for n in 0..options.rooms {
        let objects = options.objects;
        let door = host
            .open(RoomId(n), move || {
                Arena::fill(objects, n);
                Ok::<_, String>(())
            })
            .unwrap();
        for client in 0..options.clients {
            tasks.push(tokio::spawn(play(door.clone(), ClientId(client))));
        }
    }
    println!("opened in {:?}", began.elapsed());
    tokio::time::sleep(Duration::from_secs(2)).await;
    let before = sum(&host);
    let cpu = cpu_time::ProcessTime::now();
    let start = Instant::now();
    tokio::time::sleep(Duration::from_secs(options.seconds)).await;
    let after = sum(&host);
    let (cpu, wall) = (cpu.elapsed(), start.elapsed());
    let frames = after.times.len() - before.times.len();
    println!(
        "frames/s {} busy {:.3} cpu {:.3} of {}",
        frames as f64 / wall.as_secs_f64(),
        (after.busy - before.busy).as_secs_f64() / wall.as_secs_f64(),
        cpu.as_secs_f64() / wall.as_secs_f64(),
        options.threads
    );
    let us = |ns: u64| ns as f64 / 1000.0;
    println!(
        "time median {:.1} 99% {:.1} worst {:.1}",
        us(after.times.value_at_quantile(0.5)),
        us(after.times.value_at_quantile(0.99)),
        us(after.times.max())
    );
    println!(
        "late median {:.1} 99% {:.1} worst {:.1}",
        us(after.lateness.value_at_quantile(0.5)),
        us(after.lateness.value_at_quantile(0.99)),
        us(after.lateness.max())
    );
    println!("skipped {}", after.skipped);
    let f = host.doors()[0].figures();
    println!("{f:?}");
    println!("rss {}", memory_stats::memory_stats().unwrap().physical_mem);
    for door in host.doors() {
        door.close(|| ()).await.unwrap();
    }
    let mut all = [0; 3];
    for task in tasks {
        let got = task.await.unwrap();
        for n in 0..3 {
            all[n] += got[n];
        }
    }
    println!("states, missed, refused {all:?}");
}

fn sum(host: &Host<Arena>) -> HostFigures {
    host.figures()
}
