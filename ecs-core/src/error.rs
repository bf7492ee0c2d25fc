//! What can go wrong, as small typed values whose `Display` is a sentence.

use core::fmt;
use core::panic::Location;

use crate::ids::Entity;
use crate::store::Lender;

/// Why there is no world to work in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WorldError {
    /// Nothing was spawned on this thread yet.
    NoWorld,
    /// The world, or the thread, is coming to its end: its components are being dropped.
    Closing,
    /// The thread unwinds from a panic, and changes are pending that wait for its end: no hook and no `Drop` runs meanwhile.
    Unwinding,
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoWorld => {
                "this thread has no world yet: `Entity::spawn()` makes one, or `World::enter` brings one"
            }
            Self::Unwinding => {
                "the thread unwinds from a panic, and changes of the store must wait for its end"
            }
            Self::Closing => "the world is closing: while its components are dropped it takes no calls",
        })
    }
}

impl core::error::Error for WorldError {}

/// Why no entity could be spawned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SpawnError {
    /// All 4,294,967,295 indices are in use or retired.
    OutOfIds,
    /// A component was refused.
    Add(AddError),
    /// The world is closing.
    World(WorldError),
    /// There is no memory for so many entities.
    NoRoom {
        /// How many were to be spawned.
        additional: usize,
    },
}

impl fmt::Display for SpawnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfIds => {
                f.write_str("no entity index is free: despawn entities that are no longer needed")
            }
            Self::Add(error) => fmt::Display::fmt(error, f),
            Self::World(error) => write!(f, "cannot spawn an entity: {error}"),
            Self::NoRoom { additional } => {
                write!(f, "there is no memory for {additional} more entities: spawn fewer at a time")
            }
        }
    }
}

impl core::error::Error for SpawnError {}

/// Why a component was not added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AddError {
    /// There is no world.
    World {
        /// The component's type.
        component: &'static str,
        /// Why.
        error: WorldError,
    },
    /// The entity is not alive.
    DeadEntity {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
    /// The entity belongs to another world than the current one.
    WrongWorld {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
    /// The component, or its entity, is being shut down.
    Dying {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
    /// `init` takes a component of the same entity that the entity has not got. The component was not added.
    MissingSibling {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// The type that `init` takes.
        sibling: &'static str,
    },
    /// A hook takes a component twice: its own type as a sibling, or a type twice, once as `&mut`.
    BadHook {
        /// The component's type.
        component: &'static str,
        /// The hook's name.
        hook: &'static str,
        /// The type that it takes twice.
        sibling: &'static str,
    },
    /// `init` has added components whose `init` added components, and so on, deeper than the world's limit. Adding what is required
    /// counts as `init` does.
    TooDeep {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// The limit.
        limit: u32,
    },
    /// There is no memory for so many components.
    NoRoom {
        /// The component's type.
        component: &'static str,
        /// How many were to be added.
        additional: usize,
    },
    /// An archetype lists a type twice, but an entity has at most one component of a type. Nothing was added.
    ListedTwice {
        /// The component's type.
        component: &'static str,
    },
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::World { component, error } => write!(f, "cannot add {component}: {error}"),
            Self::DeadEntity { component, entity } if *entity == Entity::NONE => {
                write!(
                    f,
                    "cannot add {component} to Entity::NONE: spawn an entity with `Entity::spawn()` first"
                )
            }
            Self::DeadEntity { component, entity } => {
                write!(f, "cannot add {component} to {entity:?}: the entity is dead; ask `is_alive()` first")
            }
            Self::WrongWorld { component, entity } => write!(
                f,
                "cannot add {component} to {entity:?}: the entity belongs to another world; call it inside that world's `enter`"
            ),
            Self::Dying { component, entity } => write!(
                f,
                "cannot add {component} to {entity:?} while it is being shut down; add to another entity, or before the kill"
            ),
            Self::MissingSibling { component, entity, sibling } => write!(
                f,
                "`init` of {component} takes {sibling}, but {entity:?} has none: add {sibling} before {component}, write \
                 `#[component(requires({sibling}))]` above {component}, or take `Option<&{sibling}>`"
            ),
            Self::BadHook { component, hook, sibling } if component == sibling => write!(
                f,
                "`{hook}` of {component} takes its own type {sibling} as a sibling: that component is `self`"
            ),
            Self::BadHook { component, hook, sibling } => {
                write!(f, "`{hook}` of {component} takes {sibling} twice, once as `&mut`: take it once")
            }
            Self::TooDeep { component, entity, limit } => write!(
                f,
                "cannot add {component} to {entity:?}: `init` is nested deeper than {limit}; does an `init` add its own type without end? \
                 `World::set_init_limit` raises the limit"
            ),
            Self::NoRoom { component, additional } => write!(
                f,
                "there is no memory for {additional} more of {component}: add fewer at a time, or end what is no longer needed"
            ),
            Self::ListedTwice { component } => write!(
                f,
                "the archetype lists {component} twice, but an entity has at most one component of a type: list it once"
            ),
        }
    }
}

