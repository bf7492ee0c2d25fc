//! What threads wait for and share: cells that can be frozen, latches, claims.

mod claims;
mod freeze_cell;
mod keep_frozen;
mod latch;
mod lent;
mod mailbox;
mod waiting;

pub(crate) use self::{
    claims::Claims,
    freeze_cell::{FreezeCell, Write},
    keep_frozen::KeepFrozen,
    latch::Latch,
    lent::Lent,
    mailbox::Mailbox,
    waiting::is_awaited_by,
};
pub use freeze_cell::Read;
pub use mailbox::TurnLetters;
pub(crate) use waiting::WaitingThread;
