//! [`With`], [`Without`], [`AnyOf`]: which of the entities a query visits.

use core::any::TypeId;
use core::marker::PhantomData;
use std::rc::Rc;

use crate::base::all_tuples;
use crate::borrow::AccessSet;
use crate::column::Distinct;
use crate::component::PerEntity;
use crate::iterate::{Candidates, JoinFilter, Presence, SyncWhileFrozen};
use crate::ticks::Tick;
use crate::world::WorldCore;

/// Passes entities that have all of the types: `With<Enemy>`, `With<(Enemy, Wings)>`.
#[derive(Debug)]
pub struct With<T>(PhantomData<fn(T) -> T>);

/// Passes entities that have none of the types: `Without<Frozen>`, `Without<(Frozen, Asleep)>`.
#[derive(Debug)]
pub struct Without<T>(PhantomData<fn(T) -> T>);

/// Passes entities that have at least one of the types: `AnyOf<(Fire, Ice)>`.
#[derive(Debug)]
pub struct AnyOf<T>(PhantomData<fn(T) -> T>);

/// Passes all entities, also disabled ones and those whose components are disabled. The other filters see
/// them too: [`With`] passes those that have a disabled component.
///
/// ```
/// use ecs_core::{Component, Entity, Query, Schedule, With, WithDisabled};
///
/// #[derive(Component)]
/// struct Lamp { hours: u32 }
///
/// #[derive(Component, Default)]
/// struct Indoors;
///
/// fn age(mut lamps: Query<&mut Lamp, (With<Indoors>, WithDisabled)>) {
///     lamps.each(|lamp| lamp.hours += 1);
/// }
///
/// let lamp = Entity::spawn().insert(Lamp { hours: 0 });
/// lamp.entity().add::<Indoors>();
/// lamp.set_enabled(false);
/// Schedule::new().add(age).run(0.1);
/// assert_eq!(lamp.borrow().hours, 1);
/// ```
#[derive(Debug)]
pub struct WithDisabled;

/// Which of the entities a query visits: [`With`], [`Without`], [`AnyOf`], [`Changed`](crate::Changed),
/// [`Added`](crate::Added), [`Or`](super::Or), [`WithDisabled`], or up to twelve of them as a tuple, all of
/// which must hold.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a filter of a query",
    note = "filter by `With<T>`, `Without<T>`, `AnyOf<(T, U)>`, `Changed<T>`, `Added<T>`, `Or<(F, G)>`, \
            `WithDisabled`, or by up to twelve of them as a tuple"
)]
pub trait QueryFilter: 'static {
    /// Where it looks.
    #[doc(hidden)]
    type Columns: SyncWhileFrozen;

    #[doc(hidden)]
    const ALL: bool = false;

    /// Whether disabled components count as enabled ones do.
    #[doc(hidden)]
    const SEES_DISABLED: bool = false;

    /// Whether it asks when something has changed.
    #[doc(hidden)]
    const LOOKS_BACK: bool = false;

    /// Whether an entity that passes does so whatever is written to.
    #[doc(hidden)]
    const STAYS: bool = true;

    /// The types of which it asks that.
    #[doc(hidden)]
    const WATCHES: AccessSet<'static> = AccessSet::NONE;

    /// The types that each entity has that passes.
    #[doc(hidden)]
    const NEEDS: AccessSet<'static> = AccessSet::NONE;

    /// The types that no entity has that passes.
    #[doc(hidden)]
    const LACKS: AccessSet<'static> = AccessSet::NONE;

    /// Whether none passes without an enabled component of one of its types.
    #[doc(hidden)]
    const NEEDS_SOME: bool = false;

    #[doc(hidden)]
    fn columns(world: Option<&Rc<WorldCore>>) -> Self::Columns;

    /// Says which candidates pass.
    #[doc(hidden)]
    fn passes(columns: &Self::Columns, of: &mut Candidates<'_>) -> u64;

    /// The most that can pass, if a type limits it.
    #[doc(hidden)]
    fn fewest(_: &Self::Columns) -> Option<usize> {
        None
    }

    /// As few entities as it knows, among them all that pass. Where it knows `fewest`.
    #[doc(hidden)]
    fn list(_: &Self::Columns) -> Distinct {
        Distinct::default()
    }

    /// Looks back to this moment.
    #[doc(hidden)]
    fn look_back(_: &mut Self::Columns, _: Tick) {}

    /// Calls a function with the types whose components may let an entity pass, or pass no more, if the
    /// filter does not look back.
    #[doc(hidden)]
    fn each_type(_: &mut dyn FnMut(TypeId)) {}

    /// Says whether an entity passes that has some types, if it does not look back.
    #[doc(hidden)]
    fn holds(_: Has<'_>) -> bool {
        Self::ALL
    }
}

