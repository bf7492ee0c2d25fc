//! What can go wrong with a schedule: [`ScheduleError`].

use core::fmt;
use ecs_derive::Sentence;

use crate::base::WithoutPaths;
use crate::error::UpdateError;

use super::fields::by_fields;

/// Why a schedule took no system, or did not run. Systems are named as their functions and types, with their
/// paths.
#[derive(Clone, PartialEq, Sentence)]
#[non_exhaustive]
pub enum ScheduleError {
    /// The schedule has a system of the name that was [given](crate::IntoSystem::named) to this one.
    #[says(
        "cannot add a second system of the name {system:?} to the schedule: remove the first, or choose \
         another name"
    )]
    Again {
        /// The name.
        system: &'static str,
    },
    /// A system is to run after or before one that is not in the schedule. No system has run.
    #[says(write_unknown_system)]
    UnknownSystem {
        /// The system that names the other one.
        system: &'static str,
        /// The other one.
        named: &'static str,
        /// The system of the schedule whose name is the nearest, if one is near.
        nearest: Option<&'static str>,
    },
    /// A system or set is to run after or before a set in which no system is. No system has run.
    #[says(
        "cannot order the systems: {} names the set {set:?}, in which no system is; {}put one into it by \
         `in_set({set:?})`, or, if there may be none, name it by `optional(set({set:?}))`",
        WithoutPaths(by),
        meant_set(nearest)
    )]
    UnknownSet {
        /// The system or set that names it.
        by: &'static str,
        /// The set.
        set: &'static str,
        /// The set of the schedule whose name is the nearest, if one is near.
        nearest: Option<&'static str>,
    },
    /// Something is said about a set in which no system is. No system has run.
    #[says(
        "cannot run the schedule: it configures the set {set:?}, in which no system is; {}put one into it \
         by `in_set({set:?})`, or leave the `configure` out",
        meant_set(nearest)
    )]
    EmptySet {
        /// The set.
        set: &'static str,
        /// The set of the schedule whose name is the nearest, if one is near.
        nearest: Option<&'static str>,
    },
    /// The schedule has no such stage.
    #[says(
        "cannot add {} to the stage {stage:?}: the schedule has none of this name; make it with \
         `stage({stage:?})` before",
        WithoutPaths(system)
    )]
    UnknownStage {
        /// The system that was to be put there.
        system: &'static str,
        /// The name of the stage.
        stage: &'static str,
    },
    /// A system takes a component twice, once for writing, and nothing tells the entities apart. No system
    /// has run.
    #[says(
        "the system {} takes {component} twice{}, once for writing: take it once, or tell two queries apart \
         by `With` and `Without`",
        WithoutPaths(system),
        by_fields(fields)
    )]
    Twice {
        /// The system.
        system: &'static str,
        /// The component's type.
        component: &'static str,
        /// The fields of structs that take it, as `Arena.ships`, where a parameter is such a struct.
        fields: Box<[String]>,
    },
    /// A [local](crate::local) system takes a component twice, once for writing, by queries that only their
    /// filters tell apart. No system has run.
    #[says(
        "the local system {} takes {component} twice{}, once for writing: a local system can add and \
         remove what filters ask for, so they do not tell its queries apart; take it once, or remove \
         `local`",
        WithoutPaths(system),
        by_fields(fields)
    )]
    TwiceInLocal {
        /// The system.
        system: &'static str,
        /// The component's type.
        component: &'static str,
        /// The fields of structs that take it, as `Arena.ships`, where a parameter is such a struct.
        fields: Box<[String]>,
    },
    /// A system is to run before one of an earlier stage. No system has run.
    #[says(write_stages)]
    Stages {
        /// The system that is to run first.
        first: &'static str,
        /// Its stage.
        stage: &'static str,
        /// The other one.
        then: &'static str,
        /// The stage of that, which is earlier.
        earlier: &'static str,
        /// The set by which it is said, if one is.
        set: Option<&'static str>,
    },
    /// What is said about the order of these systems is contradictory. No system has run.
    #[says(write_cycle)]
    Cycle {
        /// The systems on the cycle, each of which must run before the next one, and the last before the
        /// first.
        systems: Box<[&'static str]>,
        /// The sets by which it is said, as far as it is.
        sets: Box<[&'static str]>,
    },
    /// What is said about the order in which these systems begin is contradictory. No system has run.
    #[says(
        "cannot order the `init` of the systems: {}; remove one of their `init_after` or `init_before`",
        circle(systems)
    )]
    InitCycle {
        /// The systems on the cycle, each of which must begin before the next one, and the last before the
        /// first.
        systems: Box<[&'static str]>,
    },
    /// The run was refused, as an update is, or stopped.
    #[says("{error}")]
    #[from]
    Update(UpdateError),
}

fn write_unknown_system(
    f: &mut fmt::Formatter<'_>,
    system: &'static str,
    named: &'static str,
    nearest: &Option<&'static str>,
) -> fmt::Result {
    let (system, short) = (WithoutPaths(system), WithoutPaths(named));
    write!(
        f,
        "cannot order the systems: {system} is to run after or before {short}, which is not in the schedule; "
    )?;
    match nearest {
        // They differ in their paths alone.
        Some(nearest) if WithoutPaths(nearest).to_string() == short.to_string() => {
            write!(f, "is `{nearest}` meant, and not `{named}`? Otherwise ")?;
        }
        Some(nearest) => write!(f, "is `{}` meant? Otherwise ", WithoutPaths(nearest))?,
        None => {}
    }
    f.write_str("add it, or, if it may be absent, name it by `optional(..)`")
}

fn write_stages(
    f: &mut fmt::Formatter<'_>,
    first: &'static str,
    stage: &str,
    then: &'static str,
    earlier: &str,
    set: &Option<&'static str>,
) -> fmt::Result {
    let (first, then) = (WithoutPaths(first), WithoutPaths(then));
    write!(f, "cannot order the systems: {first} is to run before {then}")?;
    if let Some(set) = set {
        write!(f, " by the set {set:?}")?;
    }
    write!(
        f,
        ", but its stage {stage:?} begins when {earlier:?}, the stage of {then}, is done; remove the \
         `after` or `before`, or put both into one stage"
    )
}

fn write_cycle(f: &mut fmt::Formatter<'_>, systems: &[&'static str], sets: &[&'static str]) -> fmt::Result {
    write!(f, "cannot order the systems: {}; remove one of their `after` or `before`", circle(systems))?;
    sets.iter().try_for_each(|set| write!(f, ", or of those of the set {set:?}"))
}

/// Asks whether another set is meant, the name of which is nearly the same.
fn meant_set(nearest: &Option<&'static str>) -> impl fmt::Display {
    fmt::from_fn(move |f| nearest.map_or(Ok(()), |nearest| write!(f, "is {nearest:?} meant? Otherwise ")))
}

/// Writes systems of which each is before the next, and the last before the first.
fn circle(systems: &[&'static str]) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        systems.iter().try_for_each(|system| write!(f, "{} before ", WithoutPaths(system)))?;
        write!(f, "{}", WithoutPaths(systems.first().copied().unwrap_or_default()))
    })
}