impl core::error::Error for AddError {}

/// Why a pool has given no entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PoolError {
    /// The pool has as many entities as it may have: all are taken, or more are asked for to be parked.
    Exhausted {
        /// The types of the archetype.
        archetype: &'static str,
        /// How many entities the pool may have.
        max: usize,
    },
    /// The pool has as many entities as it may have. Some are parked, but of each of them something is lent.
    Busy {
        /// The types of the archetype.
        archetype: &'static str,
        /// How many entities the pool may have.
        max: usize,
    },
    /// The entities of the pool belong to another world than the current one.
    WrongWorld {
        /// The types of the archetype.
        archetype: &'static str,
    },
    /// No entity could be made, or what one has lost could not be added.
    Spawn(SpawnError),
    /// A component of the entity that was taken could not be reset: the `on_reset` of another one has kept it borrowed. The entity is parked
    /// again.
    Reset(BorrowError),
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Exhausted { archetype, max } => write!(
                f,
                "the pool of {} is exhausted: it has all {max} entities that it may have; give some back or raise the bound",
                WithoutPaths(archetype)
            ),
            Self::Busy { archetype, max } => write!(
                f,
                "the pool of {} has {max} entities, and those that are parked are lent; drop the guards first (a pass borrows the \
                 siblings of its hook) or raise the bound",
                WithoutPaths(archetype)
            ),
            Self::WrongWorld { archetype } => write!(
                f,
                "the entities of the pool of {} belong to another world; call it inside that world's `enter`, or make a pool for each \
                 world",
                WithoutPaths(archetype)
            ),
            Self::Spawn(error) => fmt::Display::fmt(&error, f),
            Self::Reset(error) => write!(f, "cannot reset what was taken from the pool: {error}"),
        }
    }
}

impl core::error::Error for PoolError {}

impl From<BorrowError> for PoolError {
    fn from(error: BorrowError) -> Self {
        Self::Reset(error)
    }
}

impl From<SpawnError> for PoolError {
    fn from(error: SpawnError) -> Self {
        Self::Spawn(error)
    }
}

/// A type's name, and those of its parameters, without the modules.
struct WithoutPaths(&'static str);

impl fmt::Display for WithoutPaths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_of_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
        for part in self.0.split_inclusive(|c| !is_of_path(c)) {
            f.write_str(part.rsplit("::").next().unwrap_or(part))?;
        }
        Ok(())
    }
}

