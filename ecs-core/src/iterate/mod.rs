//! Passes and queries: the entities that have all terms are visited, one after the other, on one thread or on
//! several.

mod answers;
mod candidates;
mod course;
mod cursors;
mod heirs;
mod join;
mod join_get;
mod join_iter;
mod join_state;
mod lend;
mod presence;
mod send_to_worker;
mod shared;
mod shared_join;
mod stretch;
mod visit;

pub use candidates::Candidates;
pub(crate) use course::BLOCK;
pub(crate) use cursors::CursorsAt;
pub use cursors::{Cursors, MappedCursors};
pub(crate) use heirs::{HeirLevel, HeirVisit};
pub use join::{Filtered, Join, JoinFilter};
pub use join_iter::JoinIter;
pub(crate) use join_state::Driver;
pub use lend::{AsAsked, Keep, Lend, ToRead};
pub use presence::{Presence, Watched};
pub(crate) use send_to_worker::SendToWorker;
pub use send_to_worker::{Plain, SendWhileFrozen, SyncWhileFrozen};
pub(crate) use shared::SharedVisit;
pub(crate) use shared_join::SharedJoin;
pub use visit::Row;
pub(crate) use visit::Visit;
