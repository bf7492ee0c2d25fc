//! [`SnapshotError`]: why there is no snapshot, or none to go back to.

use core::fmt;
use core::panic::Location;

use super::world::WorldError;
use super::write::write_site;
use crate::borrow::Borrower;
use crate::ids::Entity;

/// Why no snapshot was made, or the world did not go back to one. It is as it was.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// There is no world, or it takes no calls now.
    World(WorldError),
    /// The snapshots are those of another world.
    WrongWorld,
    /// A hook, a pass or a system runs.
    InsideHook,
    /// Something is borrowed.
    Busy {
        /// The component's type.
        component: &'static str,
        /// What has borrowed it.
        by: Borrower,
        /// Where it was borrowed, if that is known.
        at: Option<&'static Location<'static>>,
    },
    /// Something still waits for components of a type, because the thread unwinds or a hook has panicked.
    Waiting {
        /// The component's type, if it is about one.
        component: Option<&'static str>,
    },
    /// Ids are promised to the entities of a save that was read and is not in the world yet: the program
    /// keeps its [`Loading`](crate::Loading), which no snapshot has.
    Promised {
        /// How many.
        ids: u32,
    },
    /// A task is running. What it has come to cannot be copied.
    Task {
        /// Its entity.
        entity: Entity,
        /// The type of the component whose task it is; `None` if it is the entity's own.
        component: Option<&'static str>,
    },
    /// Types that are not `Clone`, and have components.
    NotClone {
        /// All of them.
        components: Vec<&'static str>,
    },
    /// There is no snapshot of that frame.
    NoSuchFrame {
        /// The frame.
        frame: u64,
        /// The frames of which there are snapshots, lowest first.
        kept: Vec<u64>,
    },
    /// There is no memory for it.
    NoMemory {
        /// The component's type.
        component: &'static str,
    },
    /// The `Serialize` of a value has failed, so it is in no hash and not compared.
    Format {
        /// The component's type.
        component: &'static str,
        /// Its entity.
        entity: Entity,
        /// What it says.
        message: String,
    },
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::World(error) => write!(f, "no snapshot: {error}"),
            Self::WrongWorld => f.write_str(
                "these are snapshots of another world: make a `Snapshots` for each world, and enter that \
                 world",
            ),
            Self::InsideHook => f.write_str(
                "a hook, a pass or a system runs: save and load between two calls of `update_all`",
            ),
            Self::Busy { component, by, at } => {
                write!(f, "a {component} is {by}")?;
                write_site(f, *at)?;
                f.write_str(": drop the guard, view or query before the snapshot")
            }
            Self::Waiting { component } => {
                f.write_str("something still waits for a sync point")?;
                if let Some(component) = component {
                    write!(f, " of {component}")?;
                }
                f.write_str(": call `World::flush()` when the thread does not unwind, and try again")
            }
            Self::Promised { ids } => {
                let (are, them) = if *ids == 1 { ("id is", "it") } else { ("ids are", "them") };
                write!(
                    f,
                    "{ids} {are} promised to a save that was read and is not in the world yet: give the \
                     `Loading` that has {them} to `Save::read_with`, or drop it, before the snapshot"
                )
            }
            Self::Task { entity, component } => {
                write!(f, "a task of {entity:?} runs, ")?;
                match component {
                    Some(component) => write!(
                        f,
                        "of its {component}; a task cannot be copied: use `after` or `every`, end it before, \
                         or write `#[component(no_snapshot)]` above {component}"
                    ),
                    None => f.write_str("which cannot be copied: use `after` or `every`, or end it before"),
                }
            }
            Self::NotClone { components } => {
                let is_one = components.len() == 1;
                let (are, them) = if is_one { ("is", "it") } else { ("are", "them") };
                for (place, component) in components.iter().enumerate() {
                    f.write_str(if place == 0 { "" } else { ", " })?;
                    f.write_str(component)?;
                }
                write!(
                    f,
                    " {are} not `Clone`, so snapshots cannot have {them}: derive `Clone`, or write \
                     `#[component(no_snapshot)]` above {them} if the game goes on the same without {them}"
                )?;
                match components.iter().any(|component| component.ends_with('>')) {
                    true => f.write_str(
                        "; of a generic type, the bounds of its declaration must prove that: \
                         `struct Bag<T: Clone>`",
                    ),
                    false => Ok(()),
                }
            }
            Self::NoSuchFrame { frame, kept } => {
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
            Self::NoMemory { component } => {
                write!(f, "there is no memory for the copies of {component}: keep fewer snapshots")
            }
            Self::Format { component, entity, message } => {
                write!(f, "the {component} of {entity:?} cannot be hashed: {message}")
            }
        }
    }
}

impl core::error::Error for SnapshotError {}