/// Why a component was not lent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BorrowError {
    /// There is no world.
    World {
        /// The component's type.
        component: &'static str,
        /// Why.
        error: WorldError,
    },
    /// The handle belongs to another world than the current one.
    WrongWorld {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
    /// The entity is dead, or has no such component (any more).
    Dead {
        /// The component's type.
        component: &'static str,
        /// The entity; [`Entity::NONE`] for a null handle.
        entity: Entity,
    },
    /// The entity was parked in a [`Pool`](crate::Pool) and taken again: it goes on under another generation.
    Stale {
        /// The component's type.
        component: &'static str,
        /// The entity in its earlier life.
        entity: Entity,
        /// The entity now.
        now: Entity,
    },
    /// Something else has borrowed the component.
    Borrowed {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// Whether this borrow was to be exclusive.
        mutably: bool,
        /// What has borrowed it.
        by: Lender,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
}

impl fmt::Display for BorrowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::World { component, error } => write!(f, "cannot borrow {component}: {error}"),
            Self::WrongWorld { component, entity } => write!(
                f,
                "cannot borrow {component} of {entity:?}: the entity belongs to another world; borrow it inside that world's `enter`"
            ),
            Self::Dead { component, entity } if entity == Entity::NONE => write!(
                f,
                "cannot borrow {component} through a null handle: set the handle first, for instance in `init`, or use `get()`"
            ),
            Self::Dead { component, entity } => write!(
                f,
                "cannot borrow {component} of {entity:?}: the entity is dead or has no {component}; ask `is_alive()` or use `get()`"
            ),
            Self::Stale { component, entity, now } => write!(
                f,
                "cannot borrow {component} of {entity:?}: the entity was taken from a pool again and is {now:?} now, so handles of its \
                 earlier life are stale; mark a field that refers to its own entity `#[component(sibling)]`, or set it again in `on_reset`"
            ),
            Self::Borrowed { component, entity, mutably, by, at } => {
                let how = if mutably { " mutably" } else { "" };
                write!(f, "cannot borrow {component} of {entity:?}{how}: it is {by}")?;
                write_site(f, at)?;
                f.write_str(remedy(by))
            }
        }
    }
}

impl core::error::Error for BorrowError {}

fn remedy(by: Lender) -> &'static str {
    match by {
        Lender::Hook | Lender::IsolatedPass => "; inside the hook use `self`",
        Lender::View | Lender::ViewMut => "; index the view with the handle, or end the view first",
        Lender::TooMany => "; drop some of the guards",
        Lender::Shared | Lender::Exclusive => {
            "; drop that guard first (one in the same expression or `match` lives to its end), or use `with`"
        }
    }
}

fn write_site(f: &mut fmt::Formatter<'_>, at: Option<&'static Location<'static>>) -> fmt::Result {
    match at {
        Some(at) => write!(f, " at {at}"),
        None => Ok(()),
    }
}

/// Why a component was not removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RemoveError {
    /// The component is lent: its value cannot be given away now.
    Lent {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// What has borrowed it.
        by: Lender,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
}

impl fmt::Display for RemoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Lent { component, entity, by, at } = *self;
        write!(f, "cannot remove {component} of {entity:?}: it is {by}")?;
        write_site(f, at)?;
        f.write_str("; use `kill`, which waits for the borrow to end")
    }
}

impl core::error::Error for RemoveError {}

/// Why a store was not lent as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ViewError {
    /// The world is closing.
    World {
        /// The component's type.
        component: &'static str,
        /// Why.
        error: WorldError,
    },
    /// Something of the store is lent.
    Borrowed {
        /// The component's type.
        component: &'static str,
        /// What has borrowed it.
        by: Lender,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// Components were added, killed or switched while something of the store is lent, so that its values are not in order.
    Unsettled {
        /// The component's type.
        component: &'static str,
        /// What has borrowed it.
        by: Lender,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
}

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::World { component, error } => write!(f, "cannot view {component}: {error}"),
            Self::Borrowed { component, by, at } => {
                write!(f, "cannot view {component}: one is {by}")?;
                write_site(f, at)?;
                f.write_str("; drop that guard first")
            }
            Self::Unsettled { component, by, at } => {
                write!(f, "cannot view {component}: some were added, killed or switched while one is {by}")?;
                write_site(f, at)?;
                f.write_str("; drop that guard first, so that the store can settle")
            }
        }
    }
}

impl core::error::Error for ViewError {}

/// Why several components were not lent at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ManyError {
    /// The entity is dead, has no such component (any more), or got it after the view began.
    Dead {
        /// The component's type.
        component: &'static str,
        /// The entity; [`Entity::NONE`] for a null handle.
        entity: Entity,
    },
    /// One component was asked for twice.
    Twice {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
}

impl fmt::Display for ManyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Dead { component, entity } => {
                fmt::Display::fmt(&BorrowError::Dead { component, entity }, f)
            }
            Self::Twice { component, entity } => write!(
                f,
                "cannot borrow {component} of {entity:?} mutably twice at once: give each handle once, or borrow one after the other"
            ),
        }
    }
}

impl core::error::Error for ManyError {}

