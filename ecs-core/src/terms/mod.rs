//! Terms: the rows of a component, or what else a pass or a query takes of each entity, and where it lies.

mod add_visitor;
mod all_rows;
mod commands_term;
#[cfg(test)]
mod many_types;
mod matching;
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

pub(crate) use self::{
    all_rows::AllRows,
    opening::{Opened, entity_at},
    place::Place,
    plan::{RowPlan, SegmentKind, assert_seen},
    rows::BATCH,
    term::{lends_items, seen_by_rows},
    term_rows::{TermRows, fewest},
    tuples::Places,
};
pub use commands_term::{Commands, CommandsTerm};
pub use opening::Opening;
pub use par_term::ParTerm;
pub use per_term::PerTerm;
pub use rows::Rows;
pub use rows_term::CopiedTerm;
pub use singleton_term::SingletonTerm;
pub use small_terms::{EntityTerm, Kept, LendKept, Maybe, Same};
pub use term::{Readable, Term, Visited};
pub use tuples::{ParTerms, ReadOnly, ReadableTerms, Terms};
pub use view_term::{ShowRows, ViewTerm};
