//! One node of a cluster that plays rooms. `--help` says what it takes.

use clap::Parser;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let result = cluster::run(cluster::Options::parse()).await;
    if let Err(error) = &result {
        eprintln!("{error}");
    }
    // Nobody waits for its standard input any more.
    std::process::exit(result.is_err().into());
}
