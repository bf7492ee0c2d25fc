//! [`shape_of`]: what a type is made of, as its `Deserialize` asks for that.

use core::fmt::{self, Display};

use serde::de::value::U32Deserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};

/// Describes a type for people, and for being compared: `Controls { turn: f32, keys: [Left | Right] }`. Of an
/// enum it has the names of all variants, and what the first one holds. The paths of modules are not in it.
pub(super) fn shape_of<T: DeserializeOwned>() -> String {
    let mut text = String::new();
    // A type that refuses what it was given is described up to there.
    let _ = T::deserialize(ShapeWriter { text: &mut text, depth: 0 });
    text
}

/// A type that holds itself is followed so deep.
const DEEPEST: usize = 8;

/// No description is much longer.
const LONGEST: usize = 4000;

/// Notes what it is asked for, and gives the simplest value of that.
struct ShapeWriter<'t> {
    text: &'t mut String,
    depth: usize,
}

impl ShapeWriter<'_> {
    fn inside(&mut self) -> ShapeWriter<'_> {
        ShapeWriter { text: self.text, depth: self.depth + 1 }
    }

    fn note(&mut self, text: &str) -> Result<(), Refused> {
        if self.text.len() > LONGEST {
            return Err(Refused);
        }
        self.text.push_str(text);
        Ok(())
    }

    fn is_deepest(&self) -> bool {
        self.depth >= DEEPEST
    }

    fn parts<'de, V: Visitor<'de>>(
        mut self,
        [open, close]: [&str; 2],
        names: Option<&'static [&'static str]>,
        left: usize,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.note(open)?;
        let value = visitor.visit_seq(ShapeParts { asked: self.inside(), names, place: 0, left })?;
        self.note(close)?;
        Ok(value)
    }
}

/// The parts of a list, a tuple or a struct.
struct ShapeParts<'t> {
    asked: ShapeWriter<'t>,
    names: Option<&'static [&'static str]>,
    place: usize,
    left: usize,
}

impl<'de> SeqAccess<'de> for ShapeParts<'_> {
    type Error = Refused;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Refused> {
        if self.left == 0 || self.asked.is_deepest() {
            return Ok(None);
        }
        if self.place != 0 {
            self.asked.note(", ")?;
        }
        if let Some(name) = self.names.and_then(|names| names.get(self.place)) {
            self.asked.note(name)?;
            self.asked.note(": ")?;
        }
        self.place += 1;
        self.left -= 1;
        seed.deserialize(self.asked.inside()).map(Some)
    }
}

/// The only entry of a map.
struct ShapeEntry<'t> {
    asked: ShapeWriter<'t>,
    is_there: bool,
}

impl<'de> MapAccess<'de> for ShapeEntry<'_> {
    type Error = Refused;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Refused> {
        if std::mem::replace(&mut self.is_there, false) && !self.asked.is_deepest() {
            return seed.deserialize(self.asked.inside()).map(Some);
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Refused> {
        self.asked.note(" => ")?;
        seed.deserialize(self.asked.inside())
    }
}

/// The first variant of an enum.
struct FirstVariant<'t>(ShapeWriter<'t>);

impl<'de> EnumAccess<'de> for FirstVariant<'_> {
    type Error = Refused;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Refused> {
        seed.deserialize(U32Deserializer::new(0)).map(|variant| (variant, self))
    }
}

impl<'de> VariantAccess<'de> for FirstVariant<'_> {
    type Error = Refused;

    fn unit_variant(self) -> Result<(), Refused> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<S::Value, Refused> {
        self.0.note(": ")?;
        seed.deserialize(self.0.inside())
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Refused> {
        self.0.parts([": (", ")"], None, len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.0.parts([": { ", " }"], Some(fields), fields.len(), visitor)
    }
}

/// Plain values: their names, and what is given.
macro_rules! plain {
    ($($asked:ident $visit:ident $type:ident $value:expr;)*) => {
        $(
            fn $asked<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Refused> {
                self.note(stringify!($type))?;
                visitor.$visit($value)
            }
        )*
    };
}

impl<'de> Deserializer<'de> for ShapeWriter<'_> {
    type Error = Refused;

    plain! {
        deserialize_bool visit_bool bool false;
        deserialize_i8 visit_i8 i8 1;
        deserialize_i16 visit_i16 i16 1;
        deserialize_i32 visit_i32 i32 1;
        deserialize_i64 visit_i64 i64 1;
        deserialize_i128 visit_i128 i128 1;
        deserialize_u8 visit_u8 u8 1;
        deserialize_u16 visit_u16 u16 1;
        deserialize_u32 visit_u32 u32 1;
        deserialize_u64 visit_u64 u64 1;
        deserialize_u128 visit_u128 u128 1;
        deserialize_f32 visit_f32 f32 1.0;
        deserialize_f64 visit_f64 f64 1.0;
        deserialize_char visit_char char 'a';
        deserialize_str visit_borrowed_str text "";
        deserialize_string visit_borrowed_str text "";
        deserialize_bytes visit_borrowed_bytes bytes b"";
        deserialize_byte_buf visit_borrowed_bytes bytes b"";
    }

    fn deserialize_any<V: Visitor<'de>>(mut self, _: V) -> Result<V::Value, Refused> {
        self.note("any")?;
        Err(Refused)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.deserialize_any(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Refused> {
        self.note("optional ")?;
        if self.is_deepest() { visitor.visit_none() } else { visitor.visit_some(self.inside()) }
    }

    fn deserialize_unit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Refused> {
        self.note("nothing")?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.note(name)?;
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.note(name)?;
        self.note("(")?;
        let value = visitor.visit_newtype_struct(self.inside())?;
        self.note(")")?;
        Ok(value)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.parts(["[", "]"], None, 1, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Refused> {
        self.parts(["(", ")"], None, len, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.note(name)?;
        self.parts(["(", ")"], None, len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Refused> {
        self.note("{")?;
        let value = visitor.visit_map(ShapeEntry { asked: self.inside(), is_there: true })?;
        self.note("}")?;
        Ok(value)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.note(name)?;
        self.parts([" { ", " }"], Some(fields), fields.len(), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.note(name)?;
        self.note("(")?;
        self.note(&variants.join(" | "))?;
        let value = visitor.visit_enum(FirstVariant(self.inside()))?;
        self.note(")")?;
        Ok(value)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// A value was refused, or the description is long enough.
#[derive(Debug)]
struct Refused;

impl Display for Refused {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl core::error::Error for Refused {}

impl Error for Refused {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}
