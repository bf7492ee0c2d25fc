//! [`Loading`]: a save as it comes from a format: all that is in it, and nothing of it is in the world.

use core::any::TypeId;
use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;
use std::rc::Rc;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::form::{COLUMN_ENTITIES, COLUMN_FIELDS, ENTITIES, FIELDS, FORM};
use super::list::{SaveList, SavedColumns};
use super::numbers::Numbers;
use super::reading::{Reading, innermost};
use super::staged::StagedColumn;
use super::types::KnownType;
use crate::error::LoadError;
use crate::world::Clock;

/// A save that was read, and is not in the world yet. A format makes it inside
/// [`Save::read_with`](super::Save::read_with), which puts it into the world.
pub struct Loading<L> {
    /// Before the reading, which takes its promises back when it ends: a `Drop` of a value may still use the
    /// entities that were promised to it.
    pub(super) contents: Contents,
    pub(super) reading: Rc<Reading>,
    list: PhantomData<fn() -> L>,
}

/// What a save has.
#[derive(Default)]
pub(super) struct Contents {
    pub(super) clock: Option<Clock>,
    /// What is said of each entity.
    pub(super) flags: Vec<u8>,
    pub(super) names: Vec<(u32, String)>,
    /// Pairs of numbers: child and parent.
    pub(super) parents: Vec<u32>,
    pub(super) columns: Vec<InColumn>,
    /// The titles of columns of no type in the list.
    pub(super) unknown: Vec<String>,
}

/// A column that was read.
pub(super) struct InColumn {
    /// The place of its type in the list.
    pub(super) place: usize,
    pub(super) entities: Vec<u32>,
    pub(super) off: Vec<u32>,
    /// The how many-th type it was that had a component: so passes keep their order.
    pub(super) order: Option<u32>,
    pub(super) unstarted: Vec<u32>,
    pub(super) values: Box<dyn StagedColumn>,
}

impl<'de, L: SaveList> Deserialize<'de> for Loading<L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Some(reading) = innermost().filter(|reading| reading.list == TypeId::of::<L>()) else {
            return Err(D::Error::custom(
                "a save is read only by `Save::read`, `Save::read_with` and their like",
            ));
        };
        let mut contents = Contents::default();
        let visitor = SaveVisitor::<L> { reading: &reading, contents: &mut contents, list: PhantomData };
        deserializer.deserialize_struct("Save", FIELDS, visitor)?;
        Ok(Self { reading, contents, list: PhantomData })
    }
}

struct SaveVisitor<'r, L> {
    reading: &'r Reading,
    contents: &'r mut Contents,
    list: PhantomData<fn() -> L>,
}

/// Where the next value comes from: a format that names its fields, or one that has them in their order.
trait NextValue<'de> {
    type Error: serde::de::Error;

    fn value<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Self::Error>;
}

struct NamedAccess<A>(A);

impl<'de, A: MapAccess<'de>> NextValue<'de> for NamedAccess<A> {
    type Error = A::Error;

    fn value<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(seed)
    }
}

struct InOrder<'f, A> {
    fields: A,
    name: &'f str,
}

impl<'de, A: SeqAccess<'de>> NextValue<'de> for InOrder<'_, A> {
    type Error = A::Error;

    fn value<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        let value = self.fields.next_element_seed(seed)?;
        value.ok_or_else(|| A::Error::custom(format_args!("the save ends before its `{}`", self.name)))
    }
}

/// A part of a save that is read field by field: by their names, or in their order.
trait FieldsOfSave<'de>: Sized {
    const FIELDS: &'static [&'static str];
    /// What has the fields, and the name of one that comes behind another, by that one's place.
    const READ: (&'static str, &'static str, usize);

    fn field<N: NextValue<'de>>(&mut self, name: &str, next: &mut N) -> Result<(), N::Error>;

    /// Reads the fields by their names, and says which of them there were.
    fn read_map<A: MapAccess<'de>>(&mut self, map: A) -> Result<Vec<bool>, A::Error> {
        let (mut map, mut known) = (NamedAccess(map), vec![false; Self::FIELDS.len()]);
        let (whole, behind, before) = Self::READ;
        while let Some(name) = map.0.next_key::<String>()? {
            let place = Self::FIELDS.iter().position(|field| name == *field);
            if place.is_some_and(|place| known[place]) {
                return Err(A::Error::custom(format_args!("{whole} has two `{name}`")));
            }
            if name == behind && !known[before] {
                let before = Self::FIELDS[before];
                return Err(A::Error::custom(format_args!(
                    "the `{behind}` of {whole} come before its `{before}`"
                )));
            }
            self.field(&name, &mut map)?;
            place.into_iter().for_each(|place| known[place] = true);
        }
        Ok(known)
    }

    /// Reads the fields in their order.
    fn read_seq<A: SeqAccess<'de>>(&mut self, seq: A) -> Result<(), A::Error> {
        let mut seq = InOrder { fields: seq, name: "" };
        for name in Self::FIELDS {
            seq.name = name;
            self.field(name, &mut seq)?;
        }
        Ok(())
    }
}

