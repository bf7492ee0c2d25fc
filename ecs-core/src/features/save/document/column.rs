//! A column in a save: which entities have a component of the type, which of these are switched off or had no
//! `start` yet, and their values. Written from a view, and read into a list.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error as _, SeqAccess, Visitor};
use serde::ser::{Error as _, Serialize, SerializeSeq, SerializeStruct, Serializer};

use super::form::COLUMN_FIELDS;
use super::numbers::Numbers;
use super::reading::note_place;
use super::staged::{Staged, StagedColumn};
use super::state::WriteState;
use crate::codec::Owner;
use crate::column::Column;
use crate::component::Component;
use crate::error::SaveError;
use crate::reach::borrow_for_view;
use crate::spec::{name_of, spec};
use crate::terms::Rows;

/// So many bytes of values get room before any of them was read.
const ROOM_AT_FIRST: usize = 1 << 20;

/// A column on its way out.
pub(super) struct ColumnOut<'s, T> {
    /// The place of the type in the list.
    place: usize,
    state: &'s WriteState,
    component: PhantomData<fn() -> T>,
}

impl<'s, T> ColumnOut<'s, T> {
    pub(super) fn new(place: usize, state: &'s WriteState) -> Self {
        Self { place, state, component: PhantomData }
    }
}

impl<T: Component + Serialize> Serialize for ColumnOut<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { place, state, .. } = *self;
        let view = borrow_for_view::<T, false>(state.site).map_err(|error| {
            let message = S::Error::custom(error);
            state.fail(SaveError::Borrowed(error));
            message
        })?;
        let rows = RowsOut::of(&view, state);
        let with = |is_so: &dyn Fn(&Column, u32) -> bool| -> Vec<u32> {
            let Some(store) = view.store() else { return Vec::new() };
            let is_so =
                |number: u32| store.find(state.ids.entity(number)).is_some_and(|row| is_so(store, row));
            rows.numbers.iter().copied().filter(|&number| is_so(number)).collect()
        };
        let may_be_off = view.store().is_some_and(|store| store.may_be_off());
        let off = if may_be_off { with(&|store, row| store.stage(row).is_off()) } else { Vec::new() };
        let unstarted = if const { spec::<T>().hooks.start.is_some() } {
            with(&|store, row| store.stage(row).is_unstarted())
        } else {
            Vec::new()
        };
        let mut column = serializer.serialize_struct("Column", COLUMN_FIELDS.len())?;
        column.serialize_field("entities", &Numbers(&rows.numbers))?;
        column.serialize_field("off", &Numbers(&off))?;
        column.serialize_field("order", &state.order_of(place))?;
        column.serialize_field("type", &state.types.all[place].title)?;
        column.serialize_field("unstarted", &Numbers(&unstarted))?;
        column.serialize_field("values", &ValuesOut { rows: &rows, place, state, values: &view.values() })?;
        column.end()
    }
}

/// The rows of a view that are in the save.
struct RowsOut {
    /// The numbers of their entities.
    numbers: Vec<u32>,
    /// `None`: all of them.
    places: Option<Vec<usize>>,
}

impl RowsOut {
    fn of<T: Component>(view: &Rows<'_, T, false>, state: &WriteState) -> Self {
        let (mut numbers, mut left_out) = (Vec::with_capacity(view.len()), Vec::new());
        view.each_entity(|place, entity| match state.number_of_row(entity) {
            Some(number) => numbers.push(number),
            None => left_out.push(place),
        });
        if left_out.is_empty() {
            return Self { numbers, places: None };
        }
        let mut left_out = left_out.into_iter().peekable();
        let is_in = |place: &usize| left_out.next_if_eq(place).is_none();
        Self { numbers, places: Some((0..view.len()).filter(is_in).collect()) }
    }
}

struct ValuesOut<'v, T> {
    rows: &'v RowsOut,
    place: usize,
    state: &'v WriteState,
    values: &'v [T],
}

impl<T: Serialize> Serialize for ValuesOut<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { rows, place, state, values } = *self;
        let mut out = serializer.serialize_seq(Some(rows.numbers.len()))?;
        let ids = &state.ids;
        let mut write = |number, value: &T| {
            ids.set_owner(Owner { component: place, number });
            out.serialize_element(value)
        };
        match &rows.places {
            None => rows.numbers.iter().zip(values).try_for_each(|(&number, value)| write(number, value))?,
            Some(places) => {
                let mut kept = rows.numbers.iter().zip(places);
                kept.try_for_each(|(&number, &place)| write(number, &values[place]))?;
            }
        }
        ids.set_owner(Owner::default());
        out.end()
    }
}

/// Reads the values of a type, at most so many.
pub(super) fn stage<'de, T, D>(
    was: Option<usize>,
    most: usize,
    values: D,
) -> Result<Box<dyn StagedColumn>, D::Error>
where
    T: Component + DeserializeOwned,
    D: Deserializer<'de>,
{
    Ok(Box::new(values.deserialize_seq(ValuesVisitor::<T> { was, most, component: PhantomData })?))
}

struct ValuesVisitor<T> {
    was: Option<usize>,
    most: usize,
    component: PhantomData<fn() -> T>,
}

impl<'de, T: Component + DeserializeOwned> Visitor<'de> for ValuesVisitor<T> {
    type Value = Staged<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} values of {}", self.most, name_of::<T>())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Self::Value, A::Error> {
        // No length is believed: there is more room once there are values.
        let room = self.most.min(ROOM_AT_FIRST / size_of::<T>().max(1));
        let mut staged = Staged { values: Vec::with_capacity(room) };
        let read = &mut staged.values;
        let mut next = || values.next_element_seed(OneValue { was: self.was, component: PhantomData });
        while let Some(value) = next().inspect_err(|_| note_place(read.len()))? {
            read.push(value);
            if read.len() > self.most {
                return Err(A::Error::invalid_length(read.len(), &self));
            }
        }
        if read.len() < self.most {
            return Err(A::Error::invalid_length(read.len(), &self));
        }
        Ok(staged)
    }
}

/// Reads one value, of now or of then.
struct OneValue<T> {
    was: Option<usize>,
    component: PhantomData<fn() -> T>,
}

impl<'de, T: Component + DeserializeOwned> DeserializeSeed<'de> for OneValue<T> {
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<T, D::Error> {
        match self.was {
            None => T::deserialize(value),
            Some(place) => T::__was(place, value),
        }
    }
}
