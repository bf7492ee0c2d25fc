//! What can go wrong, as small typed values whose `Display` is a sentence.

mod borrow;
mod change;
mod ending;
mod fail;
mod prefab;
mod query;
mod save;
mod send;
mod singleton;
mod snapshot;
mod unwinding;
mod update;
mod world;
mod write;

pub use borrow::{BorrowError, ViewError};
pub use change::{AddError, RemoveError};
pub use ending::Ending;
pub(crate) use ending::HOW_ENDED;
pub(crate) use fail::{fail, or_fail};
pub use prefab::{NotCopied, PrefabError, WhyNotCopied};
pub use query::QueryError;
pub use save::{LoadError, SameName, SaveError, SavePlace};
pub use send::SendError;
pub use singleton::SingletonError;
pub use snapshot::SnapshotError;
pub(crate) use unwinding::{is_unwinding, refuse_unwinding};
pub use update::UpdateError;
pub use world::WorldError;
pub(crate) use write::{end_of, if_any};
