//! [`WorldTimers`]: the timers and tasks of a world, and the task that is polled.

use core::cell::{Cell, RefCell};

use crate::later::{Agenda, Polling};

/// The timers and tasks of a world.
#[derive(Default)]
pub(crate) struct WorldTimers {
    pub(crate) agenda: RefCell<Agenda>,
    /// What the task that is polled and the world tell each other.
    pub(crate) polling: Cell<Option<Polling>>,
}
