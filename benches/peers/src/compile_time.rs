//! What a component costs the compiler: crates of many components, compiled in turn, beside the same crate without a library.

mod clock;
mod crates;
mod workspace;

use std::error::Error;
use std::path::{Path, PathBuf};

use clap::Args;
use comfy_table::{CellAlignment, Table, presets};

use self::clock::Taken;
use self::crates::Dialect;
use self::workspace::{Step, Workspace};
use crate::report::figure;

/// How the compiler is measured.
#[derive(Args)]
pub struct Options {
    /// Numbers of components in a crate.
    #[arg(long, value_delimiter = ',', default_values_t = [100, 500])]
    counts: Vec<usize>,
    /// Samples of each crate; the medians are shown. Long release builds are sampled three times at most.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Writes and builds the crates in this folder, and keeps it. Without it, they are in a temporary one.
    #[arg(long)]
    folder: Option<PathBuf>,
}

/// What a way costs in one step, for one number of components.
struct Row {
    count: usize,
    step: Step,
    dialect: Dialect,
    wall: Figures,
    cpu: Option<Figures>,
    rounds: usize,
}

/// Milliseconds.
struct Figures {
    /// The median for the whole crate.
    whole: f64,
    /// A component beyond the plain crate: the median, the lowest and the highest.
    each: [f64; 3],
}

impl Row {
    /// The figures by each clock that there is.
    fn clocks(&self) -> impl Iterator<Item = (&'static str, &Figures)> {
        [("wall", Some(&self.wall)), ("processors", self.cpu.as_ref())]
            .into_iter()
            .filter_map(|(clock, figures)| Some((clock, figures?)))
    }
}

/// Measures, prints tables, and writes `compile-time.csv` into a folder.
pub fn run(options: Options, out: &Path) -> Result<(), Box<dyn Error>> {
    let Options { counts, rounds, folder } = options;
    let mut workspace = Workspace::write(folder, &counts)?;
    workspace.prepare()?;
    let mut rows = Vec::new();
    for &count in &counts {
        for step in Step::ALL {
            let long = step == Step::Release && count > 100;
            let group = group(&mut workspace, count, step, if long { rounds.min(3) } else { rounds })?;
            print(&group);
            rows.extend(group);
        }
    }
    save(&rows, &out.join("compile-time.csv"))
}

/// Measures a step on all crates of a size: in turn, so that what disturbs the machine disturbs all.
fn group(
    workspace: &mut Workspace,
    count: usize,
    step: Step,
    rounds: usize,
) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut samples = [const { Vec::new() }; Dialect::ALL.len()];
    // The first round warms up.
    for round in 0..=rounds {
        eprint!("\r{:60}\r{count} components, {}: round {round} of {rounds} ", "", step.name());
        for (dialect, samples) in Dialect::ALL.into_iter().zip(&mut samples) {
            let taken = workspace.measure(dialect, count, step)?;
            if round > 0 {
                samples.push(taken);
            }
        }
    }
    eprint!("\r{:60}\r", "");
    let plain = &samples[0];
    let row = |(dialect, samples): (Dialect, &Vec<Taken>)| {
        let figures = |clock: fn(&Taken) -> Option<f64>| figures(samples, plain, count, clock);
        let wall = figures(|taken| Some(taken.wall)).expect("there are rounds, and walls have clocks");
        Row { count, step, dialect, wall, cpu: figures(|taken| taken.cpu), rounds }
    };
    Ok(Dialect::ALL.into_iter().zip(&samples).map(row).collect())
}

/// Compares each sample with that of the plain crate in the same round.
fn figures(
    samples: &[Taken],
    plain: &[Taken],
    count: usize,
    clock: fn(&Taken) -> Option<f64>,
) -> Option<Figures> {
    let times = |samples: &[Taken]| {
        samples.iter().map(|taken| Some(1e3 * clock(taken)?)).collect::<Option<Vec<f64>>>()
    };
    let (samples, plain) = (times(samples)?, times(plain)?);
    let each = samples.iter().zip(plain).map(|(sample, plain)| (sample - plain) / count as f64).collect();
    let [whole, ..] = spread(samples);
    Some(Figures { whole, each: spread(each) })
}

/// The median, the lowest and the highest.
fn spread(mut samples: Vec<f64>) -> [f64; 3] {
    samples.sort_by(f64::total_cmp);
    let last = samples.len() - 1;
    [(samples[last / 2] + samples[last.div_ceil(2)]) / 2.0, samples[0], samples[last]]
}

fn print(group: &[Row]) {
    let Row { count, step, .. } = group[0];
    println!("\n{count} components, {}, milliseconds:\n", step.name());
    let mut table = Table::new();
    table.load_preset(presets::ASCII_MARKDOWN);
    table.set_header(["peer", "way", "clock", "the crate", "a component", "lowest", "highest"]);
    for column in table.column_iter_mut().skip(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for row in group {
        for (clock, figures) in row.clocks() {
            let [peer, way] = [row.dialect.peer(), row.dialect.way()].map(str::to_owned);
            let mut cells = vec![peer, way, clock.to_owned(), figure(figures.whole)];
            if row.dialect != Dialect::Plain {
                cells.extend(figures.each.map(|time| format!("{time:.2}")));
            }
            table.add_row(cells);
        }
    }
    println!("{table}");
}

fn save(rows: &[Row], path: &Path) -> Result<(), Box<dyn Error>> {
    let mut file = csv::Writer::from_path(path)?;
    let header = "components,step,peer,way,clock,crate_ms,component_ms,lowest,highest,rounds";
    file.write_record(header.split(','))?;
    for row in rows {
        for (clock, figures) in row.clocks() {
            let names = [row.step.name(), row.dialect.peer(), row.dialect.way(), clock];
            let mut record = vec![row.count.to_string()];
            record.extend(names.map(str::to_owned));
            record.push(format!("{:.1}", figures.whole));
            record.extend(figures.each.map(|time| format!("{time:.3}")));
            record.push(row.rounds.to_string());
            file.write_record(record)?;
        }
    }
    Ok(file.flush()?)
}
