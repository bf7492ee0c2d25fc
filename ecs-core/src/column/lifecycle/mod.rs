//! [`Lifecycle`]: which steps of its life each component of a type has had, and which of them wait for a sync
//! point.
//!
//! # The stage of a component
//!
//! Each row has a [`Stage`], a byte, if its type has hooks or observers that need it, or once a component was
//! disabled. All others have none, and count as if each bit were clear.
//!
//! | bit | it is set until | it is set again when | of types |
//! |---|---|---|---|
//! | `UNBORN` | `init` begins | the end steps are over | whose hooks need a birth; observed ones |
//! | `UNSTARTED` | `start` runs | `start` could not run | with `start` |
//! | `NOTIFIED_OFF` | `on_enable` runs | `on_disable` runs | with these hooks; observed ones |
//! | `UNREPORTED` | observers receive `Add` | they receive `Remove` | observed ones |
//! | `REPORTED_OFF` | observers receive `Enable` | they receive `Disable` | observed ones |
//! | `OFF` | it is switched on | it is switched off | all |
//!
//! A row that is added while its entity is disabled has `NOTIFIED_OFF`, whatever its type. `OFF` and
//! `UNSTARTED` combine with each other bit: a component that is disabled or parked keeps its `start`. Of an
//! observed type the others make these stages:
//!
//! | stage | `UNBORN` | `NOTIFIED_OFF` | `UNREPORTED` | `REPORTED_OFF` |
//! |---|---|---|---|---|
//! | placed | set | set | set | set |
//! | born; parked and disabled; before `shutdown` | | set | set | set |
//! | parked | | | set | set |
//! | before `on_enable`, after `on_disable`; disabled | | set | | set |
//! | before `Enable`, after `Disable` | | | | set |
//! | enabled | | | | |
//! | after its end | set | set, if there is `on_disable` | set | set |
//!
//! So `REPORTED_OFF` is set wherever `UNREPORTED` or `NOTIFIED_OFF` is: observers receive `Disable` before
//! the hooks and `Enable` after them, and both only between `Add` and `Remove`. Types that are not observed
//! have neither `UNREPORTED` nor `REPORTED_OFF`.
//!
//! # The transitions
//!
//! | [`Transition`] | it is made by | when |
//! |---|---|---|
//! | a new row: [`Lifecycle::new_stage`] | `rows/`, `tags.rs` | a value is placed |
//! | `Begin` | the birth steps of `life/` | `init` is about to run |
//! | `Begin` | the end steps of `life/` | `shutdown` waits: the component is not at its end yet |
//! | `End` | the end steps of `life/` | `shutdown` is about to run |
//! | `Start` | `Column::next_start` | `start` is about to run |
//! | `PutBackStart` | `Column::put_back_start` | `start` could not run |
//! | `SwitchOn`, `SwitchOff` | `Column::set_own_switch` | the component itself is switched |
//! | `NotifyOn`, `NotifyOff` | `Column::notify` | `on_enable` or `on_disable` is about to run |
//! | `NotifyOff` | the end steps of `life/`, `push.rs` | an end begins; a row is added disabled |
//! | `ReportAdd`, `ReportOn` | `Column::take_news` | observers receive `Add`, `Enable` |
//! | `ReportRemove`, `ReportOff` | the same, the end steps of `life/` | they receive `Remove`, `Disable` |
//! | [`Stage::observed`], [`Stage::unobserved`] | `Column::set_observed` | observing begins or ends |
//!
//! A live component whose stage is not [`Stage::settled`] is listed in [`Switches::unnotified`], or its call
//! is still under way. [`Stage::advance`] makes the transitions that lead there, in this order: `Disable`,
//! `on_disable`, `Remove` of a parked one; `Add`, `on_enable`, `Enable`.
//!
//! # The lists
//!
//! | list | its components | until |
//! |---|---|---|
//! | [`Starts`] | have `UNSTARTED`, and were notified that they are enabled | `start` runs |
//! | [`PendingInits`] | are placed, and `init` did not follow at once | `init` runs, or they are gone |
//! | [`Switches`] | were switched, and the row or the hooks do not follow yet | a sync point |
//! | [`Ends`] | are dead, and their row is not closed; their end may be pending | a sync point |
//! | [`Remains`] | have left their row, and the value is left | it is dropped, or used again |
//! | [`WaitingEvents`] | have an event or a turn that waits | a sync point |
//!
//! A column with such changes is queued ([`Lifecycle::is_queued`]) for the next sync point of its world.

mod births;
mod ends;
mod events;
#[expect(clippy::module_inception, reason = "the lifecycle itself, above its parts")]
mod lifecycle;
mod pending_inits;
mod remains;
mod stage;
mod starts;
mod switches;
#[cfg(test)]
mod transitions;

pub(crate) use self::{
    births::Births,
    ends::{Dead, Ends, Fate},
    events::{Then, Waiting, WaitingEvent},
    lifecycle::Lifecycle,
    pending_inits::{PendingInits, Postponed},
    remains::Remains,
    stage::{Stage, Step, Transition},
    switches::{Switch, Switches},
};
#[cfg(doc)]
use {events::WaitingEvents, starts::Starts};
