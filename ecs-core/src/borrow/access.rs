//! [`AccessSet`]: which component types something takes, and which of them it may write to. Who has them is
//! asked in `life/blocked.rs`.

use core::any::TypeId;

use crate::base::TypeName;

/// A component type that something takes.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    pub(crate) id: TypeId,
    /// The type's name in messages.
    pub(crate) name: TypeName,
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
    /// All types of a set, of some entities only.
    Of(&'a AccessSet<'a>, &'a Whose<'a>),
    /// All types of a set, taken by a field of a struct. The struct and the field are named.
    Field(&'a AccessSet<'a>, [&'static str; 2]),
}

/// Of which entities something takes components.
#[derive(Clone, Copy, Debug)]
pub struct Whose<'a> {
    /// The types that each of them has.
    pub(crate) needs: AccessSet<'a>,
    /// The types that none of them has.
    pub(crate) lacks: AccessSet<'a>,
    /// Whether a disabled component counts as one that is there.
    pub(crate) sees_disabled: bool,
}

impl Whose<'_> {
    /// Says whether no entity is among these and among others, as long as no type comes or goes and nothing
    /// is switched.
    pub(crate) fn is_apart_from(&self, other: &Whose<'_>) -> bool {
        self.needs_what_lacks(other) || other.needs_what_lacks(self)
    }

    /// Who needs a type that may be disabled may have what others lack because it is disabled.
    fn needs_what_lacks(&self, other: &Whose<'_>) -> bool {
        (!self.sees_disabled || other.sees_disabled)
            && self.needs.any(|needed| other.lacks.any(|lacked| needed.id == lacked.id))
    }
}

