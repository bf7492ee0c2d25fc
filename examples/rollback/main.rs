//! Two players in a process each, over UDP that loses packets: `cargo run --release -p rollback`. One sees
//! them with `--watch --fps 60`.

use std::process::ExitCode;

use clap::Parser;
use rollback::{Options, duel, player};

fn main() -> ExitCode {
    let options = Options::parse();
    let played = match options.player {
        Some(number) => player::play(number, &options),
        None => duel::run(&options),
    };
    played.map_or_else(
        |error| {
            eprintln!("{error}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}
