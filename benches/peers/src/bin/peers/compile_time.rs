//! What a component costs the compiler: crates of components in use, compiled in turn, beyond an empty crate
//! that uses the same library.

mod clock;
mod crates;
mod workspace;

use std::error::Error;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use comfy_table::{CellAlignment, Table, presets};

use self::clock::Taken;
use self::crates::{Crate, Library};
use self::workspace::{Step, Workspace};
use crate::report::figure;

/// How the compiler is measured.
#[derive(Args)]
pub struct Options {
    /// Components in the crates that are checked and built for debugging.
    #[arg(long, default_value_t = 200)]
    components: usize,
    /// Components in the crates that are optimised.
    #[arg(long, default_value_t = 40)]
    optimised: usize,
    /// Samples of each crate; the medians are shown.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Measures only these libraries.
    #[arg(long, value_delimiter = ',')]
    library: Vec<Library>,
    /// Measures this copy of ecs-core, such as one of an earlier day.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ecs-core"))]
    ecs_core: PathBuf,
    /// Writes and builds the crates in this folder, and keeps it. Without it, they are in a temporary one.
    #[arg(long)]
    folder: Option<PathBuf>,
}

/// What is measured: a row of the table.
#[derive(Clone, Copy, PartialEq)]
enum Cost {
    Debug,
    Release,
    Edit,
    Check,
    Size,
    Ir,
}

impl Cost {
    const ALL: [Self; 6] = [Self::Debug, Self::Release, Self::Edit, Self::Check, Self::Size, Self::Ir];

    fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug build from nothing, s a component",
            Self::Release => "release build, s a component",
            Self::Edit => "debug build after one hook was edited, s",
            Self::Check => "check from nothing, ms a component",
            Self::Size => "stripped release, kB a component",
            Self::Ir => "LLVM IR of a plain component, debug, lines",
        }
    }

    /// How many components the crate has.
    fn count(self, options: &Options) -> usize {
        match self {
            Self::Debug | Self::Edit | Self::Check => options.components,
            Self::Release | Self::Size => options.optimised,
            // More of them have as many lines each.
            Self::Ir => 10,
        }
    }

    fn step(self) -> Option<Step> {
        match self {
            Self::Debug => Some(Step::DebugAnew),
            Self::Release => Some(Step::Release),
            Self::Edit => Some(Step::DebugEdited),
            Self::Check => Some(Step::CheckAnew),
            Self::Size | Self::Ir => None,
        }
    }

    /// What a second, a byte or a line of the whole crate counts in the row.
    fn unit(self, count: usize) -> f64 {
        match self {
            Self::Debug | Self::Release | Self::Ir => 1.0 / count as f64,
            Self::Edit => 1.0,
            Self::Check => 1e3 / count as f64,
            Self::Size => 1e-3 / count as f64,
        }
    }
}

/// What a library costs in one row of the table, by one clock.
struct Row {
    cost: Cost,
    count: usize,
    library: Library,
    clock: &'static str,
    /// The medians for the whole crate and for the empty one: seconds, bytes or lines.
    whole: f64,
    empty: f64,
    /// In the unit of the row, beyond the empty crate: the median, the lowest and the highest.
    each: [f64; 3],
    rounds: usize,
}

/// Measures, prints a table, and writes `compile-time.csv` into a folder.
pub fn run(options: &Options, out: &Path) -> Result<(), Box<dyn Error>> {
    let libraries = match options.library.as_slice() {
        [] => Library::value_variants(),
        some => some,
    };
    let empty = |library| Crate { library, count: 0, hooks: true };
    let full = |library, cost: Cost| Crate { library, count: cost.count(options), hooks: cost != Cost::Ir };
    let mut crates = Vec::new();
    for &library in libraries {
        crates.push(empty(library));
        crates.extend(Cost::ALL.map(|cost| full(library, cost)));
    }
    crates.sort_by_key(|krate| krate.package());
    crates.dedup_by_key(|krate| krate.package());
    let mut workspace = Workspace::write(options.folder.clone(), &crates, &options.ecs_core)?;
    for &library in libraries {
        workspace.prepare(empty(library))?;
    }
    let mut rows = Vec::new();
    for cost in Cost::ALL {
        let pairs: Vec<_> = libraries.iter().map(|&library| [empty(library), full(library, cost)]).collect();
        let samples = samples(&mut workspace, cost, &pairs, options.rounds)?;
        for (pair, samples) in pairs.iter().zip(samples) {
            rows.extend(self::rows(cost, pair[1], &samples));
        }
    }
    eprint!("\r{:60}\r", "");
    print(&rows, libraries);
    save(&rows, &out.join("compile-time.csv"))
}

