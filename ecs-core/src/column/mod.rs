//! All components of one type, without the type: rows by layout, owners, look-up, order, ticks, holes, spill,
//! what waits for the sync point. Compiled once.

mod at;
mod bump_generation;
#[expect(clippy::module_inception, reason = "the column itself, above its parts")]
mod column;
mod copying;
mod distinct;
mod dying;
mod flushing;
mod info;
mod leave;
mod lifecycle;
mod live_rows;
mod noting;
mod observing;
mod page;
mod pending_init;
mod push;
mod restoring;
mod rows;
mod saved;
mod saving;
mod sort;
mod stages;
mod storage;
mod switching;
mod tags;
mod ticks;
mod tracking;
mod type_number;
mod watched;

pub(crate) use self::{
    at::{At, FirmRow},
    info::{TypeKeys, may_be_tags},
    lifecycle::{Births, Fate, Stage, Step, Then, Transition, Waiting, WaitingEvent},
    noting::{MOST_TERMS, Noting},
    rows::{Entry, Sparse, Window, common_prefix, stride_of},
    switching::is_in_order,
    ticks::Writing,
};
pub use column::Column;
pub use copying::CopyRows;
pub(crate) use copying::Copying;
pub use distinct::Distinct;
pub use info::TypeInfo;
pub use page::Page;
pub use pending_init::PendingInit;
pub(crate) use restoring::Restoring;
pub use rows::{Matching, Pair};
pub(crate) use saved::{ColumnShelves, SavedColumn};
pub(crate) use saving::{SavingColumn, is_left_out};
pub use ticks::MayBeTracked;
