//! A flock in parallel: all boids look at their neighbours and turn, at the same time, on all threads.
//!
//! `cargo run --release --example boids -- --count 20000 --frames 600 --threads 2`

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Parser, value_parser};
use ecs_core::{Component, Entity, Singleton, View, World, update_all};
use rayon::ThreadPoolBuilder;

const FIELD: [f32; 2] = [80.0, 48.0];
/// Boids turn back so far from the edge of the field.
const EDGE: f32 = 5.0;
/// How far a boid sees, which is also the side of a cell.
const SIGHT: f32 = 2.0;
/// Cells in a line and lines of cells: the field, and empty ones around it.
const CELLS: [usize; 2] = [42, 26];
const SPEED: f32 = 8.0;
const DT: f32 = 1.0 / 60.0;

#[derive(Component, Clone, Copy, Default)]
#[component(parallel, after(Flock))]
struct Boid {
    place: [f32; 2],
    velocity: [f32; 2],
}

impl Boid {
    /// Turns to where its neighbours fly, to their middle, away from the nearest, and back from the edge; and
    /// flies on.
    fn update(&mut self, dt: f32, flock: &Flock) {
        let (mut seen, mut heading, mut middle, mut apart) = (0.0, [0.0; 2], [0.0; 2], [0.0; 2]);
        for other in flock.around(self.cell()) {
            let away = [self.place[0] - other.place[0], self.place[1] - other.place[1]];
            let nearness = 1.0 - (away[0] * away[0] + away[1] * away[1]) / (SIGHT * SIGHT);
            if nearness > 0.0 {
                seen += 1.0;
                for axis in 0..2 {
                    heading[axis] += other.velocity[axis];
                    middle[axis] += other.place[axis];
                    apart[axis] += away[axis] * nearness;
                }
            }
        }
        for (axis, side) in FIELD.into_iter().enumerate() {
            let along = heading[axis] / seen - self.velocity[axis];
            let together = middle[axis] / seen - self.place[axis];
            let inwards = self.place[axis].clamp(EDGE, side - EDGE) - self.place[axis];
            self.velocity[axis] += (3.0 * along + 3.0 * together + apart[axis] + 8.0 * inwards) * dt;
        }
        let speed = (self.velocity[0] * self.velocity[0] + self.velocity[1] * self.velocity[1]).sqrt();
        for (axis, side) in FIELD.into_iter().enumerate() {
            self.velocity[axis] *= SPEED / speed;
            self.place[axis] = (self.place[axis] + self.velocity[axis] * dt).clamp(0.0, side - 0.01);
        }
    }

    fn cell(&self) -> usize {
        let [column, line] = self.place.map(|place| (place / SIGHT) as usize + 1);
        line * CELLS[0] + column
    }
}

/// All boids as they are when a frame begins, cell by cell.
#[derive(Singleton, Default)]
struct Flock {
    boids: Vec<Boid>,
    /// Where the boids of each cell begin.
    begins: Vec<usize>,
}

impl Flock {
    fn update(&mut self, boids: View<Boid>) {
        self.begins = vec![0; CELLS[0] * CELLS[1] + 1];
        boids.iter().for_each(|boid| self.begins[boid.cell() + 1] += 1);
        (1..self.begins.len()).for_each(|cell| self.begins[cell] += self.begins[cell - 1]);
        self.boids.resize(boids.len(), Boid::default());
        let mut next = self.begins.clone();
        for boid in &boids {
            self.boids[next[boid.cell()]] = *boid;
            next[boid.cell()] += 1;
        }
    }

    /// The boids in a cell and in the eight around it.
    fn around(&self, cell: usize) -> impl Iterator<Item = &Boid> {
        let lines = [cell - CELLS[0], cell, cell + CELLS[0]];
        lines.into_iter().flat_map(|cell| &self.boids[self.begins[cell - 1]..self.begins[cell + 2]])
    }
}

/// Flies a flock, shows it every second from above, and says what a frame took.
#[derive(Parser)]
struct Options {
    /// How many boids
    #[arg(long, value_name = "N", default_value = "10000")]
    #[arg(value_parser = value_parser!(u32).range(1..=1_000_000))]
    count: u32,

    /// How many frames of a sixtieth of a second
    #[arg(long, value_name = "F", default_value = "300")]
    #[arg(value_parser = value_parser!(u32).range(1..=1_000_000))]
    frames: u32,

    /// On how many threads: 0 for one a core
    #[arg(long, value_name = "T", default_value = "0", value_parser = value_parser!(u16).range(0..=1_000))]
    threads: u16,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Options { count, frames, threads } = Options::parse();
    let pool = match cfg!(target_family = "wasm") {
        true => ThreadPoolBuilder::new().num_threads(1).use_current_thread(), // it has no others
        false => ThreadPoolBuilder::new().num_threads(threads.into()),
    };
    let pool = Arc::new(pool.build()?);
    World::set_thread_pool(pool.clone())?;
    let mut random = random();
    Entity::spawn_many(count as usize, |_, _| {
        let place = FIELD.map(|side| (side - 0.01) * random());
        (Boid { place, velocity: [random() - 0.5, random() - 0.5] },)
    });
    let mut time = Duration::ZERO;
    for frame in 1..=frames {
        let begun = Instant::now();
        update_all(DT);
        time += begun.elapsed();
        if frame % 60 == 0 {
            println!("{}", picture());
        }
    }
    let frame = time.as_secs_f64() * 1000.0 / f64::from(frames);
    println!("{count} boids, {frames} frames of {frame:.2} ms, threads: {}", pool.current_num_threads());
    Ok(())
}

/// The field from above: a character becomes darker each time the boids there double.
fn picture() -> String {
    let mut field = [[0_u32; FIELD[0] as usize]; FIELD[1] as usize / 2];
    for Boid { place: [x, y], .. } in &Boid::view() {
        field[(y / 2.0) as usize][*x as usize] += 1;
    }
    let shade = |count: &u32| " .:-=+*#%@".chars().nth((u32::BITS - count.leading_zeros()).min(9) as usize);
    field.iter().flat_map(|line| line.iter().filter_map(shade).chain(['\n'])).collect()
}

/// Numbers from 0 to 1 that look random, the same in each run (xorshift32).
fn random() -> impl FnMut() -> f32 {
    let mut bits = 1_u32;
    move || {
        bits ^= bits << 13;
        bits ^= bits >> 17;
        bits ^= bits << 5;
        (bits >> 8) as f32 / (1 << 24) as f32
    }
}
