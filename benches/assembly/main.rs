//! Checks what the optimiser makes of updates. Not a measurement: this program reads its own machine code.
//!
//! The loop over a store is `Visit::quickly`, compiled for each hook, and that of a query's `each` is
//! `Run::each_zipped`. Each hook here calculates with other operations than the others, so that its loop is
//! known by its instructions.

mod code;
mod fields;

use std::process::ExitCode;

use code::{Function, Instruction};
use ecs_core::{Component, Entity, Handle, every, query, update_all};

/// Multiplies and adds.
#[derive(Component)]
struct Particle {
    x: f32,
    speed: f32,
}

impl Particle {
    fn update(&mut self, dt: f32) {
        self.x += self.speed * dt;
    }
}

#[derive(Component, Default)]
struct Height(f32);

/// Multiplies and subtracts.
#[derive(Component)]
struct Stone(f32);

impl Stone {
    fn update(&mut self, dt: f32, height: &mut Height) {
        height.0 -= self.0 * dt;
    }
}

#[derive(Component)]
struct Weight(f32);

#[derive(Component)]
struct Drag(f32);

/// Divides and subtracts.
#[derive(Component)]
struct Leaf(f32);

impl Leaf {
    fn update(&mut self, dt: f32, height: &mut Height, weight: &Weight) {
        height.0 -= self.0 / weight.0 / dt;
    }
}

/// Divides and multiplies.
#[derive(Component)]
struct Feather(f32);

impl Feather {
    fn update(&self, height: &mut Height, weight: &Weight, drag: &Drag) {
        height.0 *= self.0 / weight.0 * drag.0;
    }
}

/// Takes the root, in a query.
fn settle() {
    query::<(&mut Height, &Weight)>().each(|(height, weight)| height.0 = weight.0.sqrt() - height.0);
}

/// Divides.
#[derive(Component)]
struct Balloon {
    height: Handle<Height>,
    speed: f32,
}

impl Balloon {
    fn update(&mut self, dt: f32) {
        self.height.borrow_mut().0 += self.speed / dt;
    }
}

/// Takes the root and divides. Ends itself, seldom.
#[derive(Component)]
struct Bubble(f32);

impl Bubble {
    fn update(&mut self, dt: f32) {
        self.0 = self.0.sqrt() / dt;
        if self.0 > 1e9 {
            self.entity().despawn();
        }
    }
}

/// Takes the greater one and multiplies, unless there is nothing to do.
#[derive(Component)]
struct Tank(f32);

impl Tank {
    fn update(&self, height: &mut Height) -> Option<()> {
        let free = (self.0 > 0.5).then_some(self.0)?;
        height.0 = height.0.max(free) * free;
        Some(())
    }
}

/// Is called by a trait.
#[derive(Component)]
#[component(as(dyn Fly))]
struct Kite(f32);

trait Fly {
    fn fly(&mut self, by: f32);
}

impl Fly for Kite {
    fn fly(&mut self, by: f32) {
        self.0 += by;
    }
}

/// What must be: some loop has these instructions, and can be run through without a call, and without others.
struct Law {
    says: &'static str,
    instructions: &'static [&'static str],
    without: &'static [&'static str],
}

