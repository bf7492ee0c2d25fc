//! Features, each in a folder of its own, and the list of those that have data in a world, in a column or in
//! the declaration of a type. The kernel names the list, not its members.
//!
//! To add a feature, make a folder, and name in the list its data: a [`WorldPart`], a [`ColumnPart`], and a
//! `SpecExtension` if types have a key of the feature. `()` is no data. To remove a feature, remove the
//! folder and its lines: `.ci/without-features` does this with each but `observers` and `stats`, which others
//! use.

pub(crate) mod by_name;
pub(crate) mod excludes;
pub(crate) mod explain;
pub(crate) mod groups;
pub(crate) mod headless;
pub(crate) mod history;
pub(crate) mod inherit;
pub(crate) mod interfaces;
mod list;
pub(crate) mod names;
pub(crate) mod near;
pub(crate) mod observers;
mod part;
pub(crate) mod pools;
pub(crate) mod recording;
pub(crate) mod remote;
pub(crate) mod save;
pub(crate) mod saved;
pub(crate) mod scene;
pub(crate) mod schedules;
mod send_up;
mod shuffle;
#[cfg(feature = "snapshot")]
pub(crate) mod snapshot;
pub(crate) mod soa;
pub(crate) mod states;
pub(crate) mod stats;
#[cfg(test)]
mod tests;
pub(crate) mod timers;
pub(crate) mod tracking;
pub(crate) mod trees;

use core::any::TypeId;
use std::rc::Rc;

use crate::column::Column;
use crate::error::UpdateError;
use crate::frame::Planner;
use crate::ids::Entity;
use crate::world::WorldCore;
pub use part::Shuffled;
use part::{ColumnPart, WorldPart};
pub(crate) use part::{FramePart, Moment};

/// The names of the features that the derive writes. `hook.rs` shows them.
pub mod hook {
    pub use super::SpecExtensions;
    pub use super::inherit::{HasInherit, InheritHook, IsShared, inherits};
    pub use super::interfaces::{Interface, Offer, Offers, interface};
    pub use super::near::{IsPosition, ReadPlaces, places};
    pub use super::observers::{EventProbe, MaybeObservable};
    #[cfg(feature = "serde")]
    pub use super::save::{
        Each, Listed, MaybeCompare, MaybeDuplicate, MaybeRecord, MaybeRestore, SaveSupport, Saved,
        SavedColumns,
    };
    pub use super::save::{SaveSpec, Was};
    pub use super::schedules::{
        Begun, ByFn, ByTuple, ByType, FieldParam, IntoPar, KeptByField, ParField, ParSystemParam, ReadField,
        ReadParam, SystemCall, SystemParam,
    };
    pub use super::soa::{
        Field, FieldFns, FieldMut, FieldRef, FieldsInfo, Inside, IsField, LendFields, Split,
    };
    pub use super::states::{AskedState, Asks, InState, OfState, StateSpec, StateValue, asked, state};
}

// At each moment the features act in the order of this list. A test prints the order.
list::features! {
    schedules: schedules::Schedules, () => schedules::SavedSchedules;
    states: states::States, states::StillColumn, states::StateSpec;
    names: names::NamedEntities, ();
    timers: timers::Timers, timers::TimersOfColumn;
    interfaces: interfaces::Interfaces, (), &'static [interfaces::Interface];
    save: (), (), save::SaveSpec;
    near: (), near::NearOfColumn, Option<&'static dyn near::ReadPlaces>;
    remote: remote::SentClosures, ();
    groups: groups::FollowedFilters, ();
    excludes: excludes::ExcludedTypes, excludes::Exclusions;
    shuffle: shuffle::Shuffle, () => shuffle::SavedShuffle;
    inherit: inherit::InheritingTypes, inherit::Heritage, Option<inherit::RunInherit>
        => inherit::SavedHeritage;
    #[cfg(feature = "snapshot")]
    history: history::WorldHistory, history::ColumnHistory;
    #[cfg(feature = "serde")]
    by_name: by_name::DeclaredEvents, ();
    #[cfg(test)]
    probe: tests::Probe, tests::OwnRc;
}
