//! A workspace of its own, in which the crates are written and built by cargo.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::clock::{self, Taken};
use super::crates::Crate;

/// What is asked of cargo.
#[derive(Clone, Copy, PartialEq)]
pub enum Step {
    /// `cargo check`, without what the compiler remembers of the crate.
    CheckAnew,
    /// `cargo build`, without what the compiler remembers of the crate.
    DebugAnew,
    /// `cargo build` after one method was edited.
    DebugEdited,
    /// `cargo build --release`, which remembers nothing.
    Release,
}

impl Step {
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::CheckAnew => &["check"],
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
    pub fn write(folder: Option<PathBuf>, crates: &[Crate], ecs_core: &Path) -> Result<Self, Box<dyn Error>> {
        let kept = folder.is_some();
        let own = || std::env::temp_dir().join(format!("ecs-compile-time-{}", std::process::id()));
        let workspace = Self { folder: folder.unwrap_or_else(own), kept, edits: 0 };
        fs::create_dir_all(&workspace.folder)?;
        let ecs_core = ecs_core.canonicalize()?;
        for krate in crates {
            let package = workspace.folder.join(krate.package());
            fs::create_dir_all(package.join("src"))?;
            fs::write(package.join("Cargo.toml"), krate.manifest(&ecs_core))?;
            fs::write(package.join("src/main.rs"), krate.source(0))?;
        }
        let members: Vec<_> = crates.iter().map(|krate| krate.package()).collect();
        let profile = "[profile.release]\nstrip = true\n";
        let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n{profile}");
        fs::write(workspace.folder.join("Cargo.toml"), manifest)?;
        // The versions that run time is measured with.
        fs::copy(
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock"),
            workspace.folder.join("Cargo.lock"),
        )?;
        workspace.cargo(&["fetch"])?;
        Ok(workspace)
    }

    /// Builds a crate in all ways, so that from now on each step compiles nothing that it depends on.
    pub fn prepare(&self, krate: Crate) -> Result<(), Box<dyn Error>> {
        for step in [Step::CheckAnew, Step::DebugAnew, Step::Release] {
            eprint!("\r{:60}\rbuilds {}", "", krate.library);
            self.cargo(&[step.arguments(), &["--offline", "--package", &krate.package()]].concat())?;
        }
        Ok(())
    }

    /// Edits a crate, and returns what the step then takes.
    pub fn measure(&mut self, krate: Crate, step: Step) -> Result<Taken, Box<dyn Error>> {
        let package = krate.package();
        self.edits += 1;
        fs::write(self.folder.join(&package).join("src/main.rs"), krate.source(self.edits))?;
        if step.forgets() {
            self.forget(&package)?;
        }
        let arguments = [step.arguments(), &["--offline", "--package", &package]].concat();
        clock::measure(|| self.cargo(&arguments))
    }

    /// Returns how many bytes the stripped program has that a release build made.
    pub fn bytes(&self, krate: Crate) -> Result<u64, Box<dyn Error>> {
        let program = krate.package() + std::env::consts::EXE_SUFFIX;
        Ok(fs::metadata(self.folder.join("target/release").join(program))?.len())
    }

    /// Returns how many lines of LLVM IR a debug build of the crate hands to LLVM, inside functions.
    pub fn lines_of_ir(&self, krate: Crate) -> Result<usize, Box<dyn Error>> {
        let file = self.folder.join(krate.package()).with_extension("ll");
        let emit = format!("--emit=llvm-ir={}", file.display());
        // One unit, so that there is one file; and then nothing is remembered.
        let arguments = ["rustc", "--offline", "--package", &krate.package(), "--", &emit];
        self.cargo(&[&arguments, ["-Ccodegen-units=1", "-Cincremental="].as_slice()].concat())?;
        let (mut lines, mut inside) = (0, false);
        for line in fs::read_to_string(file)?.lines() {
            inside |= line.starts_with("define ");
            lines += usize::from(inside);
            inside &= line != "}";
        }
        Ok(lines)
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
