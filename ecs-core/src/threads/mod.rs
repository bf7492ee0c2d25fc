//! What threads wait for and share: cells that can be frozen, latches, claims.

mod claims;
mod freeze_cell;
mod keep_frozen;
mod latch;
mod lent;
mod mailbox;
mod waiting;

pub(crate) use claims::Claims;
pub use freeze_cell::Read;
pub(crate) use freeze_cell::{FreezeCell, Write};
pub(crate) use keep_frozen::KeepFrozen;
pub(crate) use latch::Latch;
pub(crate) use lent::Lent;
pub(crate) use mailbox::Mailbox;
pub use mailbox::TurnLetters;
#[cfg(feature = "parallel")]
pub(crate) use waiting::WaitingThread;
pub(crate) use waiting::is_awaited_by;
