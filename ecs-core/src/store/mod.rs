//! The typed face of a column: the cell that finds it, values that go in and out, guards.

mod cell;
mod guard;
mod layout;
mod moving;
mod named_guard;
mod own;
mod pages;
mod place;
mod receiver;
mod release;
#[expect(clippy::module_inception, reason = "the store itself, above its parts")]
mod store;
mod values;
mod whole;

pub(crate) use self::{
    cell::{find, with_store},
    layout::CursorOf,
    moving::push_from,
    own::HookGuard,
    place::{address, start_of_slice},
    release::{BorrowOnOneThread, Packed},
};
pub use cell::{Locator, StoreCell};
pub use guard::{Guards, HasParts, Ref, RefMut, Whole};
pub use layout::{Layout, OnePiece, RefMutOf, RefOf, Stored};
pub use named_guard::{Guard, NamedGuard};
pub use own::UntypedOwn;
pub(crate) use pages::copier;
pub use receiver::{ByMut, ByRef, Receiver};
pub use release::RowBorrow;
pub use store::{RcStore, Store};
