//! [`SaveError`], [`LoadError`]: why nothing was saved, and why nothing was loaded.

use core::fmt;
use ecs_derive::Sentence;

use super::borrow::ViewError;
use super::change::AddError;
use super::world::WorldError;
use super::write::borrowed_by;
use crate::ids::Entity;

/// Two types of a save have one name in it, now or before: part of a [`SaveError`] and of a [`LoadError`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SameName {
    /// The name.
    pub name: String,
    /// The types, with their modules.
    pub components: [&'static str; 2],
}

impl fmt::Display for SameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, components: [first, second] } = self;
        if first == second {
            return write!(f, "the save lists {first} twice, or its `was` repeats a name: list it once");
        }
        write!(
            f,
            "{first} and {second} are both called `{name}` in saves: write `#[component(save = \"..\")]` \
             with another name above one of them"
        )
    }
}

/// Why a world, or a part of it, was not saved. It is as it was.
#[derive(Clone, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum SaveError {
    /// There is no world to save.
    #[says("cannot save: {error}")]
    World(WorldError),
    /// Two types have one name.
    #[says("cannot save: {error}")]
    SameName(SameName),
    /// Components of a type cannot be read now.
    #[says(write_borrowed)]
    Borrowed(ViewError),
    /// An entity that was to be saved is dead, or that of the singletons.
    #[says("cannot save {entity:?}: it is not an entity that is alive; ask `is_alive()` first")]
    Dead {
        /// The entity.
        entity: Entity,
    },
    /// The format, or the `Serialize` of a value, has failed.
    #[says(write_format)]
    Format {
        /// The type and the entity of the component that was being written, if it was one.
        of: Option<(&'static str, Entity)>,
        /// What the format says.
        message: String,
    },
}

fn write_borrowed(f: &mut fmt::Formatter<'_>, error: &ViewError) -> fmt::Result {
    f.write_str("cannot save: ")?;
    match error {
        ViewError::Borrowed { component, by, at } | ViewError::Unsettled { component, by, at } => {
            write!(f, "a {component} is {} and cannot be read now", borrowed_by(by, at))?;
        }
        ViewError::EndWaits { component, takes, by, at } => {
            write!(f, "the end of a {component} waits for {takes}, which is {}", borrowed_by(by, at))?;
        }
        ViewError::World { .. } => fmt::Display::fmt(error, f)?,
    }
    f.write_str(
        "; save between two frames, in a `local` system, or in a hook of a type that is not in the list",
    )
}

fn write_format(f: &mut fmt::Formatter<'_>, of: &Option<(&str, Entity)>, message: &str) -> fmt::Result {
    match of {
        Some((component, entity)) => write!(f, "cannot save {component} of {entity:?}: {message}"),
        None => write!(f, "cannot save: {message}"),
    }
}

/// A place in a save.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SavePlace {
    /// The component's type, if it is in a column.
    pub component: Option<&'static str>,
    /// The number of the entity in the save, if it is in a component.
    pub entity: Option<u32>,
}

impl fmt::Display for SavePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.component, self.entity) {
            (Some(component), Some(u32::MAX)) => write!(f, "in the singleton {component}"),
            (Some(component), Some(entity)) => write!(f, "in {component} of entity {entity} of the save"),
            (Some(component), None) => write!(f, "in the column of {component}"),
            (None, _) => f.write_str("in the save"),
        }
    }
}

