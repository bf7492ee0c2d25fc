//! Names of entities: messages show them, and entities are found by them.

mod calls;
mod entity_names;
mod find;
mod saved;
mod state;

pub use find::{find, find_all};
pub(super) use state::NamedEntities;
