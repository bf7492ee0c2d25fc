//! All components of one type, without the type: rows by layout, owners, look-up, order, ticks, holes, spill,
//! what waits for the sync point. Compiled once.

mod align;
mod array;
mod at;
mod birth;
mod births;
mod bump_generation;
mod changes;
#[expect(clippy::module_inception, reason = "the column itself, above its parts")]
mod column;
#[cfg(feature = "snapshot")]
mod copying;
mod dense;
mod distinct;
mod dying;
mod entry;
mod events;
mod flushing;
mod heirs;
mod heritage;
mod holes;
mod info;
mod inheriting;
mod leave;
mod lineage;
#[cfg(feature = "snapshot")]
mod live_rows;
mod noting;
mod observing;
#[cfg(feature = "snapshot")]
mod page;
mod pairs;
mod pending_init;
mod pending_inits;
mod push;
#[cfg(feature = "snapshot")]
mod restoring;
mod row_map;
mod row_moves;
mod row_ticks;
#[cfg(feature = "snapshot")]
mod saved;
#[cfg(feature = "snapshot")]
mod saving;
mod settling;
mod sort;
mod sparse;
mod storage;
mod switching;
mod table;
mod tags;
mod ticks;
mod timers;
mod waiting;

pub(crate) use align::{Matching, matching};
pub(crate) use array::stride_of;
pub(crate) use at::{At, FirmRow};
pub(crate) use births::Births;
pub(crate) use changes::{Fate, OwedEnd};
pub use column::Column;
#[cfg(feature = "snapshot")]
pub use copying::CopyRows;
#[cfg(feature = "snapshot")]
pub(crate) use copying::Copying;
pub use distinct::Distinct;
pub(crate) use entry::Entry;
pub(crate) use heirs::Heir;
pub use info::TypeInfo;
pub(crate) use info::{TypeKeys, may_be_tags};
pub use lineage::Lineage;
pub(crate) use noting::{MOST_TERMS, Noting};
pub(crate) use observing::Step;
#[cfg(feature = "snapshot")]
pub use page::Page;
pub use pairs::PairRun;
pub use pending_init::PendingInit;
#[cfg(feature = "snapshot")]
pub(crate) use restoring::Restoring;
pub use row_map::RowMap;
#[cfg(feature = "snapshot")]
pub(crate) use saved::{ColumnShelves, SavedColumn};
#[cfg(feature = "snapshot")]
pub(crate) use saving::Saving;
pub(crate) use sparse::{Sparse, Window};
pub use ticks::MayBeTracked;
pub(crate) use ticks::Writing;
pub(crate) use waiting::{Waiting, WaitingEvent};