impl<'de, L: SaveList> FieldsOfSave<'de> for SaveVisitor<'_, L> {
    const FIELDS: &'static [&'static str] = FIELDS;
    const READ: (&'static str, &'static str, usize) = ("the save", "types", ENTITIES);

    fn field<N: NextValue<'de>>(&mut self, name: &str, next: &mut N) -> Result<(), N::Error> {
        let contents = &mut *self.contents;
        match name {
            "clock" => {
                contents.clock = next.value(PhantomData)?;
                if let Some(Err(bad)) = contents.clock.map(|clock| clock.check_parts()) {
                    let error = LoadError::BadClock { part: bad.name, bounds: bad.bounds };
                    return Err(self.reading.fail(error));
                }
            }
            "entities" => {
                contents.flags = next.value(ByteSeed)?;
                let promised = self.reading.promise(contents.flags.len());
                promised.map_err(|error| self.reading.fail(error))?;
            }
            "form" => {
                let form: u32 = next.value(PhantomData)?;
                if form != FORM {
                    return Err(self.reading.fail(LoadError::Form { form, known: FORM }));
                }
            }
            "names" => contents.names = next.value(PhantomData)?,
            "parents" => contents.parents = next.value(PhantomData::<Numbers<Vec<u32>>>)?.0,
            "types" => {
                next.value(ColumnsSeed::<L> { reading: self.reading, contents, list: PhantomData })?;
            }
            _ => _ = next.value(PhantomData::<IgnoredAny>)?,
        }
        Ok(())
    }
}

impl<'de, L: SaveList> Visitor<'de> for SaveVisitor<'_, L> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a save")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, map: A) -> Result<(), A::Error> {
        let known = self.read_map(map)?;
        match FIELDS.iter().zip(known).skip(1).find(|(_, known)| !known) {
            Some((missing, _)) => Err(A::Error::missing_field(missing)),
            None => Ok(()),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, seq: A) -> Result<(), A::Error> {
        self.read_seq(seq)
    }
}

/// Reads bytes, in whatever way a format has them.
struct ByteSeed;

impl<'de> DeserializeSeed<'de> for ByteSeed {
    type Value = Vec<u8>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<u8>, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_seq(self)
        } else {
            deserializer.deserialize_byte_buf(self)
        }
    }
}

impl<'de> Visitor<'de> for ByteSeed {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number for each entity")
    }

    fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    fn visit_byte_buf<E: serde::de::Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<u8>, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = seq.next_element()? {
            bytes.push(byte);
        }
        Ok(bytes)
    }
}

/// Reads the columns.
struct ColumnsSeed<'r, L> {
    reading: &'r Reading,
    contents: &'r mut Contents,
    list: PhantomData<fn() -> L>,
}

impl<'de, L: SaveList> DeserializeSeed<'de> for ColumnsSeed<'_, L> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, L: SaveList> Visitor<'de> for ColumnsSeed<'_, L> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of columns, one a type")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut columns: A) -> Result<(), A::Error> {
        let Self { reading, contents, .. } = self;
        while let Some(column) = columns.next_element_seed(ColumnSeed::<L>::new(reading))? {
            match column {
                LoadedColumn::KnownType(column) => {
                    if contents.columns.iter().any(|other| other.place == column.place) {
                        let component = reading.types.all[column.place].component;
                        return Err(reading.fail(LoadError::TypeTwice { component }));
                    }
                    contents.columns.push(column);
                }
                LoadedColumn::Unknown(title) => contents.unknown.push(title),
            }
        }
        Ok(())
    }
}

/// Passes over a value, and notes whether the format is one for people: such a format describes itself.
struct Skip<'c>(&'c Cell<bool>);

impl<'de> DeserializeSeed<'de> for Skip<'_> {
    type Value = IgnoredAny;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<IgnoredAny, D::Error> {
        self.0.set(deserializer.is_human_readable());
        IgnoredAny::deserialize(deserializer)
    }
}

enum LoadedColumn {
    KnownType(InColumn),
    Unknown(String),
}

/// Reads one column.
struct ColumnSeed<'r, L> {
    reading: &'r Reading,
    entities: Vec<u32>,
    off: Vec<u32>,
    order: Option<u32>,
    title: Option<String>,
    unstarted: Vec<u32>,
    column: Option<LoadedColumn>,
    list: PhantomData<fn() -> L>,
}

