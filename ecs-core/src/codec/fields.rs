//! [`fields_of`]: the fields of a struct, as its `Deserialize` asks for them.

use core::fmt::{self, Display};

use serde::de::{DeserializeOwned, Deserializer, Error, Visitor};

/// Returns the names of the fields for which the `Deserialize` of a type asks; none if it asks for no struct.
/// No value is made.
pub(crate) fn fields_of<T: DeserializeOwned>() -> &'static [&'static str] {
    T::deserialize(AskedFor).err().map_or(&[], |Fields(fields)| fields)
}

/// Refuses all that it is asked for.
struct AskedFor;

/// What was asked for, as the error that ends the reading.
#[derive(Debug)]
struct Fields(&'static [&'static str]);

impl Display for Fields {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl core::error::Error for Fields {}

impl Error for Fields {
    fn custom<T: Display>(_: T) -> Self {
        Self(&[])
    }
}

impl<'de> Deserializer<'de> for AskedFor {
    type Error = Fields;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Fields> {
        Err(Fields(&[]))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Fields> {
        Err(Fields(fields))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
