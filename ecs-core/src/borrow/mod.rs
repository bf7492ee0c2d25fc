//! Who has borrowed what: call sites, borrowers, the borrow state of a column, visits.

mod borrower;
mod borrows;
mod call_site;
mod held;
mod hook_name;
mod ledger;
mod visiting;

pub use borrower::{Borrower, Conflict};
pub use borrows::Borrows;
pub use call_site::CallSite;
pub(crate) use held::Held;
pub use hook_name::HookName;
pub use visiting::Visiting;
pub(crate) use visiting::{Holding, NO_ROW, OngoingVisit, VisitedRows, Visitor};
