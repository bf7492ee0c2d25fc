//! The life of a component: placement, birth, switches, events, removal. Here, and in passes, user
//! code runs.

mod blocked;
mod enable;
mod notify;
mod observe;
mod panics;
mod park;
mod placement;
mod relink;
mod removal;
mod running;
mod send;
mod sync_point;

pub(crate) use self::{
    enable::{set_enabled, set_entity_enabled},
    notify::{Notified, notify_for_answer, run_if_free},
    observe::{shows, tell_alone, tell_event, tell_of_child},
    panics::{caught, switch_off, switch_off_row},
    park::{park, stay, unpark},
    placement::*,
    relink::{detach, detach_children, relink},
    removal::*,
    send::{send, send_all, send_all_of},
    sync_point::flush_for_view,
};
pub(crate) use enable::switch;
pub use placement::{Bundle, DefaultBundle, Required, Reusable, by_default};
