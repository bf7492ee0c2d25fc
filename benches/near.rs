//! Entities found by place, beside a grid that is written out by hand and a k-d tree. Prints the medians of
//! the times, and how many times as long the library takes. The ways run in turn, so that all have the same
//! neighbours on the machine. `cargo bench -p ecs-benches --bench near`.

mod common;

use std::hint::black_box;
use std::time::Instant;

use common::Random;
use ecs_core::{Component, Entity, World, near, nearest};
use kiddo::{ImmutableKdTree, SquaredEuclidean};

const COUNT: usize = 10_000;
const QUESTIONS: usize = 1_000;
/// The number of times that each way runs.
const ROUNDS: usize = 501;
/// The plane is a square whose edges are connected: what leaves it at one comes back at the other.
const WIDTH: f32 = 1_000.0;
const RADIUS: f32 = 15.0;

#[derive(Component, Clone)]
#[component(near(position))]
struct Ship {
    position: [f32; 2],
    velocity: [f32; 2],
}

impl Ship {
    fn fly(&mut self) {
        for (at, by) in self.position.iter_mut().zip(self.velocity) {
            *at += by;
            if *at < 0.0 {
                *at += WIDTH;
            } else if *at > WIDTH {
                *at -= WIDTH;
            }
        }
    }
}

/// Ships, and the places that questions are about.
fn scene() -> (Vec<Ship>, Vec<[f32; 2]>) {
    let mut random = Random::default();
    let mut pair = |scale: f32| [(); 2].map(|()| random.below(1 << 24) as f32 / (1 << 24) as f32 * scale);
    let ships =
        (0..COUNT).map(|_| Ship { position: pair(WIDTH), velocity: pair(1.0).map(|by| by - 0.5) }).collect();
    (ships, (0..QUESTIONS).map(|_| pair(WIDTH)).collect())
}

fn world(ships: &[Ship]) -> World {
    let world = World::new();
    world.enter(|| Entity::spawn_many(ships.len(), |place, _| ships[place].clone()));
    world
}

fn tree(ships: &[Ship]) -> ImmutableKdTree<f32, 2> {
    let places: Vec<_> = ships.iter().map(|ship| ship.position).collect();
    ImmutableKdTree::new_from_slice(&places)
}

/// Cells in lines, each as wide as the radius, so that the answers lie in nine of them.
#[derive(Default)]
struct Grid {
    /// The first entry of each cell, and the number of entries.
    starts: Vec<u32>,
    /// The cell of each ship.
    cells: Vec<u32>,
    /// The places of the ships and their indices, cell by cell.
    entries: Vec<([f32; 2], u32)>,
}

impl Grid {
    const LINE: usize = (WIDTH / RADIUS) as usize + 1;

    fn column_and_line(place: [f32; 2]) -> [usize; 2] {
        place.map(|at| (at / RADIUS) as usize)
    }

    /// Sorts the ships by their cells: counts those of each cell, and puts each to its place.
    fn fill(&mut self, ships: &[Ship]) {
        self.starts.clear();
        self.starts.resize(Self::LINE * Self::LINE + 1, 0);
        self.cells.clear();
        for ship in ships {
            let [column, line] = Self::column_and_line(ship.position);
            let cell = line * Self::LINE + column;
            self.cells.push(cell as u32);
            self.starts[cell] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.entries.resize(ships.len(), ([0.0; 2], 0));
        for (index, (ship, &cell)) in ships.iter().zip(&self.cells).enumerate() {
            let start = &mut self.starts[cell as usize];
            *start -= 1;
            self.entries[*start as usize] = (ship.position, index as u32);
        }
    }

    /// Finds the ships within the radius, in no order.
    fn within(&self, here: [f32; 2], found: &mut Vec<u32>) {
        let [column, line] = Self::column_and_line(here);
        let around = |at: usize| at.saturating_sub(1)..(at + 2).min(Self::LINE);
        let columns = around(column);
        for first in around(line).map(|line| line * Self::LINE) {
            let [start, end] =
                [columns.start, columns.end].map(|column| self.starts[first + column] as usize);
            for &(place, index) in &self.entries[start..end] {
                let [x, y] = [place[0] - here[0], place[1] - here[1]];
                if x * x + y * y <= RADIUS * RADIUS {
                    found.push(index);
                }
            }
        }
    }
}

/// A way to do the work once; returns the number of answers, in which all ways agree.
type Way<'w> = (&'static str, Box<dyn FnMut() -> usize + 'w>);

fn compare(work: &str, mut ways: Vec<Way<'_>>) {
    let mut times = vec![Vec::with_capacity(ROUNDS); ways.len()];
    for round in 0..ROUNDS {
        let mut answers = None;
        for ((name, way), times) in ways.iter_mut().zip(&mut times) {
            let start = Instant::now();
            let found = way();
            times.push(start.elapsed());
            assert_eq!(found, *answers.get_or_insert(found), "answers of {name} in round {round}");
        }
    }
    let medians = times.iter_mut().map(|times| *times.select_nth_unstable(ROUNDS / 2).1);
    let medians: Vec<_> = medians.map(|time| time.as_secs_f64() * 1e6).collect();
    println!("{work}");
    for ((name, _), median) in ways.iter().zip(&medians) {
        println!("    {name:<10}{median:>8.0} us    {:.2}", medians[0] / median);
    }
}

/// Moves all ships, and asks for those around each place.
fn frames(ships: &[Ship], questions: &[[f32; 2]]) {
    let world = world(ships);
    let near = || {
        world.enter(|| {
            Ship::for_each(Ship::fly);
            questions.iter().map(|&here| black_box(near::<Ship>(here, RADIUS)).len()).sum()
        })
    };
    let (mut plain, mut cells, mut found) = (ships.to_vec(), Grid::default(), Vec::new());
    let grid = || {
        plain.iter_mut().for_each(Ship::fly);
        cells.fill(&plain);
        let mut ask = |&here: &[f32; 2]| {
            found.clear();
            cells.within(here, &mut found);
            black_box(&found).len()
        };
        questions.iter().map(&mut ask).sum()
    };
    let mut plain = ships.to_vec();
    let kiddo = || {
        plain.iter_mut().for_each(Ship::fly);
        let tree = tree(&plain);
        let within = |here| tree.within_unsorted::<SquaredEuclidean>(here, RADIUS * RADIUS);
        questions.iter().map(|here| black_box(within(here)).len()).sum()
    };
    compare(
        "a frame: 10,000 move, 1,000 questions with some seven answers each",
        vec![("near", Box::new(near)), ("grid", Box::new(grid)), ("kiddo", Box::new(kiddo))],
    );
}

/// Asks for the nearest ship, while nothing moves.
fn nearest_of_all(ships: &[Ship], questions: &[[f32; 2]]) {
    let (world, tree) = (world(ships), tree(ships));
    let nearest = || {
        let ask = |&here: &[f32; 2]| black_box(nearest::<Ship>(here, f32::INFINITY)).is_some();
        world.enter(|| questions.iter().filter(|here| ask(here)).count())
    };
    let kiddo = || {
        let ask =
            |here: &&[f32; 2]| black_box(tree.nearest_one::<SquaredEuclidean>(here)).distance.is_finite();
        questions.iter().filter(ask).count()
    };
    compare(
        "1,000 questions for the nearest",
        vec![("nearest", Box::new(nearest)), ("kiddo", Box::new(kiddo))],
    );
}

fn main() {
    let (ships, questions) = scene();
    frames(&ships, &questions);
    nearest_of_all(&ships, &questions);
}
