//! Passes and queries: the entities that have all terms are visited, one after the other, on one thread or on
//! several.

mod answers;
mod candidates;
mod course;
mod cursors;
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

pub(crate) use self::{
    course::BLOCK,
    cursors::CursorsAt,
    join_state::Driver,
    send_to_worker::SendToWorker,
    shared::{SharedVisit, own_rows},
    shared_join::SharedJoin,
    visit::Visit,
};
pub use candidates::Candidates;
pub use cursors::{Cursors, MappedCursors};
pub use join::{Filtered, Join, JoinFilter};
pub use join_iter::JoinIter;
pub use lend::{AsAsked, Keep, Lend, ToRead};
pub use presence::Presence;
pub use send_to_worker::{Plain, SendWhileFrozen, SyncWhileFrozen};
pub use visit::Row;
