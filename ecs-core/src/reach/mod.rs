//! What leads to components: entities, handles, views, singletons, events, and commands for later.

mod commands;
mod entity;
mod event;
mod for_each;
mod handle;
mod inherit;
mod many;
mod name;
pub(crate) mod singleton;
mod sort;
mod track;
pub(crate) mod view;

pub(crate) use commands::{lives, refuse, settle};
pub use event::{Listens, send_all};
pub(crate) use for_each::{expect_visited, for_each, refuse_borrowed, visit_each};
pub use handle::{CalledWith, Handle};
pub use inherit::Inherits;
pub(crate) use inherit::inherited;
pub use singleton::Singleton;
pub(crate) use sort::{sort_by, sort_by_key, sort_like};
pub use track::Tracked;
pub(crate) use view::borrow_for_view;
pub use view::{View, ViewMut};
