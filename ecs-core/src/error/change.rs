//! What can go wrong when entities and components come and go: [`AddError`], [`RemoveError`].

use core::fmt;
use core::panic::Location;
use ecs_derive::Sentence;

use crate::borrow::Borrower;
use crate::ids::Entity;

use super::borrow::write_remedy_for_all;
use super::world::WorldError;
use super::write::{borrowed_by, end_of};

/// Why a component was not added or replaced, or an entity not spawned.
#[derive(Clone, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum AddError {
    /// There is no world.
    #[says(write_no_world)]
    World {
        /// The component's type; `None` where an entity was to be spawned.
        component: Option<&'static str>,
        /// Why.
        error: WorldError,
    },
    /// No entity was spawned: all 4,294,967,295 indices are in use or retired.
    #[says("no entity index is free: despawn entities that are no longer needed")]
    OutOfIds,
    /// No entity was spawned: the commands are those of a system of another world.
    #[says(
        "these commands run in the world of their system, and another one is current: spawn here with \
         `Entity::spawn`, or ask for it before or after the call of `enter`"
    )]
    OtherWorld,
    /// The entity is not alive.
    #[says(write_dead)]
    DeadEntity {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
    /// The entity belongs to another world than the current one.
    #[says(
        "cannot add {component} to {entity:?}: the entity belongs to another world; call it inside that \
         world's `enter`"
    )]
    WrongWorld {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
    /// The component, or its entity, is being shut down.
    #[says(
        "cannot add {component} to {entity:?} while it is being shut down; add to another entity, or before \
         the kill"
    )]
    Dying {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
    /// `init` has returned an error. The component was added, and has ended.
    #[says("cannot add {component} to {entity:?}: its `init` failed: {error}")]
    Failed {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// The text of the error.
        error: String,
    },
    /// `init` takes a component of the same entity that the entity lacks. The component was not added.
    #[says(
        "`init` of {component} takes {sibling}, but {entity:?} has none: add {sibling} before {component}, \
         write `#[component(requires({sibling}))]` above {component}, or take `Option<&{sibling}>`"
    )]
    MissingSibling {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// The type that `init` takes.
        sibling: &'static str,
    },
    /// A parameter of `init`, or of `on_reset` of a pooled type, is borrowed. In a
    /// [replacement](Entity::replace), the old component is borrowed, or a parameter of its last hooks. The
    /// component was not added.
    #[says(write_blocked)]
    Blocked {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// The hook: of the old component `shutdown`, or `on_disable`. `None` if that is borrowed itself.
        hook: Option<&'static str>,
        /// The type of what is borrowed.
        takes: &'static str,
        /// What has borrowed that.
        by: Borrower,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// A hook takes a component twice: its own type as a sibling, or a type twice, once as `&mut`.
    #[says(write_bad_hook)]
    BadHook {
        /// The component's type.
        component: &'static str,
        /// The hook's name.
        hook: &'static str,
        /// The type that it takes twice.
        sibling: &'static str,
    },
    /// `init` has added components whose `init` added components, and so on, deeper than the world's limit.
    /// Adding required components and making singletons count too.
    #[says(
        "cannot add {component} to {entity:?}: `init` is nested deeper than {limit}; does an `init` add its \
         own type without end? `World::set_init_limit` raises the limit"
    )]
    TooDeep {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// The limit.
        limit: u32,
    },
    /// There is no memory for so many components or entities.
    #[says(write_no_room)]
    NoRoom {
        /// The component's type; `None` for entities.
        component: Option<&'static str>,
        /// How many were to be added.
        additional: usize,
    },
    /// An archetype lists a type twice, but an entity has at most one component of a type. Nothing was added.
    #[says(
        "the archetype lists {component} twice, but an entity has at most one component of a type: list it \
         once"
    )]
    ListedTwice {
        /// The component's type.
        component: &'static str,
    },
    /// The entity has a component that excludes this one, by the key `excludes` of one of both types; or one
    /// bundle has both. Nothing was added.
    #[says(write_excluded)]
    Excluded {
        /// The component's type.
        component: &'static str,
        /// The entity; [`Entity::NONE`] if one bundle has both.
        entity: Entity,
        /// The type that excludes it, or that it excludes.
        other: &'static str,
    },
    /// A component was not [replaced](Entity::replace), because the end of the old one has to wait.
    #[says(
        "cannot replace {component} of {entity:?}: the end of the old value must wait; use `insert`, which \
         lets it"
    )]
    OldStays {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
}

impl From<WorldError> for AddError {
    /// No entity is spawned without a world.
    fn from(error: WorldError) -> Self {
        Self::World { component: None, error }
    }
}

impl From<RemoveError> for AddError {
    /// What is not removed is not replaced.
    fn from(error: RemoveError) -> Self {
        match error {
            RemoveError::Borrowed { component, entity, by, at } => {
                Self::Blocked { component, entity, hook: None, takes: component, by, at }
            }
            RemoveError::Blocked { component, entity, hook, takes, by, at } => {
                Self::Blocked { component, entity, hook: Some(hook), takes, by, at }
            }
            RemoveError::Unwinding { component, entity }
            | RemoveError::TooDeep { component, entity, .. }
            | RemoveError::Observed { component, entity } => Self::OldStays { component, entity },
        }
    }
}