/// Samples of pairs of crates, an empty and a full one: in turn, so that what disturbs the machine disturbs
/// all.
fn samples(
    workspace: &mut Workspace,
    cost: Cost,
    pairs: &[[Crate; 2]],
    rounds: usize,
) -> Result<Vec<Vec<[Taken; 2]>>, Box<dyn Error>> {
    let mut samples = vec![Vec::new(); pairs.len()];
    let rounds = if cost.step().is_some() { rounds } else { 0 };
    // The first round warms up, or is exact.
    for round in 0..=rounds {
        eprint!("\r{:60}\r{}: round {round} of {rounds} ", "", cost.name());
        for (pair, samples) in pairs.iter().zip(&mut samples) {
            let mut take = |krate| {
                Ok::<_, Box<dyn Error>>(match cost.step() {
                    Some(step) => workspace.measure(krate, step)?,
                    None if cost == Cost::Size => Taken::exactly(workspace.bytes(krate)? as f64),
                    None => Taken::exactly(workspace.lines_of_ir(krate)? as f64),
                })
            };
            let taken = [take(pair[0])?, take(pair[1])?];
            if round > 0 || rounds == 0 {
                samples.push(taken);
            }
        }
    }
    Ok(samples)
}

/// The rows of a crate, one for each clock that there is.
fn rows(cost: Cost, krate: Crate, samples: &[[Taken; 2]]) -> Vec<Row> {
    let Crate { library, count, .. } = krate;
    let row = |clock, of: fn(&Taken) -> Option<f64>| {
        let figures = samples.iter().map(|[empty, full]| Some((of(empty)?, of(full)?)));
        let figures: Vec<_> = figures.collect::<Option<_>>()?;
        let spread = |figure: &dyn Fn(&(f64, f64)) -> f64| spread(figures.iter().map(figure).collect());
        Some(Row {
            cost,
            count,
            library,
            clock,
            whole: spread(&|&(_, full)| full)[0],
            empty: spread(&|&(empty, _)| empty)[0],
            each: spread(&|&(empty, full)| (full - empty) * cost.unit(count)),
            rounds: samples.len(),
        })
    };
    match cost.step() {
        Some(_) => [row("processors", |taken| taken.cpu), row("wall", |taken| Some(taken.wall))]
            .into_iter()
            .flatten()
            .collect(),
        None => row("", |taken| Some(taken.wall)).into_iter().collect(),
    }
}

/// The median, the lowest and the highest.
fn spread(mut samples: Vec<f64>) -> [f64; 3] {
    samples.sort_by(f64::total_cmp);
    let last = samples.len() - 1;
    [(samples[last / 2] + samples[last.div_ceil(2)]) / 2.0, samples[0], samples[last]]
}

fn print(rows: &[Row], libraries: &[Library]) {
    println!("Beyond an empty crate that uses the same library:\n");
    let mut table = Table::new();
    table.load_preset(presets::ASCII_MARKDOWN);
    let names = libraries.iter().map(|library| library.name());
    table.set_header(["of a crate with components in use", "components", "clock"].into_iter().chain(names));
    for column in table.column_iter_mut().skip(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for first in rows.iter().filter(|row| row.library == libraries[0]) {
        let mut cells = vec![first.cost.name().to_owned(), first.count.to_string(), first.clock.to_owned()];
        let alike = rows.iter().filter(|row| (row.cost, row.clock) == (first.cost, first.clock));
        cells.extend(alike.map(|row| figure(row.each[0])));
        table.add_row(cells);
    }
    println!("{table}");
}

fn save(rows: &[Row], path: &Path) -> Result<(), Box<dyn Error>> {
    let mut file = csv::Writer::from_path(path)?;
    let header = "measure,components,clock,peer,crate,empty,figure,lowest,highest,rounds";
    file.write_record(header.split(','))?;
    for row in rows {
        let [count, rounds] = [row.count, row.rounds].map(|number| number.to_string());
        let figures = [row.whole, row.empty, row.each[0], row.each[1], row.each[2]];
        let [whole, empty, each, low, high] = figures.map(|figure| format!("{figure:.4}"));
        let names = [row.cost.name(), &count, row.clock, row.library.name()];
        file.write_record(names.into_iter().chain([&*whole, &empty, &each, &low, &high, &rounds]))?;
    }
    Ok(file.flush()?)
}
