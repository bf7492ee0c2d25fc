//! [`SystemConfig`]: a system, and what is said about its place in a schedule.

use crate::base::One;

use super::any_system::AnySystem;
use super::condition::Condition;
use super::id::{Meant, SystemId};
use super::system_param::ParamFacts;

/// A system with its place in a schedule. The methods of [`IntoSystem`](crate::IntoSystem) and
/// [`local`](crate::local) return it.
pub struct SystemConfig {
    pub(crate) id: SystemId,
    pub(crate) params: ParamFacts,
    pub(crate) system: One<Box<dyn AnySystem>>,
    pub(crate) is_local: bool,
    pub(crate) stage: Option<&'static str>,
    pub(crate) place: SystemPlace,
    pub(crate) init_after: Vec<Meant>,
    pub(crate) init_before: Vec<Meant>,
}

/// What is said about the place of a system or of a set.
pub(crate) struct SystemPlace {
    pub(crate) is_enabled: bool,
    pub(crate) after: Vec<Meant>,
    pub(crate) before: Vec<Meant>,
    /// With whom no order is needed.
    pub(crate) ambiguous_with: Vec<Meant>,
    /// The names of the sets that it is in.
    pub(crate) sets: Vec<&'static str>,
    pub(crate) conditions: Vec<Condition>,
}

impl SystemPlace {
    pub(crate) const fn new() -> Self {
        Self {
            is_enabled: true,
            after: Vec::new(),
            before: Vec::new(),
            ambiguous_with: Vec::new(),
            sets: Vec::new(),
            conditions: Vec::new(),
        }
    }

    /// The systems and sets that it names.
    pub(crate) fn named(&self) -> impl Iterator<Item = &Meant> {
        self.after.iter().chain(&self.before).chain(&self.ambiguous_with)
    }

    /// Says what another one says too.
    pub(crate) fn extend(&mut self, other: Self) {
        self.is_enabled &= other.is_enabled;
        self.after.extend(other.after);
        self.before.extend(other.before);
        self.ambiguous_with.extend(other.ambiguous_with);
        self.sets.extend(other.sets);
        self.conditions.extend(other.conditions);
    }
}

impl SystemConfig {
    pub(super) fn new(id: SystemId, params: ParamFacts, system: Box<dyn AnySystem>, is_local: bool) -> Self {
        let (system, place) = (One::of(system), SystemPlace::new());
        Self {
            id,
            params,
            system,
            is_local,
            stage: None,
            place,
            init_after: Vec::new(),
            init_before: Vec::new(),
        }
    }

    /// The systems and sets that it names.
    pub(crate) fn named(&self) -> impl Iterator<Item = &Meant> {
        self.place.named().chain(&self.init_after).chain(&self.init_before)
    }
}
