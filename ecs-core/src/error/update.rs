//! What can go wrong with an update: [`UpdateError`].

use core::fmt;
use core::panic::Location;
use ecs_derive::Sentence;

use crate::base::bounds::{TIMES, within};
use crate::borrow::{Borrower, Conflict, Held, HookName};
use crate::ids::Entity;

use super::borrow::{FORGOTTEN, ViewError};
use super::singleton::SingletonError;
use super::world::WorldError;
use super::write::borrowed_by;

/// Why an update did not run, or stopped.
#[derive(Clone, PartialEq, Sentence)]
#[non_exhaustive]
pub enum UpdateError {
    /// The time step is negative, infinite or not a number. Nothing has run.
    #[says("cannot update by {dt} seconds: the time step must be finite and not negative")]
    BadDt {
        /// The time step, in seconds.
        dt: f32,
    },
    /// The time step is longer than [`World::set_longest_dt`](crate::World::set_longest_dt) allows. Nothing
    /// has run.
    #[says(
        "cannot update by {dt} seconds: more than {longest} are taken for a mistake; give the step in \
         seconds, or allow it with `World::set_longest_dt`"
    )]
    LongDt {
        /// The time step, in seconds.
        dt: f32,
        /// The longest that is allowed, in seconds.
        longest: f32,
    },
    /// The frame would make the time of the world longer than 100,000,000,000 seconds, which are 3,000 years:
    /// a sum of times would no longer change by a short one. No hook has run.
    #[says(
        "cannot update by {dt} seconds: the time of the world would be {elapsed} seconds, and must be {}; \
         lower the time scale, or go on in another world",
        within(&TIMES)
    )]
    EndOfTime {
        /// The time step, in seconds.
        dt: f32,
        /// What [`Time::elapsed`](crate::Time::elapsed) would be.
        elapsed: f64,
    },
    /// [`World::frame`](crate::World::frame) cannot measure the time step: the target has no clock, as
    /// `wasm32-unknown-unknown`. Nothing has run.
    #[says(
        "cannot measure the time step, as this target has no clock: call `update_all(dt)` with the seconds \
         that the window measures"
    )]
    NoClock,
    /// The call came from inside a hook, a `Drop` or a closure that the library calls. Nothing has run.
    #[says("cannot update inside a hook, a `Drop` or a closure of the library: call it from the main loop")]
    InsideHook,
    /// The world is closing. Nothing has run.
    #[says("cannot update: {error}")]
    World(WorldError),
    /// A guard or view has borrowed a component that would be visited.
    #[says(
        "{}: one is {}{}",
        fmt::from_fn(|f| write_refused(f, component, hook)),
        borrowed_by(by, at),
        fmt::from_fn(|f| write_end(f, *by, "before the update"))
    )]
    Borrowed {
        /// The component's type.
        component: &'static str,
        /// The hook of another type that takes it, if it is one: the type, and the method.
        hook: Option<(&'static str, &'static str)>,
        /// What has borrowed it.
        by: Borrower,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// A component is borrowed at the turn of its entity, on which a hook is to run, or which a hook takes.
    /// The frame stops there.
    #[says(
        "cannot update {component} of {entity:?}: it is {}{}",
        borrowed_by(by, at),
        fmt::from_fn(|f| write_end(f, *by, "before the hook that took it returns"))
    )]
    Held {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// What has borrowed it.
        by: Borrower,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// A hook takes a singleton that does not exist and cannot be made, or that is borrowed.
    #[says("cannot update: {error}")]
    Singleton(SingletonError),
    /// The `start` of components of this type makes others of it, whose `start` makes others, without end.
    /// The frame has stopped.
    #[says(
        "cannot update: each `start` of {component} makes another {component}, {limit} times by now; make \
         them in `init`, or in `update` one a frame"
    )]
    EndlessStart {
        /// The component's type.
        component: &'static str,
        /// The number of rounds after which the frame stopped:
        /// [`World::set_init_limit`](crate::World::set_init_limit).
        limit: u32,
    },
    /// A listener of a state asks for another change at each change, without end. The last request is
    /// forgotten, and the frame has stopped.
    #[says(
        "cannot go on: {} without end, {limit} times by now; let one of those that listen to `Enter` and \
         `Exit` ask for no other state",
        fmt::from_fn(|f| write_circle(f, circle))
    )]
    EndlessStates {
        /// The states that follow each other, each with its value where that is `Debug`; the first one comes
        /// again after the last.
        circle: Box<[String]>,
        /// The number of changes of one state after which the frame stopped.
        limit: u32,
    },
    /// The order that these types state has a cycle. No hook has run.
    #[says(write_cycle)]
    Cycle {
        /// The types on the cycle, each of which must run before the next one, and the last before the first.
        components: Box<[&'static str]>,
    },
}

