//! What can go wrong where types, entities and events are reached by their names: [`NameError`].

use ecs_derive::Sentence;

use crate::error::{AddError, BorrowError, PrefabError, WorldError};

/// The reason why a call by name failed. Such a call changes nothing.
#[derive(Clone, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum NameError {
    /// There is no world.
    #[says("{error}")]
    #[from]
    World(WorldError),
    /// No component of a type of that name was ever added, and no such type was declared.
    #[says(
        "the world has no type `{name}`{}; `World::declare` names types that are not added yet",
        meant(nearest)
    )]
    UnknownType {
        /// The name.
        name: String,
        /// The type of the world whose name is the nearest, if one is near.
        nearest: Option<&'static str>,
    },
    /// Several types have the name.
    #[says("several types are called `{name}`: write one of {paths:?}")]
    Ambiguous {
        /// The name.
        name: String,
        /// The types, with their modules.
        paths: Vec<&'static str>,
    },
    /// No event of that name was declared.
    #[says("the world knows no event `{name}`{}; `World::declare_event` names one", meant(nearest))]
    UnknownEvent {
        /// The name.
        name: String,
        /// The event whose name is the nearest, if one is near.
        nearest: Option<&'static str>,
    },
    /// Nothing alive has the path.
    #[says("`{path}` is no entity that is alive: write names with `/` between them, or `12v1`")]
    NoEntity {
        /// The path.
        path: String,
    },
    /// The entity is dead or has no such component, or the component is borrowed.
    #[says("{error}")]
    #[from]
    Borrow(BorrowError),
    /// The type lacks what the call needs.
    #[says("`{component}` cannot be {wanted}: derive {needs} for it")]
    Lacks {
        /// The component's type.
        component: &'static str,
        /// What was to be done with the type.
        wanted: &'static str,
        /// The traits.
        needs: &'static str,
    },
    /// The type is a singleton: its value can be read and written, but not added, switched or killed by name.
    #[says("`{component}` is a singleton: only its value can be read and written by its name")]
    Singleton {
        /// The singleton's type.
        component: &'static str,
    },
    /// The value is no such value, or has no such part, or is too large or too deep; or the code of the type
    /// refuses.
    #[says("`{name}`: {message}")]
    Value {
        /// The type of the component, or of the event.
        name: &'static str,
        /// What the type says.
        message: String,
    },
    /// A type is listed twice.
    #[says("`{component}` is listed twice")]
    Twice {
        /// The component's type.
        component: &'static str,
    },
    /// No entity could be made, or a component was refused.
    #[says("{error}")]
    #[from]
    Spawn(PrefabError),
    /// A type was refused.
    #[says("{error}")]
    #[from]
    Add(AddError),
}

impl NameError {
    /// Several things have the name, or none.
    pub(super) fn ambiguous(
        name: &str,
        paths: Vec<&'static str>,
        unknown: impl FnOnce(String) -> Self,
    ) -> Self {
        let name = name.to_owned();
        if paths.is_empty() { unknown(name) } else { Self::Ambiguous { name, paths } }
    }
}

/// Asks whether another name was meant, if one is near.
fn meant<'n>(nearest: &'n Option<&'static str>) -> impl core::fmt::Display + 'n {
    core::fmt::from_fn(move |f| match nearest {
        Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
        None => Ok(()),
    })
}
