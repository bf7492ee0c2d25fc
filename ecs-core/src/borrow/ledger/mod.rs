//! [`Ledger`]: every live borrow of a column, and where it began.
//!
//! It says in messages where the other borrow of a conflict began, and checks
//! [`Borrows`](super::borrows::Borrows), which keeps the same in a few bytes: two borrows that overlap, while
//! one of them may write, are a panic here. It is kept in debug builds, and with the feature `ledger`;
//! otherwise it is empty and does nothing.

#[cfg(any(debug_assertions, feature = "ledger"))]
mod kept;
#[cfg(not(any(debug_assertions, feature = "ledger")))]
mod none;

#[cfg(any(debug_assertions, feature = "ledger"))]
pub(super) use kept::Ledger;
#[cfg(not(any(debug_assertions, feature = "ledger")))]
pub(super) use none::NoLedger as Ledger;