fn write_no_world(
    f: &mut fmt::Formatter<'_>,
    component: &Option<&'static str>,
    error: &WorldError,
) -> fmt::Result {
    match component {
        Some(component) => write!(f, "cannot add {component}: {error}"),
        None => write!(f, "cannot spawn an entity: {error}"),
    }
}

fn write_no_room(
    f: &mut fmt::Formatter<'_>,
    component: &Option<&'static str>,
    additional: &usize,
) -> fmt::Result {
    write!(f, "there is no memory for {additional} more ")?;
    match component {
        Some(component) => {
            write!(f, "of {component}: add fewer at a time, or end what is no longer needed")
        }
        None => f.write_str("entities: spawn fewer at a time"),
    }
}

fn write_blocked(
    f: &mut fmt::Formatter<'_>,
    component: &str,
    entity: &Entity,
    hook: &Option<&str>,
    takes: &str,
    by: &Borrower,
    at: &Option<&'static Location<'static>>,
) -> fmt::Result {
    let (by_it, insert) =
        (borrowed_by(by, at), "use `insert`, which lets the old value wait for the borrow to end");
    match hook {
        None => write!(f, "cannot replace {component} of {entity:?}: it is {by_it}; {insert}"),
        Some(end @ ("shutdown" | "on_disable")) => write!(
            f,
            "cannot replace {component} of {entity:?}: its `{end}` takes {takes}, which is {by_it}; {insert}"
        ),
        Some(hook) => {
            write!(
                f,
                "cannot add {component} to {entity:?}: its `{hook}` takes {takes}, which is {by_it}; "
            )?;
            write_remedy(f, *by)
        }
    }
}

fn write_excluded(f: &mut fmt::Formatter<'_>, component: &str, entity: &Entity, other: &str) -> fmt::Result {
    if *entity == Entity::NONE {
        return write!(
            f,
            "cannot add {component} and {other} to one entity: they exclude each other by \
             `#[component(excludes(..))]`; give them to two entities"
        );
    }
    write!(
        f,
        "cannot add {component} to {entity:?}, which has {other}: they exclude each other by \
         `#[component(excludes(..))]`; call `kill::<{other}>()` on it before, or add {component} to another \
         entity"
    )
}

fn write_dead(f: &mut fmt::Formatter<'_>, component: &str, entity: &Entity) -> fmt::Result {
    match *entity {
        Entity::NONE => {
            write!(f, "cannot add {component} to Entity::NONE: spawn an entity with `Entity::spawn()` first")
        }
        dead => write!(
            f,
            "cannot add {component} to {dead:?}: the entity is dead{}; ask `is_alive()` first",
            end_of(dead)
        ),
    }
}

fn write_remedy(f: &mut fmt::Formatter<'_>, by: Borrower) -> fmt::Result {
    if by.is_hook() { f.write_str(ADD_LATER) } else { write_remedy_for_all(f, by, "add") }
}

fn write_bad_hook(f: &mut fmt::Formatter<'_>, component: &str, hook: &str, sibling: &str) -> fmt::Result {
    if component != sibling {
        return write!(f, "`{hook}` of {component} takes {sibling} twice, once as `&mut`: take it once");
    }
    write!(
        f,
        "`{hook}` of {component} takes its own type {sibling}: its own component is `self`; the others are \
         reached by `query::<&{sibling}>().except(me)`, with `me: Entity` as a parameter, or in a system"
    )
}

/// How to add a component whose `init` takes what a hook has borrowed.
const ADD_LATER: &str = "add it when that hook is over: by `Commands` in a hook of a pass or a system, or \
                         in a method that listens to an event, which waits if it is sent to the component \
                         of the hook";

/// Why a component was not removed.
#[derive(Clone, Copy, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum RemoveError {
    /// The component is borrowed: its value cannot be moved out now.
    #[says(
        "cannot remove {component} of {entity:?}: it is {}; use `kill`, which waits for the borrow to end",
        borrowed_by(by, at)
    )]
    Borrowed {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// What has borrowed it.
        by: Borrower,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// The thread unwinds from a panic, and the type has a `shutdown` or an `on_disable`, which must not run
    /// meanwhile.
    #[says(
        "cannot remove {component} of {entity:?}: the thread unwinds from a panic, and `shutdown` must wait \
         for its end; use `kill`"
    )]
    Unwinding {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
    /// `shutdown` has removed a component whose `shutdown` removed one, and so on, deeper than the world's
    /// limit.
    #[says(
        "cannot remove {component} of {entity:?}: hooks are nested deeper than {limit}; use `kill`, whose \
         `shutdown` waits until the stack is free; `World::set_init_limit` raises the limit"
    )]
    TooDeep {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// The limit.
        limit: u32,
    },
    /// A parameter of its last hooks is borrowed, so the hook cannot run now.
    #[says(
        "cannot remove {component} of {entity:?}: its `{hook}` takes {takes}, which is {}; use `kill`, \
         whose `{hook}` waits for the borrow to end",
        borrowed_by(by, at)
    )]
    Blocked {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// The hook: `shutdown`, or `on_disable`.
        hook: &'static str,
        /// The type that it takes.
        takes: &'static str,
        /// What has borrowed that.
        by: Borrower,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// Observers of the component are running: it stays until all of them have run.
    #[says(
        "cannot remove {component} of {entity:?} while its observers run; use `kill`, which waits until \
         all of them have run"
    )]
    Observed {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
}
