//! Columns side by side: what a pass or a query takes, entity by entity, on one thread or on several.

mod aligned_run;
mod commands_term;
mod cursors;
mod join;
mod join_iter;
#[cfg(test)]
mod many_types;
mod opening;
mod par_term;
mod presence;
mod rows;
mod send_to_worker;
mod shared;
mod shared_join;
mod singleton_term;
mod term;
mod terms;
mod view_term;
mod visit;
mod visited;

pub use aligned_run::AlignedRun;
pub use commands_term::{Commands, CommandsTerm};
pub use cursors::Cursors;
pub(crate) use cursors::find_items;
pub(crate) use join::Driver;
pub use join::{Filtered, Join, JoinFilter};
pub use join_iter::JoinIter;
pub(crate) use opening::Opened;
pub use opening::Opening;
pub use par_term::ParTerm;
pub use presence::{Presence, Watched};
pub(crate) use rows::BATCH;
pub use rows::Rows;
pub(crate) use send_to_worker::SendToWorker;
pub use send_to_worker::{Plain, SendWhileFrozen, SyncWhileFrozen};
pub(crate) use shared::SharedVisit;
pub(crate) use shared_join::SharedJoin;
pub use singleton_term::SingletonTerm;
pub use term::{Always, Copies, Maybe, Owner, Place, Term};
pub use terms::{ParTerms, ReadOnly, Terms};
pub use view_term::{Show, ViewTerm};
pub use visit::Row;
pub(crate) use visit::Visit;
