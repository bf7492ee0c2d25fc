//! [`SaveList`]: the types that a save has.

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
    const __COUNT: usize;

    /// Lists the types, in their order.
    #[doc(hidden)]
    fn __types(types: &mut Vec<SavedType>);

    /// Writes a column for each type, the first of which has this place in the whole list.
    #[doc(hidden)]
    fn __write<Q: SerializeSeq>(columns: &mut Q, first: usize, state: &WriteState) -> Result<(), Q::Error>;

    /// Reads the values of the type at a place, which had been another one then if it was.
    #[doc(hidden)]
    fn __stage<'de, In: Deserializer<'de>>(
        place: usize,
        was: Option<usize>,
        most: usize,
        values: In,
    ) -> Result<Box<dyn StagedColumn>, In::Error>;
}

impl<T: Component + Serialize + DeserializeOwned> SaveList for T {
    const __COUNT: usize = 1;

    fn __types(types: &mut Vec<SavedType>) {
        const {
            assert!(
                !spec::<T>().transient,
                "a type in the list of a save is marked `transient`: take it from the list, or drop the key"
            );
        }
        types.push(SavedType::of::<T>());
    }

    fn __write<Q: SerializeSeq>(columns: &mut Q, first: usize, state: &WriteState) -> Result<(), Q::Error> {
        columns.serialize_element(&ColumnOut::<T>::new(first, state))
    }

    fn __stage<'de, In: Deserializer<'de>>(
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
        impl<$($part: SaveList),*> SaveList for ($($part,)*) {
            const __COUNT: usize = 0 $(+ $part::__COUNT)*;

            fn __types(types: &mut Vec<SavedType>) {
                $($part::__types(types);)*
            }

            fn __write<Q: SerializeSeq>(
                columns: &mut Q,
                mut first: usize,
                state: &WriteState,
            ) -> Result<(), Q::Error> {
                $(
                    $part::__write(columns, first, state)?;
                    first += $part::__COUNT;
                )*
                let _ = first;
                Ok(())
            }

            fn __stage<'de, In: Deserializer<'de>>(
                mut place: usize,
                was: Option<usize>,
                most: usize,
                values: In,
            ) -> Result<Box<dyn StagedColumn>, In::Error> {
                $(
                    if place < $part::__COUNT {
                        return $part::__stage(place, was, most, values);
                    }
                    place -= $part::__COUNT;
                )*
                unreachable!("the list has no place {place} more")
            }
        }
    };
}

all_tuples!(1..=12, save_list);
