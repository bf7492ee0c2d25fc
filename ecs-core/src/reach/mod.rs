//! What leads to components: entities, handles, views, singletons, events, and commands for later.

mod commands;
mod entity;
mod event;
mod for_each;
mod handle;
mod many;
mod name;
pub(crate) mod singleton;
mod sort;
mod track;
pub(crate) mod view;

pub use event::{Listens, send_all};
pub(crate) use for_each::for_each;
pub use handle::{CalledWith, Handle};
pub use name::{find, find_all};
pub use singleton::{DerivesSingleton, Singleton};
pub(crate) use sort::{sort, sort_like};
pub use track::Tracked;
pub use view::{View, ViewMut};
