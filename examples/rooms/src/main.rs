//! Runs many rooms with their clients, and prints what they cost.
//!
//! `cargo run --release -p rooms -- --rooms 1000 --objects 1000 --seconds 20`

mod players;
mod report;

use std::error::Error;
use std::time::Duration;

use clap::{Parser, value_parser};
use players::{Played, play};
use report::Report;
use rooms::{Arena, ClientId, Host, RoomId, Settings};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// A heavy room has so many times the objects.
const HEAVY: usize = 100;

/// How long all runs before it is measured.
const WARM_UP: Duration = Duration::from_secs(2);

/// Runs rooms with their clients, and prints what they cost.
#[derive(Parser, Clone, Copy)]
struct Options {
    /// How many rooms
    #[arg(
        long,
        value_name = "N",
        default_value = "1000",
        value_parser = value_parser!(u64).range(1..=100_000),
    )]
    rooms: u64,

    /// How many objects a room has
    #[arg(
        long,
        value_name = "N",
        default_value = "1000",
        value_parser = value_parser!(u32).range(10..=1_000_000),
    )]
    objects: u32,

    /// How many clients a room has
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u64).range(0..=100))]
    clients: u64,

    /// How many seconds are measured, after two to warm up
    #[arg(long, value_name = "S", default_value = "10", value_parser = value_parser!(u64).range(1..=3600))]
    seconds: u64,

    /// How many threads run rooms, and how many clients: 0 is as many as there are cores
    #[arg(long, value_name = "N", default_value = "0", value_parser = value_parser!(u16).range(0..=1024))]
    threads: u16,

    /// How long a frame of a room may take, in microseconds
    #[arg(
        long,
        value_name = "US",
        default_value = "500",
        value_parser = value_parser!(u64).range(1..=1_000_000),
    )]
    budget: u64,

    /// How many rooms have a hundred times as many objects
    #[arg(long, value_name = "N", default_value = "0")]
    heavy: u64,

    /// In how many rooms a client makes a hook panic, again and again
    #[arg(long, value_name = "N", default_value = "0")]
    faulty: u64,
}

impl Options {
    fn settings(&self) -> Settings {
        let mut settings = Settings { budget: Duration::from_micros(self.budget), ..Settings::default() };
        if self.threads > 0 {
            settings.threads = self.threads.into();
        }
        settings
    }

    fn objects_of(&self, room: u64) -> usize {
        let objects = self.objects as usize;
        if room < self.heavy { objects * HEAVY } else { objects }
    }

    /// The last rooms have the faulty clients: they are not the heavy ones.
    fn is_faulty(&self, room: u64, client: u64) -> bool {
        client == 0 && room >= self.rooms.saturating_sub(self.faulty)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let settings = options.settings();
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(settings.threads).enable_time().build()?;
    runtime.block_on(run(options, settings))
}

/// Opens the rooms, lets the clients play, measures, and closes all.
async fn run(options: Options, settings: Settings) -> Result<(), Box<dyn Error>> {
    let Options { rooms, clients, seconds, .. } = options;
    let threads = settings.threads;
    println!("{rooms} rooms of {} objects, {clients} clients in each, on {threads} threads", options.objects);
    let host = Host::<Arena>::start(settings)?;
    let mut players = JoinSet::new();
    for room in 0..rooms {
        let objects = options.objects_of(room);
        let fill = || {
            Arena::fill(objects, room);
            Ok::<_, Box<dyn Error>>(())
        };
        let door = host.open(RoomId(room), fill)?;
        for client in 0..clients {
            players.spawn(play(door.connect(ClientId(client))?, options.is_faulty(room, client)));
        }
    }
    sleep(WARM_UP).await;
    let report = Report::begin(&host);
    sleep(Duration::from_secs(seconds)).await;
    report.print(&host);

    drop(host); // all rooms end, and their clients hear of it
    let played = players.join_all().await.into_iter().fold(Played::default(), Played::and);
    println!("{played}");
    Ok(())
}