/// Why a query was not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum QueryError {
    /// The store of a type could not be borrowed.
    View(ViewError),
    /// The query names a type twice, once as `&mut`.
    Twice {
        /// The component's type.
        component: &'static str,
    },
    /// The world is closing.
    World(WorldError),
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::View(error) => write!(f, "cannot query: {error}"),
            Self::Twice { component } => {
                write!(f, "cannot query {component} twice, once as `&mut`: name it once")
            }
            Self::World(error) => write!(f, "cannot query: {error}"),
        }
    }
}

impl core::error::Error for QueryError {}

/// Why a query has no single entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SingleError {
    /// No entity matches.
    None {
        /// What was asked for.
        query: &'static str,
    },
    /// More than one entity matches.
    Several {
        /// What was asked for.
        query: &'static str,
    },
}

impl fmt::Display for SingleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None { query } => {
                let query = WithoutPaths(query);
                write!(f, "no entity matches the query for `{query}`; use `first()` if that is no error")
            }
            Self::Several { query } => {
                let query = WithoutPaths(query);
                write!(f, "several entities match the query for `{query}`; use `first()`, or filter them")
            }
        }
    }
}

impl core::error::Error for SingleError {}

/// Why an update did not run, or stopped.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum UpdateError {
    /// The time step is negative, infinite or not a number. Nothing has run.
    BadDt {
        /// The time step, in seconds.
        dt: f32,
    },
    /// The call came from inside a hook, a `Drop` or a closure that the library calls. Nothing has run.
    InsideHook,
    /// The world is closing. Nothing has run.
    World(WorldError),
    /// A guard or view keeps something of a store that would be visited.
    Lent {
        /// The component's type.
        component: &'static str,
        /// What has borrowed it.
        by: Lender,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// The `after` and `before` of these types contradict each other. Nothing has run.
    Cycle {
        /// The types on the cycle, each of which must run before the next one, and the last before the first.
        components: Box<[&'static str]>,
    },
}

impl fmt::Display for UpdateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadDt { dt } => {
                write!(f, "cannot update by {dt} seconds: the time step must be finite and not negative")
            }
            Self::InsideHook => f.write_str(
                "cannot update inside a hook, a `Drop` or a closure of the library: call it from the main loop",
            ),
            Self::World(error) => write!(f, "cannot update: {error}"),
            Self::Lent { component, by, at } => {
                write!(f, "cannot update {component}: one is {by}")?;
                write_site(f, *at)?;
                f.write_str("; drop that guard before the update")
            }
            Self::Cycle { components } => {
                f.write_str("cannot order the updates: ")?;
                for component in components {
                    write!(f, "{component} before ")?;
                }
                let first = components.first().copied().unwrap_or_default();
                write!(f, "{first}; remove one of their `after` or `before`")
            }
        }
    }
}

impl core::error::Error for UpdateError {}

impl From<ViewError> for UpdateError {
    /// A pass borrows its sibling types as views do.
    fn from(error: ViewError) -> Self {
        match error {
            ViewError::World { error, .. } => Self::World(error),
            ViewError::Borrowed { component, by, at } | ViewError::Unsettled { component, by, at } => {
                Self::Lent { component, by, at }
            }
        }
    }
}

/// Why a world was not made ready for another thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SendError {
    /// A component type is not `Send`, or is generic and its declared bounds do not prove it.
    NotSend {
        /// The component's type.
        component: &'static str,
    },
    /// Something of a store is lent.
    Busy {
        /// The component's type.
        component: &'static str,
        /// What has borrowed it.
        by: Lender,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// A query lives that was made in the world, though it borrows none of its components.
    Queried,
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotSend { component } => write!(
                f,
                "cannot send the world: {component} is not known to be `Send`; remove it first, or give it only `Send` fields \
                 (a generic type: `Send` bounds)"
            ),
            Self::Busy { component, by, at } => {
                write!(f, "cannot send the world: a {component} is {by}")?;
                write_site(f, at)?;
                f.write_str("; drop that guard first")
            }
            Self::Queried => f.write_str("cannot send the world: a query of it lives; drop that query first"),
        }
    }
}

impl core::error::Error for SendError {}

/// Panics with an error's sentence, at the caller of the panicking twin.
#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn fail(error: &dyn fmt::Display) -> ! {
    panic!("{error}")
}
