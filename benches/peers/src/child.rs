//! The process of one way to do a scenario: it sets the case up when it is first asked, and gives a sample
//! for each line that it reads.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::peers;
use crate::sample::{Sample, limit_frames};
use crate::scenario::Scenario;

/// Answers each line of the input with a line: the figures, then the sum.
pub fn serve(scenario: Scenario, count: usize, peer: &str, way: &str) {
    let peer = peers::named(peer).expect("the parent names a peer that exists");
    let ways = (peer.ways)(scenario).expect("the parent names a scenario that the peer does");
    let way = ways.iter().find(|known| known.name == way).expect("the parent names a way that exists");
    limit_frames(scenario.spec().most_frames);
    let mut case = None;
    for _ in std::io::stdin().lines() {
        let sample = case.get_or_insert_with(|| (way.prepare)(count))();
        let words: Vec<_> = sample.figures.iter().chain([&sample.sum]).map(f64::to_string).collect();
        println!("{}", words.join(" "));
        std::io::stdout().flush().expect("the parent reads");
    }
}

/// A running process that answers with samples.
pub struct Contestant {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Contestant {
    /// Starts a process for one way to do a scenario.
    pub fn start(scenario: Scenario, count: usize, peer: &str, way: &str) -> std::io::Result<Self> {
        let mut process = Command::new(std::env::current_exe()?)
            .args(["child", &scenario.name(), &count.to_string(), peer, way])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let requests = process.stdin.take().expect("the input is a pipe");
        let answers = BufReader::new(process.stdout.take().expect("the output is a pipe"));
        Ok(Self { process, requests, answers })
    }

    /// Asks for a sample. `None` if the process has ended, because its peer panicked or crashed.
    pub fn sample(&mut self) -> Option<Sample> {
        writeln!(self.requests).ok()?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer).ok()?;
        let mut figures =
            answer.split_whitespace().map(|word| word.parse().ok()).collect::<Option<Vec<f64>>>()?;
        let sum = figures.pop()?;
        Some(Sample { figures, sum })
    }
}

impl Drop for Contestant {
    fn drop(&mut self) {
        // It only waits for input: nothing is lost.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