/// Why a save was not loaded. The world is as it was.
#[derive(Clone, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum LoadError {
    /// There is no world to load into, and none can be made.
    #[says("cannot load: {error}")]
    World(WorldError),
    /// Two types have one name.
    #[says("cannot load: {error}")]
    SameName(SameName),
    /// The format, or the `Deserialize` of a value, has failed.
    #[says(write_load_format)]
    Format {
        /// Where.
        place: SavePlace,
        /// What the format says.
        message: String,
    },
    /// A handle or an entity in a value is not in the save.
    #[says(
        "cannot load: {place} stands entity {number}, but the save has {entities}: it is damaged, or was \
         edited"
    )]
    NoSuchEntity {
        /// Where.
        place: SavePlace,
        /// The number that is there.
        number: u32,
        /// How many entities the save has: their numbers begin with 1.
        entities: usize,
    },
    /// Something that comes once in a save comes twice.
    #[says("cannot load: the save has its `{what}` twice")]
    Twice {
        /// What.
        what: &'static str,
    },
    /// The save has two columns of one type.
    #[says(
        "cannot load: the save has two columns of {component}: two of the names that its `was` lists, or \
         one twice"
    )]
    TypeTwice {
        /// The component's type.
        component: &'static str,
    },
    /// An entity has a component twice.
    #[says("cannot load: there are two components {place}: an entity has at most one of a type")]
    ComponentTwice {
        /// Where.
        place: SavePlace,
    },
    /// A component belongs to a number that is none of the save's entities, or is said to be switched off and
    /// is not there.
    #[says(
        "cannot load: {place} stands entity {number}, which is none of the save's, or is not one of its \
         owners: it is damaged, or was edited"
    )]
    BadOwner {
        /// Where.
        place: SavePlace,
        /// The number.
        number: u32,
    },
    /// A link or a name belongs to a number that is none of the save's entities, or an entity has two.
    #[says(
        "cannot load: in its `{what}` the save has entity {number} twice, or has no such entity: it is \
         damaged, or was edited"
    )]
    BadNumber {
        /// What it is: `parents` or `names`.
        what: &'static str,
        /// The number.
        number: u32,
    },
    /// An entity is its own parent, or one above it is below it too.
    #[says("cannot load: entity {number} of the save is its own ancestor: look at its `parents`")]
    Cycle {
        /// The number of the entity.
        number: u32,
    },
    /// What is said of an entity is nothing that this version of the library knows.
    #[says(
        "cannot load: entity {number} of the save has the flags {flags}, which this version does not know: \
         it was written by a later one, or is damaged"
    )]
    BadFlags {
        /// The number of the entity.
        number: u32,
        /// What is said.
        flags: u8,
    },
    /// An entity is said to wait in a pool, and does not, or to be taken from one, and waits.
    #[says(
        "cannot load: a pool of the save says that entity {number} waits in it, or that it is taken, and \
         the entity says otherwise: the save is damaged, or was edited"
    )]
    BadPool {
        /// The number of the entity.
        number: u32,
    },
    /// A part of the clock is out of its bounds.
    #[says(
        "cannot load: the clock of the save is wrong: its `{part}` must be {bounds}; the save is damaged, \
         or was edited"
    )]
    BadClock {
        /// The part, as the save names it.
        part: &'static str,
        /// Its bounds: `from 0 to 1000000`.
        bounds: String,
    },
    /// The save has another form, of another version of the library.
    #[says(
        "cannot load: the save has form {form}, and this version of the library reads form {known}: update \
         the library"
    )]
    Form {
        /// Its form.
        form: u32,
        /// The form that this version reads.
        known: u32,
    },
    /// The save has a type that is not in the list, and the format cannot pass over what it does not know.
    #[says(
        "cannot load: the save has components `{title}`, of no type in the list, and this format cannot \
         pass over them: list the type, say `was(\"{title}\")` above the type that it is now, or save in a \
         format that describes itself, as JSON"
    )]
    UnknownType {
        /// What the type is called in the save.
        title: String,
    },
    /// The save has types that are not in the list, and the list is [`Strict`](crate::Strict).
    #[says(
        "cannot load: the save has components `{}`, of no type in the list, which is strict: list the \
         types, or say `was(\"..\")` above what they are now",
        titles.join("`, `")
    )]
    NotListed {
        /// What the types are called in the save.
        titles: Vec<String>,
    },
    /// The save has a version of a type that the type does not know.
    #[says(
        "cannot load: the save has components `{title}`, and what is known is `{known}`: a save of a later \
         version of the game, or `was(..)` lacks an item"
    )]
    UnknownVersion {
        /// What the type is called in the save.
        title: String,
        /// What the types of that name are called now, and were.
        known: String,
    },
    /// An entity has two components of which one type excludes the other.
    #[says(
        "cannot load: entity {number} of the save has {component} and {other}, which exclude each other by \
         `#[component(excludes(..))]` now: load it without one of both types in the list, or without the key"
    )]
    Excluded {
        /// The number of the entity.
        number: u32,
        /// The component's type.
        component: &'static str,
        /// The type that it excludes.
        other: &'static str,
    },
    /// A component type was refused.
    #[says("cannot load: {error}")]
    Add(AddError),
    /// No entity index is free for an entity of the save.
    #[says("cannot load: no entity index is free: despawn entities that are no longer needed")]
    OutOfIds,
    /// What was read belongs to another world than the current one.
    #[says("cannot load: it was read while another world was current: read it again here")]
    OtherWorld,
}

fn write_load_format(f: &mut fmt::Formatter<'_>, place: &SavePlace, message: &str) -> fmt::Result {
    write!(f, "cannot load: {message} ({place}); ")?;
    match place.component {
        Some(component) => {
            write!(f, "if {component} had another form when this was saved, say so above it: `was(1 => ..)`")
        }
        None => f.write_str("is it a whole save, and in this format?"),
    }
}
