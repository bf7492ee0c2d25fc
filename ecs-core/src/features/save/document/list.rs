//! [`SaveList`]: the types that a save has.

use core::marker::PhantomData;

use serde::de::{DeserializeOwned, Deserializer};
use serde::ser::{Serialize, SerializeSeq};

use crate::base::all_tuples;
use crate::component::Component;
use crate::spec::spec;

use super::column::{ColumnOut, stage};
use super::staged::StagedColumn;
use super::state::WriteState;
use super::types::SavedType;

/// The types that a save has: a component or singleton that is `Serialize` and `Deserialize`, or a tuple of
/// up to twelve of them, or of such tuples.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be saved",
    note = "derive `Component`, `Serialize` and `Deserialize` for each type, and put at most twelve in a \
            tuple; tuples may stand in tuples",
    note = "a type that is to be left out of saves is marked `#[component(transient)]`, and not listed"
)]
pub trait SaveList: Sized + 'static {
    #[doc(hidden)]
    type __Columns: SavedColumns;

    /// Whether a save may have no other types.
    #[doc(hidden)]
    const __IS_STRICT: bool;
}

impl<L: Listed<Columns: SavedColumns> + 'static> SaveList for L {
    type __Columns = L::Columns;

    const __IS_STRICT: bool = L::IS_STRICT;
}

/// A list of types that refuses saves with other types; without `Strict` a load leaves such types out.
///
/// ```
/// use ecs_core::{Component, Entity, LoadError, Save, Strict, World};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Component, Serialize, Deserialize)]
/// struct Health(u32);
///
/// #[derive(Component, Serialize, Deserialize)]
/// struct Poisoned;
///
/// Entity::spawn().with(Health(3)).with(Poisoned);
/// let (save, _) = Save::<(Health, Poisoned)>::write_with(|save| serde_json::to_string(save))?;
///
/// // `Poisoned` is missing in the list. Nothing is loaded, and nothing is cleared.
/// let refused = Save::<Strict<Health>>::reload_with(|| serde_json::from_str(&save));
/// assert_eq!(refused.err(), Some(LoadError::NotListed { titles: vec!["Poisoned".into()] }));
/// assert_eq!(Health::count(), 1);
///
/// let report = Save::<Health>::reload_with(|| serde_json::from_str(&save))?;
/// assert_eq!(report.unknown(), ["Poisoned"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Strict<L>(PhantomData<fn() -> L>);

impl<L: Listed> Listed for Strict<L> {
    type Columns = L::Columns;

    const IS_STRICT: bool = true;
}

/// A component, a singleton, or a tuple of such lists.
///
/// Whether serde knows each type is asked of [`Listed::Columns`] and not here: a tuple is tried as a
/// component too, and where it is neither, rustc does not say which part is in the way.
pub trait Listed {
    /// [`Each`] of the types, in a tuple where the list is one.
    type Columns;

    /// As [`SaveList::__IS_STRICT`].
    const IS_STRICT: bool = false;
}

impl<T: Component> Listed for T {
    type Columns = Each<T>;
}

/// A type in the list of a save.
#[derive(Debug)]
pub struct Each<T>(PhantomData<fn() -> T>);

/// A type that a save may have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be saved",
    label = "`{Self}` lacks `Serialize` or `Deserialize`",
    note = "write `#[derive(Serialize, Deserialize)]` above `{Self}`, with the crate `serde`",
    note = "to leave it out of saves, take it from the list, and write `#[component(transient)]` above it"
)]
pub trait Saved: Component + Serialize + DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: Component + Serialize + DeserializeOwned> Saved for T {}

/// How the types of a list are written and read.
pub trait SavedColumns {
    /// How many types there are.
    const COUNT: usize;

    /// Lists the types, in their order.
    fn types(types: &mut Vec<SavedType>);

    /// Writes a column for each type, the first of which has this place in the whole list.
    fn write<Q: SerializeSeq>(columns: &mut Q, first: usize, state: &WriteState) -> Result<(), Q::Error>;

    /// Reads the values of the type at a place, which had been another one then if it was.
    fn stage<'de, In: Deserializer<'de>>(
        place: usize,
        was: Option<usize>,
        most: usize,
        values: In,
    ) -> Result<Box<dyn StagedColumn>, In::Error>;
}

impl<T: Saved> SavedColumns for Each<T> {
    const COUNT: usize = 1;

    fn types(types: &mut Vec<SavedType>) {
        const {
            assert!(
                !spec::<T>().extensions.save.transient,
                "a type in the list of a save is marked `transient`: take it from the list, or drop the key"
            );
        }
        types.push(SavedType::of::<T>());
    }

    fn write<Q: SerializeSeq>(columns: &mut Q, first: usize, state: &WriteState) -> Result<(), Q::Error> {
        columns.serialize_element(&ColumnOut::<T>::new(first, state))
    }

    fn stage<'de, In: Deserializer<'de>>(
        _place: usize,
        was: Option<usize>,
        most: usize,
        values: In,
    ) -> Result<Box<dyn StagedColumn>, In::Error> {
        stage::<T, In>(was, most, values)
    }
}

macro_rules! save_list {
    ($($part:ident $place:tt),*) => {
        impl<$($part: Listed),*> Listed for ($($part,)*) {
            type Columns = ($($part::Columns,)*);

            const IS_STRICT: bool = false $(|| $part::IS_STRICT)*;
        }

        impl<$($part: SavedColumns),*> SavedColumns for ($($part,)*) {
            const COUNT: usize = 0 $(+ $part::COUNT)*;

            fn types(types: &mut Vec<SavedType>) {
                $($part::types(types);)*
            }

            fn write<Q: SerializeSeq>(
                columns: &mut Q,
                mut first: usize,
                state: &WriteState,
            ) -> Result<(), Q::Error> {
                $(
                    $part::write(columns, first, state)?;
                    first += $part::COUNT;
                )*
                let _ = first;
                Ok(())
            }

            fn stage<'de, In: Deserializer<'de>>(
                mut place: usize,
                was: Option<usize>,
                most: usize,
                values: In,
            ) -> Result<Box<dyn StagedColumn>, In::Error> {
                $(
                    if place < $part::COUNT {
                        return $part::stage(place, was, most, values);
                    }
                    place -= $part::COUNT;
                )*
                unreachable!("the list has no place {place} more")
            }
        }
    };
}

all_tuples!(1..=12, save_list);
