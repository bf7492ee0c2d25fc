//! The crates that are compiled: the same components in plain Rust, for ecs-core and for bevy_ecs.

use std::fmt::Write;

/// A way to write a crate of components.
#[derive(Clone, Copy, PartialEq)]
pub enum Dialect {
    /// Structs and their methods, without a library.
    Plain,
    /// The derive alone.
    EcsDerive,
    /// The derive, and a function for each component that adds one: its hooks and its store are compiled.
    Ecs,
    /// The derive alone.
    BevyDerive,
    /// The derive, a function for each component that spawns one, and its two systems, added to a schedule.
    Bevy,
}

impl Dialect {
    /// All, the plain one first.
    pub const ALL: [Self; 5] = [Self::Plain, Self::EcsDerive, Self::Ecs, Self::BevyDerive, Self::Bevy];

    /// The name of the library.
    pub fn peer(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::EcsDerive | Self::Ecs => "ecs-core",
            Self::BevyDerive | Self::Bevy => "bevy_ecs",
        }
    }

    /// How much of the library the crate uses.
    pub fn way(self) -> &'static str {
        match self {
            Self::Plain => "structs and methods",
            Self::EcsDerive | Self::BevyDerive => "derive alone",
            Self::Ecs => "derive and add",
            Self::Bevy => "derive, spawn and two systems",
        }
    }

    /// The name of the crate with so many components.
    pub fn package(self, count: usize) -> String {
        let name = match self {
            Self::Plain => "plain",
            Self::EcsDerive => "ecs_derive_alone",
            Self::Ecs => "ecs_used",
            Self::BevyDerive => "bevy_derive_alone",
            Self::Bevy => "bevy_used",
        };
        format!("{name}_{count}")
    }

    /// The manifest of the crate.
    pub fn manifest(self, count: usize) -> String {
        let dependency = match self.peer() {
            "ecs-core" => {
                format!(
                    "ecs-core = {{ path = '{}' }}",
                    concat!(env!("CARGO_MANIFEST_DIR"), "/../../ecs-core")
                )
            }
            // The version and the features that run time is measured with.
            "bevy_ecs" => include_str!("../../Cargo.toml")
                .lines()
                .find(|line| line.starts_with("bevy_ecs ="))
                .expect("bevy_ecs is a dependency of this package")
                .to_owned(),
            _ => String::new(),
        };
        let package = self.package(count);
        format!("[package]\nname = \"{package}\"\nedition = \"2024\"\n\n[dependencies]\n{dependency}\n")
    }

    /// The source of the crate. `edit` changes the body of one method.
    pub fn source(self, count: usize, edit: usize) -> String {
        let mut source = match self {
            Self::Plain => String::new(),
            Self::EcsDerive => "use ecs_core::Component;\n".to_owned(),
            Self::Ecs => "use ecs_core::{Component, Entity, Handle};\n".to_owned(),
            Self::BevyDerive => "use bevy_ecs::prelude::Component;\n".to_owned(),
            Self::Bevy => {
                "use bevy_ecs::prelude::*;\n\n#[derive(Resource)]\npub struct Step(pub f32);\n".to_owned()
            }
        };
        for number in 0..count {
            let edit = if number == count / 2 { edit } else { 0 };
            self.component(number, edit, &mut source).expect("a string takes all that is written");
        }
        source
    }

    fn component(self, n: usize, edit: usize, source: &mut String) -> std::fmt::Result {
        let derives = if self == Self::Plain { "Default" } else { "Component, Default" };
        write!(
            source,
            "
#[derive({derives})]
pub struct Part{n} {{
    pub x: f32,
    pub speed: f32,
}}

impl Part{n} {{
    pub fn init(&mut self) {{
        self.speed = {n}.5;
    }}

    pub fn update(&mut self, dt: f32) {{
        self.x += self.speed * dt + {edit}.0;
    }}
}}
"
        )?;
        match self {
            Self::Plain | Self::EcsDerive | Self::BevyDerive => Ok(()),
            Self::Ecs => write!(
                source,
                "
pub fn add_{n}() -> Handle<Part{n}> {{
    Entity::spawn().add::<Part{n}>()
}}
"
            ),
            Self::Bevy => write!(
                source,
                "
fn init_{n}(mut parts: Query<&mut Part{n}, Added<Part{n}>>) {{
    for mut part in &mut parts {{
        part.init();
    }}
}}

fn update_{n}(mut parts: Query<&mut Part{n}>, step: Res<Step>) {{
    for mut part in &mut parts {{
        part.update(step.0);
    }}
}}

pub fn add_{n}(world: &mut World) -> Entity {{
    world.spawn(Part{n}::default()).id()
}}

pub fn schedule_{n}(schedule: &mut Schedule) {{
    schedule.add_systems((init_{n}, update_{n}));
}}
"
            ),
        }
    }
}
