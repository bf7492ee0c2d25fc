//! What leads to components: entities, handles, views, singletons, events, and commands for later.

mod above;
mod commands;
mod entity;
mod event;
mod for_each;
mod handle;
mod many;
mod name;
pub(crate) mod singleton;
mod sort;
pub(crate) mod view;

pub(crate) use commands::{lives, refuse, settle};
pub use event::{Listens, send_all};
pub(crate) use for_each::{expect_visited, for_each, refuse_borrowed, visit_each};
pub use handle::{CalledWith, Handle};
pub use singleton::Singleton;
pub(crate) use sort::{sort_by, sort_by_key, sort_like};
pub(crate) use view::borrow_for_view;
pub use view::{View, ViewMut};
