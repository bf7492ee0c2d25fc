//! A workspace of its own, in which the crates are written and built by cargo.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::clock::{self, Taken};
use super::crates::Dialect;

/// What is asked of cargo.
#[derive(Clone, Copy, PartialEq)]
pub enum Step {
    /// `cargo check`, without what the compiler remembers of the crate.
    CheckAnew,
    /// `cargo check` after one method was edited.
    CheckEdited,
    /// `cargo build`, without what the compiler remembers of the crate.
    DebugAnew,
    /// `cargo build` after one method was edited.
    DebugEdited,
    /// `cargo build --release`, which remembers nothing.
    Release,
}

impl Step {
    /// All, in the order in which they are measured.
    pub const ALL: [Self; 5] =
        [Self::CheckAnew, Self::CheckEdited, Self::DebugAnew, Self::DebugEdited, Self::Release];

    /// What the tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::CheckAnew => "check",
            Self::CheckEdited => "check after an edit",
            Self::DebugAnew => "debug build",
            Self::DebugEdited => "debug build after an edit",
            Self::Release => "release build",
        }
    }

    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::CheckAnew | Self::CheckEdited => &["check"],
            Self::DebugAnew | Self::DebugEdited => &["build"],
            Self::Release => &["build", "--release"],
        }
    }

    fn forgets(self) -> bool {
        matches!(self, Self::CheckAnew | Self::DebugAnew)
    }
}

/// The folder with the crates and their target folder.
pub struct Workspace {
    folder: PathBuf,
    kept: bool,
    edits: usize,
}

impl Workspace {
    /// Writes the crates: in a folder that stays, or in one of their own that is removed at the end.
    pub fn write(folder: Option<PathBuf>, counts: &[usize]) -> Result<Self, Box<dyn Error>> {
        let kept = folder.is_some();
        let own = || std::env::temp_dir().join(format!("ecs-compile-time-{}", std::process::id()));
        let workspace = Self { folder: folder.unwrap_or_else(own), kept, edits: 0 };
        fs::create_dir_all(&workspace.folder)?;
        let mut members = Vec::new();
        for &count in counts {
            for dialect in Dialect::ALL {
                let package = workspace.folder.join(dialect.package(count));
                fs::create_dir_all(package.join("src"))?;
                fs::write(package.join("Cargo.toml"), dialect.manifest(count))?;
                fs::write(package.join("src/lib.rs"), dialect.source(count, 0))?;
                members.push(dialect.package(count));
            }
        }
        let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n");
        fs::write(workspace.folder.join("Cargo.toml"), manifest)?;
        // The versions that run time is measured with.
        fs::copy(
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock"),
            workspace.folder.join("Cargo.lock"),
        )?;
        workspace.cargo(&["fetch"])?;
        Ok(workspace)
    }

    /// Builds all, so that from now on each step compiles one crate.
    pub fn prepare(&self) -> Result<(), Box<dyn Error>> {
        for step in [Step::CheckAnew, Step::DebugAnew, Step::Release] {
            eprint!("\r{:60}\rbuilds the dependencies: {} ", "", step.name());
            self.cargo(&[step.arguments(), &["--offline", "--workspace"]].concat())?;
        }
        Ok(())
    }

    /// Edits a crate, and returns what the step then takes.
    pub fn measure(&mut self, dialect: Dialect, count: usize, step: Step) -> Result<Taken, Box<dyn Error>> {
        let package = dialect.package(count);
        self.edits += 1;
        fs::write(self.folder.join(&package).join("src/lib.rs"), dialect.source(count, self.edits))?;
        if step.forgets() {
            self.forget(&package)?;
        }
        let arguments = [step.arguments(), &["--offline", "--package", &package]].concat();
        clock::measure(|| self.cargo(&arguments))
    }

    /// Removes what the compiler remembers of a crate.
    fn forget(&self, package: &str) -> Result<(), Box<dyn Error>> {
        for entry in fs::read_dir(self.folder.join("target/debug/incremental"))? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(&format!("{package}-")) {
                fs::remove_dir_all(entry.path())?;
            }
        }
        Ok(())
    }

    /// Runs cargo here. What it wrote to stderr is the error if it fails.
    fn cargo(&self, arguments: &[&str]) -> Result<(), Box<dyn Error>> {
        let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            // Measures what cargo does by default.
            .env_remove("CARGO_INCREMENTAL")
            .env_remove("RUSTFLAGS")
            .output()
            .map_err(|error| format!("cargo cannot be run: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!(
            "`cargo {}` failed in {}:\n{}",
            arguments.join(" "),
            self.folder.display(),
            said.trim_end()
        )
        .into())
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        if !self.kept
            && let Err(error) = fs::remove_dir_all(&self.folder)
        {
            eprintln!("{} could not be removed: {error}", self.folder.display());
        }
    }
}