impl UpdateError {
    /// The same, said of a system.
    pub(crate) fn in_system(self, system: &'static str) -> Self {
        match self {
            Self::Singleton(error) => Self::Singleton(error.in_system(system)),
            other => other,
        }
    }
}

impl UpdateError {
    /// Something of a store that would be visited is borrowed.
    pub(crate) const fn borrowed(component: &'static str, conflict: Conflict) -> Self {
        Self::Borrowed { component, hook: None, by: conflict.borrower, at: conflict.at }
    }

    /// Names the hook that does not run, where it is of another type than what is borrowed.
    pub(crate) fn met_by(mut self, name: HookName) -> Self {
        if let Self::Borrowed { component, hook, .. } = &mut self
            && *component != name.component
        {
            *hook = Some((name.component, name.hook));
        }
        self
    }
}

fn write_refused(f: &mut fmt::Formatter<'_>, component: &str, hook: &Option<(&str, &str)>) -> fmt::Result {
    match hook {
        Some((own, hook)) => write!(f, "cannot run `{own}::{hook}`, which takes {component}"),
        None => write!(f, "cannot update {component}"),
    }
}

fn write_cycle(f: &mut fmt::Formatter<'_>, components: &[&'static str]) -> fmt::Result {
    let (circle, first) = (components.join(" before "), components.first().copied().unwrap_or_default());
    write!(f, "cannot order the updates: {circle} before {first}; ")?;
    f.write_str("remove one of their `after`, `before` or `after_handles`")
}

fn write_circle(f: &mut fmt::Formatter<'_>, circle: &[String]) -> fmt::Result {
    let first = circle.first().map_or("", String::as_str);
    write!(f, "{}, then {first} again", circle.join(", then "))
}

/// Says until when what was taken before is to end.
fn write_end(f: &mut fmt::Formatter<'_>, by: Borrower, when: &str) -> fmt::Result {
    match by {
        Borrower::QueryShared | Borrower::QueryExclusive | Borrower::Got => {
            write!(f, "; drop that query {when}")
        }
        Borrower::Each => f.write_str("; do it when the `each` is over"),
        Borrower::View | Borrower::ViewMut => write!(f, "; drop that view {when}"),
        Borrower::Columns | Borrower::ColumnsMut => write!(f, "; drop those columns {when}"),
        Borrower::Shared | Borrower::Exclusive | Borrower::TooMany => {
            write!(f, "; drop that guard {when} {FORGOTTEN}")
        }
        _ => write!(f, "; drop that guard {when}"),
    }
}

impl From<ViewError> for UpdateError {
    /// A pass borrows its sibling types as views do.
    fn from(error: ViewError) -> Self {
        match error {
            ViewError::World { error, .. } => Self::World(error),
            ViewError::Borrowed { component, by, at } | ViewError::Unsettled { component, by, at } => {
                Self::borrowed(component, Conflict { borrower: by, at })
            }
            ViewError::EndWaits { takes, by, at, .. } => Self::borrowed(takes, Conflict { borrower: by, at }),
        }
    }
}

impl From<Held> for UpdateError {
    fn from(Held { component, entity, conflict }: Held) -> Self {
        Self::Held { component, entity, by: conflict.borrower, at: conflict.at }
    }
}
