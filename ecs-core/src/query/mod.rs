//! Queries: the entities that have several components, with those components.

mod ask;
mod changed;
mod data;
mod fetch;
mod filter;
mod get;
mod iter;
mod or;
mod pairs;
mod par;
#[expect(clippy::module_inception, reason = "the query itself, above its parts")]
mod query;
mod system;

pub use changed::{Added, Changed};
pub use data::{Parts, QueryData};
pub use fetch::{Copied, Fetch};
pub use filter::{AnyOf, FindTypes, Has, QueryFilter, Types, With, WithDisabled, Without};
pub use iter::QueryIter;
pub use or::{Alternatives, Or};
pub use pairs::Combinations;
pub(crate) use query::Joined;
pub use query::{Query, query, try_query};
