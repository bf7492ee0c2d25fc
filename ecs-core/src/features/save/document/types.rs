//! [`SavedType`]: what a type is called in saves, now and before.

use core::any::{TypeId, type_name};
use core::fmt::Write;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::base::{WithoutPaths, parameters};
use crate::component::Component;
use crate::error::SameName;
use crate::spec::{Number, spec};

/// A type in the list of a save.
pub struct SavedType {
    /// The type's name for messages, with its modules.
    path: &'static str,
    /// The type's name for messages.
    pub(crate) component: &'static str,
    pub(crate) id: TypeId,
    pub(crate) is_singleton: bool,
    /// What it is called in saves, with its version: `health@2`.
    pub(crate) title: String,
    /// What it was called, and the place of what makes a value of now of one of then; `None` if that needs
    /// nothing.
    before: Vec<(String, Option<usize>)>,
}

impl SavedType {
    pub(crate) fn of<T: Component>() -> Self {
        let spec = spec::<T>();
        let (path, name) = (type_name::<T>(), spec.extensions.save.name.unwrap_or(spec.name.declared()));
        let before = spec.extensions.save.was.iter().enumerate().map(|(place, was)| {
            let title = titled::<T>(was.name.unwrap_or(name), was.version);
            (title, was.migrates.then_some(place))
        });
        Self {
            path,
            component: spec.name.get(),
            id: TypeId::of::<T>(),
            is_singleton: T::__Number::IS_ONE,
            title: titled::<T>(name, spec.extensions.save.version),
            before: before.collect(),
        }
    }
}

/// A name in saves: with the parameters of a generic type, without any path, and with the version from the
/// second on.
fn titled<T>(name: &str, version: u32) -> String {
    let mut title = name.to_owned();
    // A `String` takes everything.
    let _ = write!(title, "{}", WithoutPaths(parameters(type_name::<T>())));
    if version > 1 {
        let _ = write!(title, "@{version}");
    }
    title
}

/// All types in the list of a save, in its order.
pub(crate) struct SavedTypes {
    pub(crate) all: Vec<SavedType>,
    /// By what they are called, and were.
    by_title: HashMap<String, KnownType>,
}

/// Which type a title in a save means.
#[derive(Clone, Copy)]
pub(crate) struct KnownType {
    /// The place in the list.
    pub(crate) place: usize,
    /// The place of what makes a value of now of one of then, if it was another then.
    pub(crate) was: Option<usize>,
}

impl SavedTypes {
    /// Refuses two types of one name, and a type that is listed twice.
    pub(crate) fn of(all: Vec<SavedType>) -> Result<Self, SameName> {
        let mut by_title: HashMap<String, KnownType> = HashMap::new();
        for (place, saved) in all.iter().enumerate() {
            let now = [(&saved.title, None)];
            for (title, was) in now.into_iter().chain(saved.before.iter().map(|(title, was)| (title, *was))) {
                match by_title.entry(title.clone()) {
                    Entry::Vacant(vacant) => {
                        vacant.insert(KnownType { place, was });
                    }
                    Entry::Occupied(known) => {
                        let first = all[known.get().place].path;
                        return Err(SameName { name: title.clone(), components: [first, saved.path] });
                    }
                }
            }
        }
        Ok(Self { all, by_title })
    }

    pub(crate) fn find(&self, title: &str) -> Option<KnownType> {
        self.by_title.get(title).copied()
    }

    /// The titles of the same name, of whatever version: for messages.
    pub(crate) fn titles_like(&self, title: &str) -> Vec<String> {
        let name = |title: &str| title.split('@').next().unwrap_or_default().to_owned();
        let mut like: Vec<_> =
            self.by_title.keys().filter(|known| name(known) == name(title)).cloned().collect();
        like.sort();
        like
    }
}
