//! What can go wrong with a schedule: [`ScheduleError`].

use core::fmt;

use super::{UpdateError, WithoutPaths};

/// Why a schedule took no system, or did not run. Systems are named as their functions and types, with their paths.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum ScheduleError {
    /// The schedule has the system already.
    Again {
        /// The system.
        system: &'static str,
    },
    /// The schedule has no such stage.
    UnknownStage {
        /// The system that was to be put there.
        system: &'static str,
        /// The name of the stage.
        stage: &'static str,
    },
    /// A system takes a component twice, once for writing. No system has run.
    Twice {
        /// The system.
        system: &'static str,
        /// The component's type.
        component: &'static str,
    },
    /// A system is to run before one of an earlier stage. No system has run.
    Stages {
        /// The system that is to run first.
        first: &'static str,
        /// Its stage.
        stage: &'static str,
        /// The other one.
        then: &'static str,
        /// The stage of that, which is earlier.
        earlier: &'static str,
    },
    /// What is said about the order of these systems is contradictory. No system has run.
    Cycle {
        /// The systems on the cycle, each of which must run before the next one, and the last before the first.
        systems: Box<[&'static str]>,
    },
    /// The run was refused, or stopped.
    Update(UpdateError),
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Again { system } => write!(
                f,
                "cannot add {} to the schedule twice: remove it first, or write another function",
                WithoutPaths(system)
            ),
            Self::UnknownStage { system, stage } => write!(
                f,
                "cannot add {} to the stage {stage:?}: the schedule has none of this name; make it with `stage({stage:?})` before",
                WithoutPaths(system)
            ),
            Self::Twice { system, component } => write!(
                f,
                "the system {} takes {component} twice, once for writing: take it once",
                WithoutPaths(system)
            ),
            Self::Stages { first, stage, then, earlier } => {
                let (first, then) = (WithoutPaths(first), WithoutPaths(then));
                write!(
                    f,
                    "cannot order the systems: {first} is to run before {then}, but its stage {stage:?} begins when {earlier:?}, the stage of \
                     {then}, is done; remove the `after` or `before`, or put both into one stage"
                )
            }
            Self::Cycle { systems } => {
                f.write_str("cannot order the systems: ")?;
                for system in systems {
                    write!(f, "{} before ", WithoutPaths(system))?;
                }
                let first = WithoutPaths(systems.first().copied().unwrap_or_default());
                write!(f, "{first}; remove one of their `after` or `before`")
            }
            Self::Update(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ScheduleError {}

impl From<UpdateError> for ScheduleError {
    /// A run is refused as an update is.
    fn from(error: UpdateError) -> Self {
        Self::Update(error)
    }
}