impl AccessSet<'_> {
    /// No type.
    pub const NONE: Self = Self::All(&[]);

    /// Says whether the set was made of no sets.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::All([]))
    }

    /// Calls a function with one type after the other, until it finds something.
    pub(crate) fn find_map<R>(&self, f: &mut impl FnMut(&Access) -> Option<R>) -> Option<R> {
        self.find_map_of(None, &mut |access, _| f(access))
    }

    /// As [`AccessSet::find_map`], with the entities of which the type is taken, if they are not all.
    fn find_map_of<R>(
        &self,
        whose: Option<&Whose<'_>>,
        f: &mut impl FnMut(&Access, Option<&Whose<'_>>) -> Option<R>,
    ) -> Option<R> {
        match self {
            Self::One(access) => f(access, whose),
            Self::All(sets) => sets.iter().find_map(|set| set.find_map_of(whose, f)),
            Self::Of(set, whose) => set.find_map_of(Some(whose), f),
            Self::Field(set, _) => set.find_map_of(whose, f),
        }
    }

    /// Says whether something holds for one of the types.
    fn any(&self, mut holds: impl FnMut(&Access) -> bool) -> bool {
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
        self.find_map(&mut |access| Some(access.name.get()))
    }

    /// The name of a type that would be borrowed twice, once for writing. Mostly known at compile time of a
    /// set of some types.
    #[inline(always)]
    pub(crate) fn twice(&self) -> Option<&'static str> {
        let Self::All(sets) = self else { return self.twice_in_part() };
        for (place, set) in sets.iter().enumerate() {
            let before = &sets[..place];
            match set {
                Self::One(access) if !any_conflicts(before, access) => {}
                Self::One(access) => return Some(access.name.get()),
                _ => {
                    if let Some(name) = set.twice_after(before) {
                        return Some(name);
                    }
                }
            }
        }
        None
    }

    /// As [`AccessSet::twice`], of what is taken of some entities.
    #[inline]
    fn twice_in_part(&self) -> Option<&'static str> {
        if let Self::Of(set, _) | Self::Field(set, _) = self { set.twice_after(&[]) } else { None }
    }

    /// As [`AccessSet::twice`], where what is taken of some entities may come to be taken of others.
    pub(crate) fn twice_of_any(&self) -> Option<&'static str> {
        let mut before: Vec<Access> = Vec::new();
        self.find_map(&mut |access| {
            let is_twice = before.iter().any(|other| other.conflicts_with(access));
            before.push(*access);
            is_twice.then(|| access.name.get())
        })
    }

    #[inline(never)]
    fn twice_after(&self, before: &[AccessSet<'_>]) -> Option<&'static str> {
        self.twice().or_else(|| self.conflict_with(&AccessSet::All(before)))
    }

    /// The name of a type that this set and another one have, one of them for writing.
    pub(crate) fn conflict_with(&self, other: &AccessSet<'_>) -> Option<&'static str> {
        self.find_map_of(None, &mut |access, whose| other.conflicts(access, whose).then(|| access.name.get()))
    }

    /// The names of all such types.
    pub(crate) fn conflicts_with(&self, other: &AccessSet<'_>) -> Vec<&'static str> {
        let mut names = Vec::new();
        self.find_map_of(None, &mut |access, whose| {
            if other.conflicts(access, whose) && names.last() != Some(&access.name.get()) {
                names.push(access.name.get());
            }
            None::<()>
        });
        names
    }

    /// Says whether it conflicts with what takes a type, of some entities only or of all.
    #[inline(never)]
    fn conflicts(&self, access: &Access, whose: Option<&Whose<'_>>) -> bool {
        match self {
            Self::One(own) => own.conflicts_with(access),
            Self::All(sets) => sets.iter().any(|set| set.conflicts(access, whose)),
            Self::Of(set, own) => {
                !whose.is_some_and(|whose| whose.is_apart_from(own)) && set.conflicts(access, whose)
            }
            Self::Field(set, _) => set.conflicts(access, whose),
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
            _ => set.conflicts(access, None),
        };
        if conflicts {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{Access, AccessSet, TypeName, Whose};
    use core::any::TypeId;

    const fn of<T: 'static>(name: &'static str, mutable: bool) -> AccessSet<'static> {
        let name = TypeName::of_plain(name);
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

    /// Of the entities that have a `u64`, or have none.
    const fn whose(has: bool, sees_disabled: bool) -> Whose<'static> {
        const TYPE: AccessSet<'static> = of::<u64>("D", false);
        let [needs, lacks] = if has { [TYPE, AccessSet::NONE] } else { [AccessSet::NONE, TYPE] };
        Whose { needs, lacks, sees_disabled }
    }

    #[test]
    fn what_is_taken_of_other_entities_is_not_taken_twice() {
        let writes = AccessSet::All(&WRITES);
        let [with, without, any] = [whose(true, false), whose(false, false), whose(false, true)];
        let [with, without, any] = [&with, &without, &any].map(|whose| AccessSet::Of(&writes, whose));
        for (sets, twice, of_any) in [
            (&[with, without][..], None, Some("B")),
            (&[without, with], None, Some("B")),
            (&[with, with], Some("B"), Some("B")),
            (&[with, writes], Some("B"), Some("B")),
            (&[writes, without], Some("B"), Some("B")),
            (&[with, without, AccessSet::All(&READS)], Some("B"), Some("B")),
            (&[with, AccessSet::All(&[any, AccessSet::NONE])], None, Some("B")),
            (&[AccessSet::Of(&AccessSet::All(&[writes, writes]), &whose(true, false))], Some("B"), Some("B")),
            (&[with], None, None),
        ] {
            let set = AccessSet::All(sets);
            assert_eq!((set.twice(), set.twice_of_any()), (twice, of_any), "{sets:?}");
        }
        assert_eq!(with.conflicts_with(&without), [""; 0]);
        assert_eq!(with.conflicts_with(&AccessSet::All(&[without, with])), ["B", "C"]);
    }

    /// A disabled component is there for one and not for the other.
    #[test]
    fn who_sees_what_is_disabled_has_what_others_lack() {
        let apart = |needs_all, lacks_all| whose(true, needs_all).is_apart_from(&whose(false, lacks_all));
        assert_eq!([apart(false, false), apart(true, true), apart(false, true)], [true; 3]);
        assert!(!apart(true, false) && !whose(false, false).is_apart_from(&whose(true, true)));
    }
}
