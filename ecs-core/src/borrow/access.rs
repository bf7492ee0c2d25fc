//! [`AccessSet`]: which component types something takes, and which of them it may write to. Who has them is
//! asked in `life/free.rs`.

use core::any::TypeId;

/// A component type that something takes.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    pub(crate) id: TypeId,
    /// The type's name in messages.
    pub(crate) name: &'static str,
    /// Whether it may be written to; otherwise it is read.
    pub(crate) mutable: bool,
    /// Whether a world has one component of the type.
    pub(crate) is_singleton: bool,
}

impl Access {
    /// Says whether two that take these conflict.
    #[inline]
    fn conflicts_with(&self, other: &Self) -> bool {
        self.id == other.id && (self.mutable || other.mutable)
    }
}

/// The component types that a hook, a query or a system takes: one, or those of several sets. Known at
/// compile time.
#[derive(Clone, Copy, Debug)]
pub enum AccessSet<'a> {
    /// One type.
    One(Access),
    /// All types of some sets.
    All(&'a [AccessSet<'a>]),
}

impl AccessSet<'_> {
    /// No type.
    pub const NONE: Self = Self::All(&[]);

    /// Calls a function with one type after the other, until it finds something.
    pub(crate) fn find_map<R>(&self, f: &mut impl FnMut(&Access) -> Option<R>) -> Option<R> {
        match self {
            Self::One(access) => f(access),
            Self::All(sets) => sets.iter().find_map(|set| set.find_map(f)),
        }
    }

    /// Says whether something holds for one of the types.
    pub(crate) fn any(&self, mut holds: impl FnMut(&Access) -> bool) -> bool {
        self.find_map(&mut |access| holds(access).then_some(())).is_some()
    }

    /// Calls a function with one type after the other.
    pub(crate) fn for_each(&self, mut f: impl FnMut(&Access)) {
        self.any(|access| {
            f(access);
            false
        });
    }

    /// Calls a function with one type after the other, until it fails.
    pub(crate) fn try_for_each<E>(&self, mut f: impl FnMut(&Access) -> Result<(), E>) -> Result<(), E> {
        self.find_map(&mut |access| f(access).err()).map_or(Ok(()), Err)
    }

    /// The name of the first type.
    pub(crate) fn first(&self) -> Option<&'static str> {
        self.find_map(&mut |access| Some(access.name))
    }

    /// The name of a type that would be borrowed twice, once for writing. Mostly known at compile time of a
    /// set of some types.
    #[inline(always)]
    pub(crate) fn twice(&self) -> Option<&'static str> {
        let Self::All(sets) = self else { return None };
        for (place, set) in sets.iter().enumerate() {
            let before = &sets[..place];
            match set {
                Self::One(access) if !any_conflicts(before, access) => {}
                Self::One(access) => return Some(access.name),
                Self::All(_) => {
                    if let Some(name) = set.twice_after(before) {
                        return Some(name);
                    }
                }
            }
        }
        None
    }

    #[inline(never)]
    fn twice_after(&self, before: &[AccessSet<'_>]) -> Option<&'static str> {
        self.twice().or_else(|| self.conflict_with(&AccessSet::All(before)))
    }

    /// The name of a type that this set and another one have, one of them for writing.
    pub(crate) fn conflict_with(&self, other: &AccessSet<'_>) -> Option<&'static str> {
        self.find_map(&mut |access| other.conflicts(access).then_some(access.name))
    }

    /// The names of all such types.
    pub(crate) fn conflicts_with(&self, other: &AccessSet<'_>) -> Vec<&'static str> {
        let mut names = Vec::new();
        self.for_each(|access| {
            if other.conflicts(access) && names.last() != Some(&access.name) {
                names.push(access.name);
            }
        });
        names
    }

    #[inline(never)]
    fn conflicts(&self, access: &Access) -> bool {
        match self {
            Self::One(own) => own.conflicts_with(access),
            Self::All(sets) => sets.iter().any(|set| set.conflicts(access)),
        }
    }
}

/// Says whether one of some sets conflicts with what takes a type. As [`AccessSet::conflicts`], in a loop
/// that is inlined: of a query, whose parts have one type each, the compiler finds the answer.
#[inline(always)]
fn any_conflicts(sets: &[AccessSet<'_>], access: &Access) -> bool {
    for set in sets {
        let conflicts = match set {
            AccessSet::One(own) => own.conflicts_with(access),
            AccessSet::All(_) => set.conflicts(access),
        };
        if conflicts {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{Access, AccessSet};
    use core::any::TypeId;

    const fn of<T: 'static>(name: &'static str, mutable: bool) -> AccessSet<'static> {
        AccessSet::One(Access { id: TypeId::of::<T>(), name, mutable, is_singleton: false })
    }

    const READS: [AccessSet<'static>; 2] = [of::<u8>("A", false), of::<u16>("B", false)];
    const WRITES: [AccessSet<'static>; 2] = [of::<u16>("B", true), of::<u32>("C", true)];

    #[test]
    fn a_type_is_taken_twice_if_one_writes() {
        let [reads, writes] = [AccessSet::All(&READS), AccessSet::All(&WRITES)];
        for (sets, twice) in [
            (&[reads, reads][..], None),
            (&[writes], None),
            (&[reads, writes], Some("B")),
            (&[writes, AccessSet::NONE, reads], Some("B")),
            (&[writes, writes], Some("B")),
            (&[], None),
        ] {
            assert_eq!(AccessSet::All(sets).twice(), twice, "{sets:?}");
        }
    }

    #[test]
    fn two_sets_conflict_where_one_of_them_writes() {
        let [reads, writes] = [AccessSet::All(&READS), AccessSet::All(&WRITES)];
        assert_eq!(reads.conflict_with(&reads), None);
        assert_eq!(reads.conflicts_with(&writes), ["B"]);
        assert_eq!(writes.conflict_with(&reads), Some("B"));
        assert_eq!(writes.conflicts_with(&AccessSet::All(&[reads, writes])), ["B", "C"]);
        assert_eq!(AccessSet::NONE.conflict_with(&writes), None);
        assert_eq!(reads.first(), Some("A"));
    }
}
