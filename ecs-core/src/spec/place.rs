//! [`TypePlace`]: where a type is written, so that types can be told apart at compile time, where their
//! `TypeId`s cannot be compared.

use core::panic::Location;

use crate::world::TypeRef;

/// Where a type that is not generic is written. No two types of a name are written in one place of a module,
/// unless one macro writes both, in blocks of their own: these cannot be told apart, and so not be listed
/// together.
#[derive(Clone, Copy)]
pub struct TypePlace {
    name: &'static str,
    module: &'static str,
    derive: &'static Location<'static>,
}

impl TypePlace {
    /// The place of the caller, where a derive has written the call.
    #[track_caller]
    pub(super) const fn here(name: &'static str, module: &'static str) -> Self {
        Self { name, module, derive: Location::caller() }
    }

    const fn is(&self, other: &Self) -> bool {
        let (a, b) = (self.derive, other.derive);
        a.line() == b.line()
            && a.column() == b.column()
            && are_equal(self.name, other.name)
            && are_equal(self.module, other.module)
            && are_equal(a.file(), b.file())
    }
}

const fn are_equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut place = 0;
    while place < a.len() && place < b.len() && a[place] == b[place] {
        place += 1;
    }
    place == a.len() && place == b.len()
}

/// A type of which no entity has a component beside one of another type.
pub struct Excluded {
    pub(crate) of: TypeRef,
    /// `None` if it is generic.
    place: Option<TypePlace>,
}

impl Excluded {
    pub(crate) const fn new(of: TypeRef, place: Option<TypePlace>) -> Self {
        Self { of, place }
    }
}

/// The types of a bundle.
pub enum Places {
    /// A component.
    One {
        /// `None` if it is of a generic type.
        place: Option<TypePlace>,
        /// Those that it excludes.
        excludes: &'static [Excluded],
    },
    /// A tuple.
    All(&'static [&'static Self]),
}

impl Places {
    /// Says whether a type is listed twice, as far as that is known.
    pub(crate) const fn has_twice(&self) -> bool {
        self.repeats(self)
    }

    /// Says whether one of these types is listed twice in `all`.
    const fn repeats(&self, all: &Self) -> bool {
        match self {
            Self::One { place: None, .. } => false,
            Self::One { place: Some(place), .. } => all.count(place) > 1,
            Self::All(parts) => {
                let (mut part, mut repeats) = (0, false);
                while part < parts.len() {
                    repeats |= parts[part].repeats(all);
                    part += 1;
                }
                repeats
            }
        }
    }

    /// Says whether one type excludes another one of these, as far as that is known.
    pub(crate) const fn has_excluded(&self) -> bool {
        self.excludes_any(self)
    }

    /// Says whether one of these types excludes one in `all`.
    const fn excludes_any(&self, all: &Self) -> bool {
        let (mut next, mut excludes) = (0, false);
        match self {
            Self::One { excludes: others, .. } => {
                while next < others.len() {
                    excludes |= matches!(&others[next].place, Some(other) if all.count(other) != 0);
                    next += 1;
                }
            }
            Self::All(parts) => {
                while next < parts.len() {
                    excludes |= parts[next].excludes_any(all);
                    next += 1;
                }
            }
        }
        excludes
    }

    const fn count(&self, wanted: &TypePlace) -> usize {
        match self {
            Self::One { place: None, .. } => 0,
            Self::One { place: Some(place), .. } => place.is(wanted) as usize,
            Self::All(parts) => {
                let (mut part, mut count) = (0, 0);
                while part < parts.len() {
                    count += parts[part].count(wanted);
                    part += 1;
                }
                count
            }
        }
    }
}
