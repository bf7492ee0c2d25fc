//! The crates that are compiled: components in use, the same for each library. `benches/peers/programs` has
//! their text.

use std::fmt;
use std::path::Path;

use clap::ValueEnum;

/// What the components are written for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Library {
    /// Two hooks.
    EcsCore,
    /// Two systems.
    #[value(name = "bevy_ecs")]
    BevyEcs,
    /// Two methods, and a loop that calls one of them.
    Hecs,
}

impl Library {
    /// Its name on crates.io.
    pub fn name(self) -> &'static str {
        match self {
            Self::EcsCore => "ecs-core",
            Self::BevyEcs => "bevy_ecs",
            Self::Hecs => "hecs",
        }
    }

    /// The text of a crate: what stands there once, and what for each component.
    fn template(self) -> (&'static str, &'static str) {
        let text = match self {
            Self::EcsCore => include_str!("../../../../programs/ecs_core.rs"),
            Self::BevyEcs => include_str!("../../../../programs/bevy_ecs.rs"),
            Self::Hecs => include_str!("../../../../programs/hecs.rs"),
        };
        text.split_once("//// component\n").expect("each text has this line")
    }

    /// The line of a manifest that asks for it: for peers, with the version and the features that run time is
    /// measured with.
    fn dependency(self, ecs_core: &Path) -> String {
        let ours = || format!("ecs-core = {{ path = {ecs_core:?} }}");
        let peers = || {
            let start = format!("{} =", self.name());
            let mut lines = include_str!("../../../../Cargo.toml").lines();
            lines
                .find(|line| line.starts_with(&start))
                .expect("it is a dependency of this package")
                .to_owned()
        };
        if self == Self::EcsCore { ours() } else { peers() }
    }
}

impl fmt::Display for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Components stand in rings of so many: each has a reference to the next.
const RING: usize = 20;

/// A crate.
#[derive(Clone, Copy)]
pub struct Crate {
    pub library: Library,
    /// How many components it has. None: it uses the library all the same.
    pub count: usize,
    /// Whether they have two hooks, or what is one in their library.
    pub hooks: bool,
}

impl Crate {
    /// The name of its package.
    pub fn package(self) -> String {
        let library = self.library.name().replace('-', "_");
        let kind = if self.hooks { "hooks" } else { "plain" };
        format!("{library}_{kind}_{}", self.count)
    }

    /// Its manifest.
    pub fn manifest(self, ecs_core: &Path) -> String {
        let (package, dependency) = (self.package(), self.library.dependency(ecs_core));
        format!("[package]\nname = \"{package}\"\nedition = \"2024\"\n\n[dependencies]\n{dependency}\n")
    }

    /// Its source. `edit` changes the body of one method.
    pub fn source(self, edit: usize) -> String {
        let (once, component) = self.library.template();
        let component = lines(component, self.hooks);
        let mut source = once.to_owned();
        for number in 0..self.count {
            let ring = number / RING * RING;
            let next = ring + (number + 1 - ring) % RING.min(self.count - ring);
            let edit = if number == self.count / 2 { edit } else { 0 };
            let part = component.replace("NUMBER", &number.to_string()).replace("NEXT", &next.to_string());
            source += &part.replace("EDIT", &format!("{edit}.0"));
        }
        let parts: Vec<_> = (0..self.count).map(|number| format!("play_{number}")).collect();
        source + &format!("\nconst PARTS: &[fn(&mut Game) -> f32] = &[{}];\n", parts.join(", "))
    }
}

/// The lines of a component, with those of hooks or without.
fn lines(text: &str, hooks: bool) -> String {
    let (mut taken, mut of_hooks) = (String::new(), false);
    for line in text.lines() {
        match line.trim_start() {
            "//// hooks" => of_hooks = true,
            "//// end" => of_hooks = false,
            _ if of_hooks && !hooks => {}
            _ => taken.extend([line, "\n"]),
        }
    }
    taken
}
