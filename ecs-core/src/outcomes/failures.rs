//! [`FailurePolicy`]: what a panic or an error of a hook does; [`Failures`]: those after which the frame went
//! on.

use core::fmt;

use crate::base::{Remembered, print, write_list};
use crate::borrow::HookName;
use crate::ids::Entity;

/// The consequence of an error or a panic of a hook.
/// [`World::set_failure_policy`](crate::World::set_failure_policy) chooses.
///
/// | policy | a hook returns `Err` | a `start`, a pass, a timer or a task panics |
/// |---|---|---|
/// | `Report` | the frame goes on | the frame stops |
/// | `Stop` | the frame stops | the frame stops |
/// | `SwitchOff` | the frame goes on | the component is switched off, and the frame goes on |
///
/// Under `SwitchOff` an error of a `start`, a pass, a timer or a task switches the component off too. A frame
/// that goes on has counted the failure in [`WorldStats::failures`](crate::stats::WorldStats). A panic that
/// stops the frame goes on to the caller of `update_all`; a line on stderr names the hook and the entity,
/// below the message of the panic. The world stays usable either way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum FailurePolicy {
    /// An error is reported. A panic stops the frame.
    #[default]
    Report,
    /// An error stops the frame too.
    Stop,
    /// The component is switched off, as by `set_enabled(false)`, and the frame goes on.
    SwitchOff,
}

/// The failures of hooks after which the frame went on: part of [`WorldStats`](crate::stats::WorldStats).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Failures {
    /// The number of failures since the world was made.
    pub count: u64,
    /// The last 64, oldest first: each panic, and of the errors of a hook in a frame the first.
    pub last: Vec<Failure>,
}

/// A panic or an error of a hook, after which the frame went on.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The component's type. For a system empty; for an observer the event.
    pub component: &'static str,
    /// The hook, `after`, `every` or `task`, `observe`, or the system.
    pub hook: &'static str,
    /// The entity; [`Entity::NONE`] for a system.
    pub entity: Entity,
    /// The text of the error; of the panic, if that is a text.
    pub message: String,
    /// Whether the hook has panicked.
    pub is_panic: bool,
    /// The number of errors of this hook in that frame. 1 for a panic.
    pub count: usize,
    /// The [frame](crate::Time::frame).
    pub frame: u64,
}

/// The failures of a world.
#[derive(Default)]
pub(crate) struct FailureList {
    /// With the errors of the same hook and frame, which were counted only.
    count: u64,
    last: Remembered<Failure, 64>,
    /// The hooks that have failed: one line each on stderr.
    failed: Vec<HookName>,
}

impl FailureList {
    /// Counts errors of a hook, if this frame has one of it already.
    pub(crate) fn count_more(
        &mut self,
        HookName { component, hook }: HookName,
        frame: u64,
        more: usize,
    ) -> bool {
        let is_same = |failure: &&mut Failure| {
            (failure.frame, failure.component, failure.hook, failure.is_panic)
                == (frame, component, hook, false)
        };
        let Some(same) = self.last.iter_mut().find(is_same) else { return false };
        same.count += more;
        self.count += more as u64;
        true
    }

    /// Notes a failure. Says whether its hook has failed for the first time.
    pub(crate) fn note(&mut self, failure: Failure) -> bool {
        let hook = HookName { component: failure.component, hook: failure.hook };
        let is_first = !self.failed.contains(&hook);
        if is_first {
            self.failed.push(hook);
        }
        self.count += failure.count as u64;
        self.last.note(failure);
        is_first
    }

    pub(crate) fn report(&self) -> Failures {
        Failures { count: self.count, last: self.last.in_order() }
    }
}

/// Names, below the message of a panic, the hook in which it was.
pub(crate) fn name_panicking(name: HookName, entity: Entity) {
    print(format_args!("  in `{}::{}` of {entity:?}", name.component, name.hook));
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { component, hook, entity, message, is_panic, count, .. } = self;
        let name = HookName { component, hook };
        write!(f, "`{name:?}`")?;
        if *entity != Entity::NONE {
            write!(f, " of {entity:?}")?;
        }
        write!(f, " {}: {message}", if *is_panic { "panicked" } else { "failed" })?;
        if *count > 1 { write!(f, " ({count} errors in this frame)") } else { Ok(()) }
    }
}

impl fmt::Display for Failures {
    /// Writes one line, and one more for each that is remembered.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, (self.count, &self.last), "failure of a hook", "failures of hooks")
    }
}
