//! What takes part: a peer does each scenario in one or more ways, or says why it does not.

use crate::sample::Case;
use crate::scenario::Scenario;

/// What a peer is, which says whom it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Plain code for this one purpose: the limit.
    Plain,
    /// This library.
    Ours,
    /// An ECS that adds and removes components at run time.
    Dynamic,
    /// An ECS whose combinations of components are fixed at compile time.
    Static,
    /// A collection with checked keys or references.
    Handles,
    /// The C++ program that this library comes from.
    Seed,
}

impl Kind {
    /// Names the kind, for `results.csv`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Ours => "ours",
            Self::Dynamic => "ecs",
            Self::Static => "static ecs",
            Self::Handles => "handles",
            Self::Seed => "seed",
        }
    }
}

/// One who does the scenarios.
pub struct Peer {
    pub name: &'static str,
    pub version: &'static str,
    pub kind: Kind,
    /// Returns how it does a scenario, or why it does not.
    pub ways: fn(Scenario) -> Ways,
}

/// How a peer does a scenario, or why it does not.
pub type Ways = Result<Vec<Way>, &'static str>;

/// Sets a scenario up for a number of entities.
pub type Prepare = fn(usize) -> Case;

/// One way to do a scenario: what is used for it, and what sets it up for a number of entities.
pub struct Way {
    pub name: &'static str,
    pub prepare: Prepare,
}

/// Returns the only way to do a scenario.
pub fn one(name: &'static str, prepare: Prepare) -> Ways {
    Ok(vec![Way { name, prepare }])
}

/// Returns several ways to do a scenario.
pub fn several<const N: usize>(ways: [(&'static str, Prepare); N]) -> Ways {
    Ok(ways.into_iter().map(|(name, prepare)| Way { name, prepare }).collect())
}
