//! The features, each in a folder of its own, and the one list of them. The kernel names none of them.
//!
//! To add a feature, make a folder with a [`WorldPart`] and a [`ColumnPart`], and name them in the list. To
//! remove a feature, remove the folder and its line.

pub(crate) mod interfaces;
mod list;
pub(crate) mod names;
mod part;
pub(crate) mod pools;
#[cfg(feature = "serde")]
mod saved;
#[cfg(test)]
mod tests;
pub(crate) mod timers;

pub(crate) use part::Moment;
use part::{ColumnPart, WorldPart};
#[cfg(feature = "snapshot")]
pub(crate) use saved::{Image, clear_images};

// At each moment the features act in the order of this list. A test prints the order.
list::features! {
    names: names::NamedEntities, ();
    timers: timers::Timers, timers::TimersOfColumn;
    interfaces: interfaces::Interfaces, ();
    #[cfg(test)]
    probe: tests::Probe, tests::OwnRc;
}