/// Says whether an entity has an enabled component of a type.
pub type Has<'h> = &'h dyn Fn(TypeId) -> bool;

/// A filter with its columns.
pub struct Passes<'q, F: QueryFilter>(pub(super) &'q F::Columns);

crate::base::copy_always!([F: QueryFilter] Passes<'_, F>);

impl<F: QueryFilter> JoinFilter for Passes<'_, F> {
    const ALL: bool = F::ALL;
    const LOOKS_BACK: bool = F::LOOKS_BACK;
    const STAYS: bool = F::STAYS;

    #[inline]
    fn passes(&self, of: &mut Candidates<'_>) -> u64 {
        F::passes(self.0, of)
    }
}

/// A component type, or up to twelve of them as a tuple.
pub trait Types: FindTypes {}

impl<T: FindTypes> Types for T {}

/// How [`Types`] are found. A trait of its own, which no one imports: its methods would stand beside those of
/// every component. They have names that nobody guesses, as rustc proposes `Player::all` if there is one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a component or a tuple of components",
    label = "not a component type",
    note = "write `#[derive(Component)]` above a type of yours; name it without `&`: `With<T>`; put at most \
            twelve in a tuple",
    note = "a singleton is none: no entity has one; ask for it by `T::get()`"
)]
pub trait FindTypes: 'static {
    /// What is known of the columns of the types.
    type Columns: SyncWhileFrozen;

    /// Finds the columns in a world.
    fn columns(world: Option<&Rc<WorldCore>>) -> Self::Columns;

    /// Says which candidates have all of the types.
    fn look_for_all(columns: &Self::Columns, of: &mut Candidates<'_>) -> u64;

    /// Says which candidates have any of the types.
    fn look_for_any(columns: &Self::Columns, of: &mut Candidates<'_>) -> u64 {
        Self::look_for_all(columns, of)
    }

    /// How many components the type with the fewest has.
    fn count_of_fewest(columns: &Self::Columns) -> usize;

    /// The entities that have the type with the fewest components.
    fn list_of_fewest(columns: &Self::Columns) -> Distinct;

    /// Whether it asks when something has changed.
    const LOOKS_BACK: bool = false;

    /// The types of which it asks that.
    const WATCHES: AccessSet<'static> = AccessSet::NONE;

    /// The types that an entity has that has all of them.
    const NEEDS: AccessSet<'static>;

    /// The types that an entity lacks that has none of them.
    const LACKS: AccessSet<'static>;

    /// Looks back to this moment.
    fn look_back(_: &mut Self::Columns, _: Tick) {}

    /// Calls a function with how each type begins and ends to be enabled, if it does not look back.
    fn each_type(_: &mut dyn FnMut(TypeId)) {}

    /// As [`FindTypes::look_for_all`], of an entity that has some types, if it does not look back.
    fn holds_all(_: Has<'_>) -> bool {
        false
    }

    /// As [`FindTypes::look_for_any`], of an entity that has some types, if it does not look back.
    fn holds_any(has: Has<'_>) -> bool {
        Self::holds_all(has)
    }
}

