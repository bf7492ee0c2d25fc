//! All components of one type, without the type: rows by layout, owners, look-up, order, ticks, holes, spill,
//! what waits for the sync point. Compiled once.

mod align;
mod array;
mod birth;
mod births;
mod bump_generation;
mod by_kind;
mod changes;
#[expect(clippy::module_inception, reason = "the column itself, above its parts")]
mod column;
mod columns_of_world;
mod dense;
mod distinct;
mod dying;
mod entry;
mod events;
mod flushing;
mod holes;
mod info;
mod kind;
mod leave;
mod noting;
mod pairs;
mod pending_init;
mod pending_inits;
mod push;
mod row_map;
mod row_ticks;
mod sort;
mod sparse;
mod switching;
mod table;
mod tagging;
mod tags;
mod ticks;
mod waiting;

pub(crate) use align::{Matching, matching};
pub(crate) use births::Births;
pub use column::Column;
pub use distinct::Distinct;
pub(crate) use entry::Entry;
pub use info::TypeInfo;
pub(crate) use info::{TypeKeys, may_be_tags};
pub(crate) use noting::{MOST_TERMS, Noting};
pub use pairs::PairRun;
pub use pending_init::PendingInit;
pub use row_map::RowMap;
pub(crate) use sparse::{Sparse, Window};
pub(crate) use tagging::TagsOf;
pub use ticks::MayBeTracked;
pub(crate) use ticks::Writing;
pub(crate) use waiting::{AnySent, Sent, WaitingEvent};
