//! The same work by plain code, by ecs-core, by the C++ seed and by the best peers, in one run.
//!
//! A way to do a scenario runs in a process of its own, which this one asks for a sample in turn with all
//! others: what slows the machine down slows all, and no peer finds the memory that another one has used.

mod chart;
mod compile_time;
mod peer;
mod program;
mod report;
mod run;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use peers::scenario::Scenario;

/// Measures ecs-core and plain code, the C++ seed and other crates.
#[derive(Parser)]
struct Options {
    /// Take only these peers (the plain code always takes part).
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Run only these scenarios.
    #[arg(long, value_delimiter = ',')]
    scenario: Vec<Scenario>,
    /// Small numbers of entities and three rounds.
    #[arg(long)]
    quick: bool,
    /// Samples of each way; the medians are shown.
    #[arg(long)]
    rounds: Option<usize>,
    /// Where `results.csv` and the charts are written.
    #[arg(long, default_value = env!("CARGO_MANIFEST_DIR"))]
    out: PathBuf,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Measures what a component costs the compiler, compared with bevy_ecs and hecs, and writes
    /// `compile-time.csv`.
    CompileTime(compile_time::Options),
}

fn main() -> ExitCode {
    let options = Options::parse();
    if let Some(Command::CompileTime(compile)) = options.command {
        return compile_time(&compile, &options.out);
    }
    let peers = match peer::chosen(&options.only) {
        Ok(peers) => peers,
        Err(unknown) => {
            let names: Vec<_> = peer::ALL.iter().map(|peer| peer.name).collect();
            eprintln!("No peer is called `{unknown}`. There are: {}.", names.join(", "));
            return ExitCode::FAILURE;
        }
    };
    if let Err(error) = program::build(&peers) {
        eprintln!("The programs of the peers could not be built: {error}");
        return ExitCode::FAILURE;
    }
    let scenarios = match options.scenario.as_slice() {
        [] => Scenario::ALL,
        some => some,
    };
    let rounds = options.rounds.unwrap_or(if options.quick { 3 } else { 9 });
    let mut results = Vec::new();
    for &scenario in scenarios {
        let rows = run::scenario(scenario, &peers, options.quick, rounds);
        report::print(scenario, &rows);
        results.extend(rows);
    }
    // A selection of peers or a quick run is for the terminal: the files hold what all have run.
    if options.only.is_empty()
        && !options.quick
        && let Err(error) = report::save(&results, &options.out)
    {
        eprintln!("The results could not be written to {}: {error}", options.out.display());
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn compile_time(options: &compile_time::Options, out: &Path) -> ExitCode {
    match compile_time::run(options, out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nThe compiler could not be measured: {error}");
            ExitCode::FAILURE
        }
    }
}
