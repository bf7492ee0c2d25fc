//! Components that take something over from the nearest one above their entity: which rows are due, level by
//! level, and the pass that runs `inherit` on them.

mod heirs;
mod heritage;
mod hook;
mod inheriting;
mod inherits;
mod lineage;
mod part;
mod pass;
mod saved;
mod settling;
mod visit;

pub(super) use heritage::Heritage;
pub use hook::{HasInherit, InheritHook, IsShared, RunInherit, inherits, inherits_on_threads};
pub use inherits::Inherits;
pub(crate) use inherits::inherited;
pub(super) use part::InheritingTypes;
pub(super) use saved::SavedHeritage;
