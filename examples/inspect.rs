//! A game to look into while it runs: open the address that it prints, in a browser.
//!
//! `cargo run --release --example inspect`, with `-- --many` for 100,000 motes of dust. A line `stop` on
//! stdin lets it stand still, `go` goes on, and `end` ends it.

use std::io::stdin;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use ecs_core::{Component, Entity, Handle, Phase, Query, Schedule, Singleton, World, update_all};
use serde::{Deserialize, Serialize};

/// A world with a page that shows it.
#[derive(Parser)]
struct Options {
    /// Fill space with dust.
    #[arg(long)]
    many: bool,
    /// End after so many frames.
    #[arg(long)]
    frames: Option<u64>,
    /// Where the page is.
    #[arg(long, default_value = "127.0.0.1:0")]
    address: String,
}

#[derive(Component, Clone, Copy, Serialize, Deserialize, Default)]
struct Place {
    at: [f32; 2],
    angle: f32,
}

/// Flies where it looks. Change its speed on the page.
#[derive(Component, Clone, Serialize, Deserialize)]
#[component(requires(Place))]
struct Ship {
    speed: f32,
    is_armed: bool,
    pilot: String,
    course: Course,
}

#[derive(Clone, Serialize, Deserialize)]
enum Course {
    Straight,
    Circle { radius: f32 },
}

impl Ship {
    fn update(&mut self, dt: f32, place: &mut Place) {
        if let Course::Circle { radius } = self.course {
            place.angle += self.speed / radius * dt;
        }
        place.at[0] += self.speed * place.angle.cos() * dt;
        place.at[1] += self.speed * place.angle.sin() * dt;
    }
}

/// Turns towards an asteroid.
#[derive(Component, Clone, Copy, Serialize, Deserialize)]
#[component(requires(Place), after(Ship))]
struct Turret {
    target: Handle<Asteroid>,
    /// Whom it warns. Nobody, if it is null.
    spare: Handle<Turret>,
}

impl Turret {
    fn update(&mut self, place: &mut Place) {
        if let Some(asteroid) = self.target.get() {
            place.angle = asteroid.spin;
        }
    }
}

#[derive(Component, Clone, Copy, Serialize, Deserialize)]
#[component(requires(Place))]
struct Asteroid {
    spin: f32,
    /// More than a browser counts by itself.
    atoms: u64,
}

impl Asteroid {
    fn update(&mut self, dt: f32) {
        self.spin += dt;
    }
}

/// Can only be printed: `Debug`, and not `Serialize`.
#[derive(Component, Clone, Debug, Default)]
struct Mood {
    calm: f32,
}

impl Mood {
    fn update(&mut self, dt: f32) {
        self.calm += dt;
    }
}

/// Cannot even be printed, nor cloned: a history leaves it out.
#[derive(Component)]
struct Secret(#[expect(dead_code, reason = "it is a secret")] u32);

/// Its hook needs a place, and nobody gave it one.
#[derive(Component, Clone, Copy, Serialize, Deserialize)]
struct Drift {
    wind: f32,
}

impl Drift {
    fn update(&mut self, dt: f32, place: &mut Place) {
        place.at[0] += self.wind * dt;
    }
}

#[derive(Component, Clone, Copy, Serialize, Deserialize)]
struct Dust {
    seed: u32,
}

#[derive(Singleton, Clone, Copy, Serialize, Deserialize, Default)]
struct Score {
    asteroids: usize,
}

fn count_asteroids(asteroids: Query<&Asteroid>, score: &mut Score) {
    score.asteroids = asteroids.iter().count();
}

fn build(many: bool) {
    let ship = Ship { speed: 2.5, is_armed: true, pilot: "Ada".into(), course: Course::Straight };
    let ship = Entity::spawn().with(ship).with(Mood::default()).with(Secret(42));
    ship.set_name("ship");
    let asteroids: Vec<_> = (0..5_u16).map(asteroid).collect();
    for (side, target) in ["left", "right"].into_iter().zip(&asteroids) {
        let turret = Turret { target: *target, spare: Handle::NULL };
        Entity::spawn().with(turret).child_of(ship).set_name(&format!("turret {side}"));
    }
    Entity::spawn().with(Drift { wind: 1.0 }).set_name("leaf");
    // Two mistakes to be found: the right turret goes on aiming, and somebody sends to what is gone.
    asteroids[1].entity().despawn();
    asteroids[1].with(|asteroid| asteroid.spin = 0.0);
    World::set_schedule(Phase::Update, Schedule::new().add(count_asteroids));
    if many {
        for seed in 0..100_000 {
            let mote = Entity::spawn().with(Dust { seed });
            if seed % 1000 == 0 {
                mote.set_name(&format!("mote {seed}"));
            }
        }
    }
}

fn asteroid(n: u16) -> Handle<Asteroid> {
    let asteroid = Entity::spawn().insert(Asteroid { spin: f32::from(n), atoms: (1 << 60) + u64::from(n) });
    asteroid.entity().borrow_mut::<Place>().at = [f32::from(n) * 3.0, 10.0];
    asteroid.entity().set_name(&format!("asteroid {n}"));
    asteroid
}

/// The lines of stdin, as they come.
fn lines() -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || stdin().lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    lines
}

/// False if the game is to end.
fn obey(lines: &Receiver<String>) -> bool {
    let mut line = lines.try_recv();
    while line.as_deref() == Ok("stop") {
        line = lines.recv().map_err(|_| TryRecvError::Disconnected);
    }
    line.as_deref() != Ok("end") && line != Err(TryRecvError::Disconnected)
}

fn main() {
    let options = Options::parse();
    let inspector = ecs_inspect::open(&*options.address);
    println!("{}", inspector.url());
    build(options.many);
    let lines = lines();
    let mut next = Instant::now();
    for frame in 0.. {
        if options.frames.is_some_and(|frames| frame >= frames) || !obey(&lines) {
            break;
        }
        update_all(1.0 / 60.0);
        next = (next + Duration::from_secs_f32(1.0 / 60.0)).max(Instant::now());
        thread::sleep(next - Instant::now());
    }
}