impl<'r, L> ColumnSeed<'r, L> {
    fn new(reading: &'r Reading) -> Self {
        let (entities, off, unstarted) = Default::default();
        Self { reading, entities, off, order: None, title: None, unstarted, column: None, list: PhantomData }
    }
}

impl<'de, L: SaveList> FieldsOfSave<'de> for ColumnSeed<'_, L> {
    const FIELDS: &'static [&'static str] = COLUMN_FIELDS;
    const READ: (&'static str, &'static str, usize) = ("a column", "values", COLUMN_ENTITIES);

    fn field<N: NextValue<'de>>(&mut self, name: &str, next: &mut N) -> Result<(), N::Error> {
        match name {
            "entities" => self.entities = next.value(PhantomData::<Numbers<Vec<u32>>>)?.0,
            "off" => self.off = next.value(PhantomData::<Numbers<Vec<u32>>>)?.0,
            "order" => self.order = next.value(PhantomData)?,
            "type" => self.title = Some(next.value(PhantomData)?),
            "unstarted" => self.unstarted = next.value(PhantomData::<Numbers<Vec<u32>>>)?.0,
            "values" => self.values(next)?,
            _ => _ = next.value(PhantomData::<IgnoredAny>)?,
        }
        Ok(())
    }
}

impl<'de, L: SaveList> ColumnSeed<'_, L> {
    fn values<N: NextValue<'de>>(&mut self, next: &mut N) -> Result<(), N::Error> {
        let Some(title) = self.title.take() else {
            return Err(N::Error::custom("the `values` of a column come before its `type`"));
        };
        let Some(known) = self.reading.types.find(&title) else {
            return self.skip(title, next);
        };
        let KnownType { place, was } = known;
        let most = self.entities.len();
        self.reading
            .begin_values(self.reading.types.all[place].component, core::mem::take(&mut self.entities));
        let values = next.value(ValuesSeed::<L> { place, was, most, list: PhantomData })?;
        let entities = self.reading.end_values();
        let (off, order, unstarted) = Default::default();
        self.column =
            Some(LoadedColumn::KnownType(InColumn { place, entities, off, order, unstarted, values }));
        Ok(())
    }

    /// Passes over the values of a type that is not in the list, if the format can.
    fn skip<N: NextValue<'de>>(&mut self, title: String, next: &mut N) -> Result<(), N::Error> {
        let like = self.reading.types.titles_like(&title);
        if !like.is_empty() {
            // A version that nothing is known of: what is in it is not to be lost in silence.
            return Err(self.reading.fail(LoadError::UnknownVersion { title, known: like.join("`, `") }));
        }
        let describes_itself = Cell::new(false);
        next.value(Skip(&describes_itself)).map_err(|error| match describes_itself.get() {
            true => error,
            false => self.reading.fail(LoadError::UnknownType { title: title.clone() }),
        })?;
        self.column = Some(LoadedColumn::Unknown(title));
        Ok(())
    }

    fn finish<E: serde::de::Error>(self) -> Result<LoadedColumn, E> {
        let (off, order, unstarted) = (self.off, self.order, self.unstarted);
        match self.column {
            Some(LoadedColumn::KnownType(column)) => {
                Ok(LoadedColumn::KnownType(InColumn { off, order, unstarted, ..column }))
            }
            Some(unknown) => Ok(unknown),
            None => Err(E::missing_field("values")),
        }
    }
}

impl<'de, L: SaveList> DeserializeSeed<'de> for ColumnSeed<'_, L> {
    type Value = LoadedColumn;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<LoadedColumn, D::Error> {
        deserializer.deserialize_struct("LoadedColumn", COLUMN_FIELDS, self)
    }
}

impl<'de, L: SaveList> Visitor<'de> for ColumnSeed<'_, L> {
    type Value = LoadedColumn;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a column: all components of one type")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, map: A) -> Result<LoadedColumn, A::Error> {
        self.read_map(map)?;
        self.finish()
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, seq: A) -> Result<LoadedColumn, A::Error> {
        self.read_seq(seq)?;
        self.finish()
    }
}

/// Reads the values of a column.
struct ValuesSeed<L> {
    place: usize,
    was: Option<usize>,
    most: usize,
    list: PhantomData<fn() -> L>,
}

impl<'de, L: SaveList> DeserializeSeed<'de> for ValuesSeed<L> {
    type Value = Box<dyn StagedColumn>;

    fn deserialize<D: Deserializer<'de>>(self, values: D) -> Result<Self::Value, D::Error> {
        L::__Columns::stage(self.place, self.was, self.most, values)
    }
}
