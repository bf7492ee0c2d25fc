//! Many airplanes, each with a smart reference to its own transform, and what they cost.
//!
//! `cargo run --release --example airplanes -- --count 1000000 --frames 60 --access view`

use std::io::{IsTerminal, stdout};
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use ecs_core::{Component, Entity, Handle, PerEntity, World, update_all};
use indicatif::{ProgressBar, ProgressStyle};

const DT: f32 = 1.0 / 60.0;
const SPEED: f32 = 1000.0;

#[derive(Component, Default)]
struct Transform {
    pos: [f32; 3],
}

// ---- four airplanes, one for each way to reach the transform, and one whose fields lie apart ----

/// Follows its handle. Each access is checked, and tracked as a borrow.
#[derive(Component)]
struct MegaSonicAirplane {
    transform: Handle<Transform>,
    speed: f32,
}

impl Default for MegaSonicAirplane {
    fn default() -> Self {
        Self { transform: Handle::NULL, speed: SPEED }
    }
}

impl MegaSonicAirplane {
    fn init(&mut self) {
        self.transform = self.add::<Transform>();
    }

    fn update(&mut self, dt: f32) {
        self.transform.borrow_mut().pos[1] += self.speed * dt;
    }
}

/// The same, with an array for each field. Its value is a copy then, so `init` asks for its entity.
#[derive(Component)]
#[component(soa)]
struct SplitAirplane {
    transform: Handle<Transform>,
    speed: f32,
}

impl Default for SplitAirplane {
    fn default() -> Self {
        Self { transform: Handle::NULL, speed: SPEED }
    }
}

impl SplitAirplane {
    fn init(&mut self, me: Entity) {
        self.transform = me.add::<Transform>();
    }

    fn update(&mut self, dt: f32) {
        self.transform.borrow_mut().pos[1] += self.speed * dt;
    }
}

/// Has no update: `fly_through_views` moves all of them.
#[derive(Component)]
struct ViewedAirplane {
    transform: Handle<Transform>,
    speed: f32,
}

impl Default for ViewedAirplane {
    fn default() -> Self {
        Self { transform: Handle::NULL, speed: SPEED }
    }
}

impl ViewedAirplane {
    fn init(&mut self) {
        self.transform = self.add::<Transform>();
    }
}

/// Borrows both stores once. Each access is only a look-up.
fn fly_through_views(dt: f32) {
    let mut transforms = Transform::view_mut();
    for plane in &ViewedAirplane::view() {
        transforms[plane.transform].pos[1] += plane.speed * dt;
    }
}

/// Is given its transform. The stores are compared once a pass, and then walked side by side.
#[derive(Component)]
struct SiblingAirplane {
    transform: Handle<Transform>,
    speed: f32,
}

impl Default for SiblingAirplane {
    fn default() -> Self {
        Self { transform: Handle::NULL, speed: SPEED }
    }
}

impl SiblingAirplane {
    fn init(&mut self) {
        self.transform = self.add::<Transform>();
    }

    fn update(&mut self, dt: f32, transform: &mut Transform) {
        transform.pos[1] += self.speed * dt;
    }
}

// ---- the program ----

/// Flies airplanes, and prints what creating and moving them costs.
#[derive(Parser)]
struct Options {
    /// How many airplanes
    #[arg(long, value_name = "N", default_value = "5000000", value_parser = count)]
    #[arg(allow_negative_numbers = true)]
    count: usize,

    /// How many frames of a sixtieth of a second
    #[arg(long, value_name = "F", default_value = "60", value_parser = frames, allow_negative_numbers = true)]
    frames: usize,

    /// How an airplane reaches its transform
    #[arg(long, value_enum, default_value_t = Access::Handle)]
    access: Access,
}

#[derive(Clone, Copy, ValueEnum)]
enum Access {
    /// A handle in the airplane, borrowed in its update
    Handle,
    /// A view of each store, indexed by the handles
    View,
    /// A parameter of the airplane's update
    Sibling,
    /// As `handle`, with the fields of the airplanes apart: structure of arrays
    Soa,
}

fn count(text: &str) -> Result<usize, String> {
    whole_number(text, 200_000_000)
}

fn frames(text: &str) -> Result<usize, String> {
    whole_number(text, 1_000_000)
}

fn whole_number(text: &str, most: usize) -> Result<usize, String> {
    match text.replace('_', "").parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("give a whole number from 1 to {most}")),
    }
}

fn main() {
    let options = Options::parse();
    match options.access {
        Access::Handle => fly::<MegaSonicAirplane>(&options, "handles", update_all),
        Access::View => fly::<ViewedAirplane>(&options, "views", fly_through_views),
        Access::Sibling => fly::<SiblingAirplane>(&options, "siblings", update_all),
        Access::Soa => fly::<SplitAirplane>(&options, "handles, fields apart", update_all),
    }
}

/// Creates the airplanes, runs the frames, and reports.
fn fly<Plane: PerEntity + Default>(options: &Options, through: &str, frame: impl Fn(f32)) {
    let Options { count, frames, .. } = *options;
    println!("{count} airplanes, {frames} frames, through {through}");

    let (planes, time) = create::<Plane>(count);
    println!("create   {:>7.2} ns an entity", nanoseconds(time, count));

    let median = run(frames, frame);
    println!("frame    {:>7.2} ns an entity (median)", nanoseconds(median, count));

    let bytes = World::stats().bytes();
    println!("memory   {:>7.2} bytes an entity, reserved by the stores", bytes as f64 / count as f64);

    let [x, y, z] = planes[0].borrow::<Transform>().pos;
    println!("plane 0  {{ {x:.3}, {y:.3}, {z:.3} }}");
}

/// Spawns entities one by one, and says how long that took.
fn create<Plane: PerEntity + Default>(count: usize) -> (Vec<Entity>, Duration) {
    /// Between two steps of the progress bar, which is not part of the time.
    const STEP: usize = 100_000;

    let bar = progress("creating", count);
    let mut planes = Vec::with_capacity(count);
    let mut time = Duration::ZERO;
    while planes.len() < count {
        let step = STEP.min(count - planes.len());
        let start = Instant::now();
        for _ in 0..step {
            let plane = Entity::spawn();
            plane.add::<Plane>();
            planes.push(plane);
        }
        time += start.elapsed();
        bar.inc(step as u64);
    }
    bar.finish_and_clear();
    (planes, time)
}

/// Runs frames, and returns the median of their times.
fn run(frames: usize, frame: impl Fn(f32)) -> Duration {
    let bar = progress("flying", frames);
    let mut times = Vec::with_capacity(frames);
    for _ in 0..frames {
        let start = Instant::now();
        frame(DT);
        times.push(start.elapsed());
        bar.inc(1);
    }
    bar.finish_and_clear();
    times.sort_unstable();
    times[frames / 2]
}

fn nanoseconds(time: Duration, count: usize) -> f64 {
    time.as_nanos() as f64 / count as f64
}

/// A progress bar for people: not drawn where the output goes to a file or a pipe.
fn progress(doing: &'static str, steps: usize) -> ProgressBar {
    if !stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{prefix:<8} {wide_bar} {human_pos}/{human_len}")
        .expect("the template is valid");
    ProgressBar::new(steps as u64).with_style(style).with_prefix(doing)
}
