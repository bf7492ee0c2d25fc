//! Who has borrowed what: what something takes, borrowers, the borrow state of a column, visits.
//!
//! The family of "visit": a [`Visiting`] is one pass or query. A [`Visitor`] is its entry at one column. In
//! the layer `walk`, a `Visit` is its loop over rows, and `Visited` the entity whose turn it is.

mod above;
mod access;
mod borrower;
mod borrows;
mod held;
mod hook_name;
mod ledger;
mod visiting;
mod written;

pub use access::{Access, AccessSet, Whose};
pub use borrower::{Borrower, Conflict};
pub use borrows::Borrows;
pub(crate) use held::Held;
pub use hook_name::HookName;
pub use visiting::Visiting;
pub(crate) use visiting::{Holding, NO_ROW, OngoingVisit};
pub(crate) use written::PAGE;
