//! [`SnapshotError`]: why there is no snapshot, or none to go back to.

use core::fmt;
use core::panic::Location;
use ecs_derive::Sentence;

use super::world::WorldError;
use super::write::{borrowed_by, if_any};
use crate::borrow::Borrower;
use crate::ids::Entity;

/// Why no snapshot was made, or the world did not go back to one. It is as it was.
#[derive(Clone, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum SnapshotError {
    /// There is no world, or it takes no calls now.
    #[says("no snapshot: {error}")]
    World(WorldError),
    /// The snapshots are those of another world.
    #[says("these are snapshots of another world: make a `Snapshots` for each world, and enter that world")]
    WrongWorld,
    /// A hook, a pass or a system runs.
    #[says("a hook, a pass or a system runs: save and load between two calls of `update_all`")]
    InsideHook,
    /// Something is borrowed.
    #[says("a {component} is {}: drop the guard, view or query before the snapshot", borrowed_by(by, at))]
    Busy {
        /// The component's type.
        component: &'static str,
        /// What has borrowed it.
        by: Borrower,
        /// Where it was borrowed, if that is known.
        at: Option<&'static Location<'static>>,
    },
    /// Something still waits for components of a type, because the thread unwinds or a hook has panicked.
    #[says(
        "something still waits for a sync point{}: call `World::flush()` when the thread does not unwind, \
         and try again",
        if_any(" of ", component)
    )]
    Waiting {
        /// The component's type, if it is about one.
        component: Option<&'static str>,
    },
    /// Ids are promised to the entities of a save that was read and is not in the world yet: the program
    /// keeps its [`Loading`](crate::saves::Loading), which no snapshot has.
    #[says(write_promised)]
    Promised {
        /// How many.
        ids: u32,
    },
    /// A task is running. What it has come to cannot be copied.
    #[says(write_task)]
    Task {
        /// Its entity.
        entity: Entity,
        /// The type of the component whose task it is; `None` if it is the entity's own.
        component: Option<&'static str>,
    },
    /// Types that are not `Clone`, and have components.
    #[says(write_not_clone)]
    NotClone {
        /// All of them.
        components: Vec<&'static str>,
    },
    /// There is no snapshot of that frame.
    #[says(write_no_such_frame)]
    NoSuchFrame {
        /// The frame.
        frame: u64,
        /// The frames of which there are snapshots, lowest first.
        kept: Vec<u64>,
    },
    /// There is no memory for it.
    #[says("there is no memory for the copies of {component}: keep fewer snapshots")]
    NoMemory {
        /// The component's type.
        component: &'static str,
    },
    /// The `Serialize` of a value has failed, so it is in no hash and not compared.
    #[says("the {component} of {entity:?} cannot be hashed: {message}")]
    Format {
        /// The component's type.
        component: &'static str,
        /// Its entity.
        entity: Entity,
        /// What it says.
        message: String,
    },
}

fn write_promised(f: &mut fmt::Formatter<'_>, ids: &u32) -> fmt::Result {
    let (are, them) = if *ids == 1 { ("id is", "it") } else { ("ids are", "them") };
    write!(
        f,
        "{ids} {are} promised to a save that was read and is not in the world yet: give the `Loading` that \
         has {them} to `Save::read_with`, or drop it, before the snapshot"
    )
}

fn write_task(f: &mut fmt::Formatter<'_>, entity: &Entity, component: &Option<&'static str>) -> fmt::Result {
    write!(f, "a task of {entity:?} runs, ")?;
    match component {
        Some(component) => write!(
            f,
            "of its {component}; a task cannot be copied: use `after` or `every`, end it before, or write \
             `#[component(no_snapshot)]` above {component}, which then stays as it is when the world goes \
             back"
        ),
        None => f.write_str("which cannot be copied: use `after` or `every`, or end it before"),
    }
}

fn write_not_clone(f: &mut fmt::Formatter<'_>, components: &[&'static str]) -> fmt::Result {
    let (are, them) = if components.len() == 1 { ("is", "it") } else { ("are", "them") };
    write!(
        f,
        "{} {are} not `Clone`, so snapshots cannot have {them}: derive `Clone`, or write \
         `#[component(no_snapshot)]` above {them} if the game goes on the same without {them}",
        components.join(", ")
    )?;
    match components.iter().any(|component| component.ends_with('>')) {
        true => f.write_str(
            "; a generic type that derives `Clone` needs the bound in its declaration: \
             `struct Bag<T: Clone>`",
        ),
        false => Ok(()),
    }
}

fn write_no_such_frame(f: &mut fmt::Formatter<'_>, frame: &u64, kept: &[u64]) -> fmt::Result {
    write!(f, "there is no snapshot of frame {frame}")?;
    match (kept.first(), kept.last()) {
        (Some(first), Some(last)) => write!(
            f,
            ": kept are {} of the frames {first} to {last}; `Snapshots::new` says how many",
            kept.len()
        ),
        _ => f.write_str(": none was saved yet"),
    }
}
