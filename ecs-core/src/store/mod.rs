//! The store of one component type: look-up, values, borrows, and the thread-local cell that finds it.
//!
//! This folder and the guards are the only places with `unsafe`. Its layers, from the bottom: [`sparse`] (entity index to row),
//! [`dense`] (row to value), [`lent`] (what may be touched), [`Store`] (the three together), [`cell`] (the way in).

mod align;
mod carried;
mod cell;
mod changes;
mod claims;
mod column;
mod columns;
mod common;
mod dense;
mod distinct;
mod entry;
#[cfg(feature = "parallel")]
mod gate;
mod holes;
mod join;
mod ledger;
mod lender;
mod lent;
mod order;
mod par;
mod parcel;
mod pending_init;
mod prefetch;
mod presence;
mod push;
mod record;
mod renew;
mod rows;
mod shared;
mod shared_join;
mod site;
mod sort;
mod sparse;
mod still;
#[expect(clippy::module_inception, reason = "the store itself, above its parts")]
mod store;
mod stretch;
mod table;
mod tags;
mod ticks;
mod visit;
mod waiting;
mod whole;

pub use carried::ReadStill;
pub(crate) use carried::{Carried, Carry, Plain};
pub use cell::{Locator, StoreCell};
pub(crate) use cell::{find, is_found, make, with_known_store, with_store};
pub use column::{Always, Column, Copies, Maybe, Owner};
pub use columns::{Columns, ParColumns, ReadOnly};
pub use common::{Common, GiveBack};
pub use distinct::Distinct;
pub(crate) use entry::Entry;
#[cfg(feature = "parallel")]
pub(crate) use gate::Gate;
pub(crate) use join::{Driver, Lanes, find_items};
pub use join::{Filtered, Join, JoinFilter, JoinIter};
pub(crate) use lender::Conflict;
pub use lender::Lender;
pub(crate) use lent::Lent;
pub use par::ParColumn;
pub(crate) use parcel::Parcel;
pub use pending_init::PendingInit;
pub use presence::{Presence, Watched};
pub use record::{Commands, Record, Recorder};
pub(crate) use rows::BATCH;
pub use rows::Rows;
pub use shared::OwnRows;
pub(crate) use shared::SharedVisit;
pub(crate) use shared_join::SharedJoin;
pub use site::Site;
pub(crate) use sparse::Sparse;
pub(crate) use still::StillCell;
pub use store::Store;
pub use stretch::Stretch;
pub use ticks::Stored;
pub(crate) use ticks::{KeptChange, Noting};
pub(crate) use visit::{Row, Visit};
pub(crate) use waiting::{AnySent, Sent, Waiting};
pub use whole::{Show, Whole};
