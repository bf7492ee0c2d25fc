//! Terms: the rows of a component, or what else a pass or a query takes of each entity, and where it lies.

mod add_visitor;
mod all_rows;
mod commands_term;
mod held_rows;
#[cfg(test)]
mod many_types;
mod matching;
mod mut_term;
mod opening;
mod par_term;
mod per_term;
mod place;
mod plan;
mod rows;
mod rows_term;
mod singleton_term;
mod small_terms;
mod tagged;
mod term;
mod term_rows;
mod tuples;
mod view_term;

pub(crate) use all_rows::AllRows;
pub use commands_term::{Commands, CommandsTerm};
pub use mut_term::{Mut, MutRows};
pub use opening::Opening;
pub(crate) use opening::{Opened, entity_at};
pub use par_term::ParTerm;
pub use per_term::PerTerm;
pub(crate) use place::Place;
pub(crate) use plan::{RowPlan, SegmentKind, assert_seen};
pub(crate) use rows::BATCH;
pub use rows::Rows;
pub use rows_term::CopiedTerm;
pub use singleton_term::SingletonTerm;
pub use small_terms::{EntityTerm, Kept, LendKept, Maybe, Same};
pub use term::{Readable, Term, Visited};
pub(crate) use term_rows::{TermRows, fewest};
pub(crate) use tuples::Places;
pub use tuples::{ParTerms, ReadOnly, ReadableTerms, Terms};
pub use view_term::{ShowRows, ViewTerm};
