//! How a peer does a scenario: in one or more ways, or not, and why.

use crate::sample::Case;

/// How a peer does a scenario, or why it does not.
pub type Ways = Result<Vec<Way>, &'static str>;

/// Sets a scenario up for a number of entities.
pub type Prepare = fn(usize) -> Case;

/// One way to do a scenario.
pub struct Way {
    /// What is used for it.
    pub name: &'static str,
    /// What sets it up.
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

/// Why a peer is not in a scenario that it could do.
pub const LEFT_OUT: &str = "others of its kind are there";

/// Why a peer is not in the scenario of calls by a trait.
pub const NO_TRAITS: &str = "it has no calls by a trait";

/// Why a peer is not in the scenario of saves.
pub const NO_SAVES: &str = "saving is left to others";

/// Why a peer is not in the scenario of snapshots.
pub const NO_SNAPSHOTS: &str = "it has no snapshots to go back to";

/// Why a peer is not in the scenario of fields.
pub const BY_COMPONENT: &str = "it splits by component, not by field";

/// Why a peer is in no scenario of scenes.
pub const NO_CHILDREN: &str = "it has no parents and children";
