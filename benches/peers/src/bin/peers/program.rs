//! The programs of the peers: built, asked what they do, and run.

use std::env;
use std::io::{BufRead, BufReader, Error, Result, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use peers::sample::Sample;
use peers::scenario::{Memory, Scenario};
use peers::serve::MISSING;

use crate::peer::Peer;

/// The program of a peer that takes minutes to build, for one scenario: it is built where it is asked for.
const BEHIND_A_FEATURE: &str = "bevy_ggrs";

/// Lets cargo build the programs of these peers. Does nothing where this program was not started by cargo: it
/// takes those that lie beside it then.
pub fn build(peers: &[&Peer]) -> Result<()> {
    let Some(cargo) = env::var_os("CARGO") else { return Ok(()) };
    let mut build = Command::new(cargo);
    build.args(["build", "--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")]);
    if !cfg!(debug_assertions) {
        build.arg("--release");
    }
    build.args(peers.iter().flat_map(|peer| ["--bin", peer.program]));
    if peers.iter().any(|peer| peer.program == BEHIND_A_FEATURE) {
        build.args(["--features", BEHIND_A_FEATURE]);
    }
    let status = build.status()?;
    if status.success() { Ok(()) } else { Err(Error::other(format!("cargo ended with {status}"))) }
}

/// Returns the names of the ways in which a peer does a scenario, or why it does not.
pub fn ways(peer: &Peer, scenario: Scenario) -> std::result::Result<Vec<String>, String> {
    let output = program(peer).and_then(|mut program| program.arg(scenario.name()).output());
    let answer = match &output {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout),
        Ok(output) => return Err(format!("its program ended with {}", output.status)),
        Err(error) => return Err(format!("its program does not start: {error}")),
    };
    match answer.trim_end().strip_prefix(MISSING) {
        Some(reason) => Err(reason.to_owned()),
        None => Ok(answer.lines().map(str::to_owned).collect()),
    }
}

fn program(peer: &Peer) -> Result<Command> {
    let name = format!("{}{}", peer.program, env::consts::EXE_SUFFIX);
    Ok(Command::new(env::current_exe()?.with_file_name(name)))
}

/// With these, glibc's `malloc` gives no memory back to the system: it maps no block for itself, and never
/// makes the heap smaller. Otherwise it does, or does not, by the sizes of what was freed so far.
const KEEP: [(&str, &str); 2] = [("MALLOC_MMAP_MAX_", "0"), ("MALLOC_TRIM_THRESHOLD_", "-1")];

/// A running program that answers with samples.
pub struct Contestant {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Contestant {
    /// Starts a program for one way to do a scenario.
    pub fn start(peer: &Peer, scenario: Scenario, count: usize, way: &str) -> Result<Self> {
        let mut program = program(peer)?;
        if scenario.spec().memory == Memory::Used {
            program.envs(KEEP);
        }
        let mut process = program
            .args([scenario.name(), &count.to_string(), way])
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