#[diagnostic::do_not_recommend]
impl<T: PerEntity> FindTypes for T {
    type Columns = Presence;

    const NEEDS: AccessSet<'static> = AccessSet::of::<T>(false);
    const LACKS: AccessSet<'static> = AccessSet::of::<T>(false);

    fn columns(world: Option<&Rc<WorldCore>>) -> Presence {
        Presence::new(TypeId::of::<T>(), world)
    }

    fn look_for_all(presence: &Presence, of: &mut Candidates<'_>) -> u64 {
        presence.present(of)
    }

    fn count_of_fewest(presence: &Presence) -> usize {
        presence.column().map_or(0, |column| column.count())
    }

    fn list_of_fewest(presence: &Presence) -> Distinct {
        presence.column().map_or_else(Distinct::default, |column| column.live_entities(false))
    }

    fn each_type(each: &mut dyn FnMut(TypeId)) {
        each(TypeId::of::<T>());
    }

    fn holds_all(has: Has<'_>) -> bool {
        has(TypeId::of::<T>())
    }
}

/// Where all parts of a tuple look together.
macro_rules! looks_where_parts_look {
    ($($part:ident $number:tt),*) => {
        type Columns = ($($part::Columns,)*);

        const LOOKS_BACK: bool = false $(|| $part::LOOKS_BACK)*;
        const WATCHES: AccessSet<'static> = AccessSet::All(&[$($part::WATCHES),*]);

        fn columns(world: Option<&Rc<WorldCore>>) -> Self::Columns {
            ($($part::columns(world),)*)
        }

        fn look_back(columns: &mut Self::Columns, tick: Tick) {
            $($part::look_back(&mut columns.$number, tick);)*
        }

        fn each_type(each: &mut dyn FnMut(TypeId)) {
            $($part::each_type(each);)*
        }
    };
}

/// The part with the fewest entities is listed.
macro_rules! lists_the_fewest {
    ($fewest:ident, $list:ident: $($part:ident $number:tt),*) => {
        const NEEDS: AccessSet<'static> = AccessSet::All(&[$($part::NEEDS),*]);
        const LACKS: AccessSet<'static> = AccessSet::All(&[$($part::LACKS),*]);

        fn $list(columns: &Self::Columns) -> Distinct {
            let fewest = Self::$fewest(columns);
            $(if $part::$fewest(&columns.$number) == fewest {
                return $part::$list(&columns.$number);
            })*
            Distinct::default()
        }
    };
}

macro_rules! types {
    ($($part:ident $number:tt),*) => {
        impl<$($part: FindTypes),*> FindTypes for ($($part,)*) {
            looks_where_parts_look!($($part $number),*);
            lists_the_fewest!(count_of_fewest, list_of_fewest: $($part $number),*);

            fn look_for_all(columns: &Self::Columns, of: &mut Candidates<'_>) -> u64 {
                u64::MAX $(& $part::look_for_all(&columns.$number, of))*
            }

            fn look_for_any(columns: &Self::Columns, of: &mut Candidates<'_>) -> u64 {
                0 $(| $part::look_for_any(&columns.$number, of))*
            }

            fn count_of_fewest(columns: &Self::Columns) -> usize {
                usize::MAX$(.min($part::count_of_fewest(&columns.$number)))*
            }

            fn holds_all(has: Has<'_>) -> bool {
                $($part::holds_all(has))&&*
            }

            fn holds_any(has: Has<'_>) -> bool {
                $($part::holds_any(has))||*
            }
        }

        impl<$($part: QueryFilter),*> QueryFilter for ($($part,)*) {
            looks_where_parts_look!($($part $number),*);
            lists_the_fewest!(fewest, list: $($part $number),*);

            const ALL: bool = true $(&& $part::ALL)*;
            const STAYS: bool = true $(&& $part::STAYS)*;
            const SEES_DISABLED: bool = false $(|| $part::SEES_DISABLED)*;
            const NEEDS_SOME: bool = false $(|| $part::NEEDS_SOME)*;

            fn passes(columns: &Self::Columns, of: &mut Candidates<'_>) -> u64 {
                u64::MAX $(& $part::passes(&columns.$number, of))*
            }

            fn fewest(columns: &Self::Columns) -> Option<usize> {
                [$($part::fewest(&columns.$number)),*].into_iter().flatten().min()
            }

            fn holds(has: Has<'_>) -> bool {
                $($part::holds(has))&&*
            }
        }
    };
}