impl Law {
    const fn new(says: &'static str, instructions: &'static [&'static str]) -> Self {
        Self { says, instructions, without: &[] }
    }
}

const LAWS: [Law; 8] = [
    Law::new("an update of `self` alone is vectorised", &["mulps", "addps"]),
    Law::new("an update of `self` and a sibling is vectorised", &["mulps", "subps"]),
    Law::new("an update of two siblings is vectorised", &["divps", "subps"]),
    Law::new("an update with `&self` of three siblings is vectorised", &["divps", "mulps"]),
    Law::new("a query's `each` is vectorised", &["sqrtps", "subps"]),
    Law::new("an update through a handle calls nothing", &["divss", "addss"]),
    Law::new("an update that may end itself calls nothing where it does not", &["sqrtss", "divss"]),
    Law::new("an update that returns `Option<()>` calls nothing", &["maxss", "mulss"]),
];

fn main() -> ExitCode {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        println!("skipped: the instructions are known for Linux on x86-64 only");
        return ExitCode::SUCCESS;
    }
    if cfg!(debug_assertions) {
        println!("skipped: nothing is optimised here; run it with `cargo bench`");
        return ExitCode::SUCCESS;
    }
    use_all();
    fields::use_all();
    let loops = code::functions_named("quickly").and_then(|mut loops| {
        loops.extend(code::functions_named("each")?);
        // That of a parallel pass.
        loops.extend(code::functions_named("catch_unwind::do_call")?);
        Ok(loops)
    });
    let loops = match loops {
        Ok(loops) => loops,
        Err(error) => {
            eprintln!("The machine code could not be read: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut kept = true;
    for law in LAWS.iter().chain(&fields::LAWS) {
        match law.check(&loops) {
            Ok(length) => println!("ok: {} ({length} instructions)", law.says),
            Err(reason) => {
                kept = false;
                eprintln!("BROKEN: {}. {reason}", law.says);
            }
        }
    }
    match check_calls_by_trait() {
        Ok(length) => println!("ok: {CALLS_BY_TRAIT} ({length} instructions)"),
        Err(reason) => {
            kept = false;
            eprintln!("BROKEN: {CALLS_BY_TRAIT}. {reason}");
        }
    }
    if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Law {
    /// Returns how many instructions the loop has.
    fn check(&self, functions: &[Function]) -> Result<usize, String> {
        let rounds = functions.iter().flat_map(|function| function.rounds(self.instructions));
        let calls = |round: &[&Instruction]| round.iter().filter(|at| at.is_call()).count();
        let best = rounds.min_by_key(|round| (calls(round), round.len()));
        let instructions = self.instructions.join("` and `");
        match best {
            None => Err(format!(
                "None of the {} loops of passes and queries has `{instructions}`.",
                functions.len()
            )),
            Some(round) if calls(&round) != 0 => {
                let calls = round.iter().filter(|at| at.is_call()).map(|at| &*at.operands);
                Err(format!("The loop with `{instructions}` calls {}.", calls.collect::<Vec<_>>().join(", ")))
            }
            Some(round) => match round.iter().find(|at| at.is_one_of(self.without)) {
                Some(at) => Err(format!("The loop with `{instructions}` has {at}.")),
                None => Ok(round.len()),
            },
        }
    }
}

const CALLS_BY_TRAIT: &str = "`every` has one loop for a type and a trait, with one call in it";

/// Looks for the loops of passes that call what a table leads to, as those of `every` do alone. Returns how
/// many instructions the shortest has. A type has three, of `each`, `each_with_entity` and `read`, or fewer
/// where they are equal.
fn check_calls_by_trait() -> Result<usize, String> {
    let passes = code::functions_named("quickly").map_err(|error| error.to_string())?;
    let calls = |round: &[&Instruction]| round.iter().filter(|at| at.is_call()).count();
    let round = |function: &Function| {
        let rounds = function.rounds(&["call"]).filter(|round| round.iter().any(|at| at.is_indirect_call()));
        rounds.map(|round| (calls(&round), round.len())).min()
    };
    let rounds: Vec<_> = passes.iter().filter_map(round).collect();
    let shortest = rounds.iter().map(|&(_, length)| length).min();
    match shortest {
        Some(length) if rounds.len() <= 3 && rounds.iter().all(|&(calls, _)| calls == 1) => Ok(length),
        _ => Err(format!("The loops with such a call have so many calls and instructions: {rounds:?}.")),
    }
}

/// Makes the compiler keep all hooks.
fn use_all() {
    let particle = Entity::spawn().insert(Particle { x: 0.0, speed: 3.0 });
    let height = Entity::spawn().with(Stone(2.0)).add::<Height>();
    Entity::spawn().insert(Balloon { height, speed: 5.0 });
    let bubbles = [2.0, f32::INFINITY].map(|size| Entity::spawn().insert(Bubble(size * size)));
    let leaf = Entity::spawn()
        .with(Weight(4.0))
        .with(Drag(0.5))
        .with(Leaf(2.0))
        .with(Feather(8.0))
        .insert(Height(3.0));
    update_all(0.5);
    assert_eq!(bubbles.map(|bubble| bubble.get().map(|bubble| bubble.0)), [Some(4.0), None]);
    assert_eq!((particle.borrow().x, height.borrow().0, leaf.borrow().0), (1.5, 9.0, 2.0));
    let tanks = [0.25, 2.0].map(|free| Entity::spawn().with(Tank(free)).insert(Height(3.0)));
    Tank::update_all(0.5);
    assert_eq!(tanks.map(|height| height.borrow().0), [3.0, 6.0]);
    let kite = Entity::spawn().insert(Kite(1.0));
    let mut visited = 0;
    every::<dyn Fly>().each(|one| one.fly(2.0));
    every::<dyn Fly>().each(|one| {
        visited += 1;
        one.fly(4.0);
    });
    assert_eq!((kite.borrow().0, visited), (7.0, 1));
    settle();
    assert_eq!(leaf.borrow().0, 0.0);
}
