//! The program of a peer: it says in which ways it does a scenario, or does it in one of them and gives a
//! sample for each line that it reads.

use std::env;
use std::io::Write;

use crate::sample::limit_frames;
use crate::scenario::Scenario;
use crate::way::{Way, Ways};

/// How the only line of an answer begins that says why the peer does not do a scenario.
pub const MISSING: &str = "missing: ";

/// Does what the command line asks for: `SCENARIO`, or `SCENARIO ENTITIES WAY`.
pub fn serve(ways: fn(Scenario) -> Ways) {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let of = |scenario: &str| {
        let scenario: Scenario = scenario.parse().expect("the caller names a scenario that exists");
        (scenario, ways(scenario))
    };
    match *arguments {
        [scenario] => list(of(scenario).1),
        [scenario, count, name] => {
            let (scenario, ways) = of(scenario);
            let mut ways = ways.expect("the caller names a scenario that is done").into_iter();
            let way = ways.find(|way| way.name == name).expect("the caller names a way that exists");
            run(scenario, count.parse().expect("the caller says how many entities"), &way);
        }
        _ => eprintln!("This is a part of `peers`, which starts it."),
    }
}

/// Writes a line for each way.
fn list(ways: Ways) {
    match ways {
        Ok(ways) => ways.iter().for_each(|way| println!("{}", way.name)),
        Err(reason) => println!("{MISSING}{reason}"),
    }
}

/// Answers each line of the input with a line: the figures, then the sum.
fn run(scenario: Scenario, count: usize, way: &Way) {
    limit_frames(scenario.spec().most_frames);
    let mut case = None;
    for _ in std::io::stdin().lines() {
        let sample = case.get_or_insert_with(|| (way.prepare)(count))();
        let words: Vec<_> = sample.figures.iter().chain([&sample.sum]).map(f64::to_string).collect();
        println!("{}", words.join(" "));
        std::io::stdout().flush().expect("the caller reads");
    }
}
