//! Queries: the entities that have several components, with those components.

mod ask;
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

pub(crate) use ask::AskOne;
pub use data::{Parts, QueryData};
pub(crate) use data::{gives, query_data_alone};
pub(crate) use fetch::fetch;
pub use fetch::{Copied, Fetch};
pub use filter::{AnyOf, FindTypes, Has, QueryFilter, Types, With, WithDisabled, Without};
pub(crate) use filter::{looks_where_types_look, passes_all};
pub use iter::QueryIter;
pub use or::{Alternatives, Or};
pub use pairs::Combinations;
pub(crate) use query::Joined;
pub use query::{Query, query, try_query};
