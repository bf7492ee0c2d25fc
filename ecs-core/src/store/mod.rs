//! The typed face of a column: the cell that finds it, values that go in and out, guards.

mod cell;
mod guard;
mod named_guard;
mod own;
mod receiver;
mod release;
#[expect(clippy::module_inception, reason = "the store itself, above its parts")]
mod store;
mod values;

pub use cell::{Locator, StoreCell};
pub(crate) use cell::{find, is_found, with_known_store, with_store};
pub(crate) use guard::Packed;
pub use guard::{Ref, RefMut};
pub use named_guard::NamedGuard;
pub(crate) use own::HookGuard;
pub use own::UntypedOwn;
pub use receiver::{ByMut, ByRef, Receiver};
pub use store::{RcStore, Store};
pub(crate) use store::{address, behind, start_of_slice};