all_tuples!(1..=12, types);

/// A filter looks where its types, or its alternatives, look. An assertion about them may follow.
macro_rules! looks_where_types_look {
    ($types:ident as $trait:ident $(, $assertion:expr)?) => {
        type Columns = <$types as $trait>::Columns;

        const LOOKS_BACK: bool = <$types as $trait>::LOOKS_BACK;
        const WATCHES: AccessSet<'static> = <$types as $trait>::WATCHES;

        fn columns(world: Option<&Rc<WorldCore>>) -> Self::Columns {
            $(const { $assertion };)?
            <$types as $trait>::columns(world)
        }

        fn look_back(columns: &mut Self::Columns, tick: Tick) {
            <$types as $trait>::look_back(columns, tick);
        }

        fn each_type(each: &mut dyn FnMut(TypeId)) {
            <$types as $trait>::each_type(each);
        }
    };
}

/// A filter passes entities that have all of its types.
macro_rules! passes_all {
    ($types:ident) => {
        looks_where_types_look!($types as FindTypes);

        const NEEDS: AccessSet<'static> = <$types as FindTypes>::NEEDS;

        fn passes(columns: &Self::Columns, of: &mut Candidates<'_>) -> u64 {
            <$types as FindTypes>::look_for_all(columns, of)
        }

        fn fewest(columns: &Self::Columns) -> Option<usize> {
            Some(<$types as FindTypes>::count_of_fewest(columns))
        }

        fn list(columns: &Self::Columns) -> Distinct {
            <$types as FindTypes>::list_of_fewest(columns)
        }

        fn holds(has: Has<'_>) -> bool {
            <$types as FindTypes>::holds_all(has)
        }
    };
}

pub(super) use looks_where_parts_look;
pub(crate) use {looks_where_types_look, passes_all};

impl QueryFilter for () {
    type Columns = ();

    const ALL: bool = true;

    fn columns(_: Option<&Rc<WorldCore>>) {}

    fn passes((): &(), _: &mut Candidates<'_>) -> u64 {
        u64::MAX
    }
}

impl QueryFilter for WithDisabled {
    type Columns = ();

    const ALL: bool = true;
    const SEES_DISABLED: bool = true;

    fn columns(_: Option<&Rc<WorldCore>>) {}

    fn passes((): &(), _: &mut Candidates<'_>) -> u64 {
        u64::MAX
    }
}

impl<T: Types> QueryFilter for With<T> {
    passes_all!(T);

    const NEEDS_SOME: bool = true;
}

impl<T: Types> QueryFilter for Without<T> {
    looks_where_types_look!(T as FindTypes);

    const LACKS: AccessSet<'static> = T::LACKS;
    const STAYS: bool = !T::LOOKS_BACK;

    fn passes(columns: &T::Columns, of: &mut Candidates<'_>) -> u64 {
        !T::look_for_any(columns, of)
    }

    fn holds(has: Has<'_>) -> bool {
        !T::holds_any(has)
    }
}

impl<T: Types> QueryFilter for AnyOf<T> {
    looks_where_types_look!(T as FindTypes);

    const NEEDS_SOME: bool = true;

    fn passes(columns: &T::Columns, of: &mut Candidates<'_>) -> u64 {
        T::look_for_any(columns, of)
    }

    fn holds(has: Has<'_>) -> bool {
        T::holds_any(has)
    }
}
