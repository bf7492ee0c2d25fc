//! The life of a component: add, notify, kill, flush. Here, and in passes, user code runs.

mod add;
mod adding;
#[cfg(feature = "serde")]
mod arrive;
mod blocked;
mod bundle;
mod clear;
#[cfg(feature = "serde")]
mod copy;
mod deliver;
mod enable;
mod end;
mod family;
mod fire;
mod free;
mod group;
mod init;
mod insert;
mod kill;
#[cfg(test)]
mod many_types;
mod new_column;
mod notify;
mod observe;
mod panics;
mod park;
mod recycle;
mod replace;
mod required;
mod reset;
mod reuse;
mod running;
mod send;
mod spawn_many;
mod sync_point;
mod timers;
mod tuples;
mod undo;
mod unplaced;

pub(crate) use panics::{caught, switch_off};
pub(crate) use park::{park, stay, unpark};

pub(crate) use add::{add, add_default, add_singleton, is_alive};
#[cfg(feature = "serde")]
pub(crate) use arrive::{Arrival, Arriving, end_singleton, needs_welcome};
pub use bundle::{Bundle, DefaultBundle};
#[cfg(feature = "serde")]
pub(crate) use copy::{Beginning, CopyOrder, Pattern, PatternColumn, PatternEntity, copy};
#[cfg(feature = "inspect")]
pub(crate) use enable::switch;
pub(crate) use enable::{set_enabled, set_entity_enabled};
#[cfg(feature = "serde")]
pub(crate) use end::detach_owing;
pub(crate) use family::{attach, detach, detach_children};
pub(crate) use fire::{run_at_frame_end, run_due};
pub(crate) use group::{
    DespawnOnDrop, apply, apply_with, check_listed_once, find_all, keep_promise, refuse_twice, remove_all,
    spawn_one, spawn_promised,
};
pub(crate) use init::start;
pub(crate) use insert::insert;
#[cfg(feature = "inspect")]
pub(crate) use kill::kill_in;
pub(crate) use kill::{despawn, despawn_at, despawn_many, kill, kill_all, note_despawn, remove};
pub(crate) use new_column::reserve;
#[cfg(feature = "serde")]
pub(crate) use new_column::store_or_new;
pub(crate) use observe::{shows, tell_alone};
pub(crate) use recycle::{Recycling, begin_again, recycle};
pub(crate) use replace::replace;
pub use required::{Required, by_default};
pub use reuse::Reusable;
pub(crate) use send::{send, send_all, send_all_of};
pub(crate) use spawn_many::spawn_many;
pub(crate) use sync_point::flush_for_view;
pub(crate) use timers::{
    DESPAWN, When, add_timer, add_timer_of, method_of, method_of_entity, of_future, on_component, on_entity,
};
pub(crate) use unplaced::Unplaced;
