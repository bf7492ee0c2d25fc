//! The life of a component: placement, birth, switches, events, removal. Here, and in passes, user
//! code runs.

mod blocked;
mod enable;
mod notify;
mod observe;
mod panics;
mod park;
mod placement;
mod removal;
mod running;
mod send;
mod sync_point;

#[cfg(feature = "inspect")]
pub(crate) use enable::switch;
pub(crate) use enable::{enable_below, is_enabled_below, set_enabled, set_entity_enabled, switch_below};
pub(crate) use notify::run_if_free;
pub(crate) use observe::{shows, tell_alone, tell_of_child};
pub(crate) use panics::{caught, switch_off};
pub(crate) use park::{follow_all, park, stay, unpark};
pub(crate) use placement::*;
pub use placement::{Bundle, DefaultBundle, Required, Reusable, by_default};
pub(crate) use removal::*;
pub(crate) use send::{send, send_all, send_all_of};
pub(crate) use sync_point::flush_for_view;
