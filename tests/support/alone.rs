//! Threads and processes of a test's own.

use std::process::Command;
use std::thread;

/// Runs a closure on a thread of its own, and waits until the thread and its thread-locals are gone.
pub fn on_thread<R: Send + 'static>(f: impl FnOnce() -> R + Send + 'static) -> R {
    thread::spawn(f).join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// A command that runs one test of this binary in a process of its own. `module` is the caller's
/// `module_path!()`.
pub fn alone(module: &str, test: &str) -> Command {
    // The path of a test begins below the crate.
    let path = match module.split_once("::") {
        Some((_, module)) => format!("{module}::{test}"),
        None => test.to_owned(),
    };
    let mut command = Command::new(std::env::current_exe().expect("this test has a path"));
    command.args(["--exact", &path, "--nocapture", "--test-threads=1", "--include-ignored"]);
    command
}

/// Runs a test of this binary alone in a process of its own, with `ECS_PROBE` set; `true` if it passed.
pub fn passes_alone(module: &str, test: &str) -> (bool, String) {
    let output = alone(module, test).env("ECS_PROBE", "1").output().expect("a test can start itself");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("running 1 test"), "{module} has no test {test}");
    let text = String::from_utf8_lossy(&output.stderr);
    let tail: Vec<_> = text.lines().rev().take(4).collect();
    (output.status.success(), format!("{:?}: {}", output.status, tail.join(" | ")))
}
