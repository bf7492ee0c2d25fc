//! Writes JSON: [`ToJson`], and the writers of lists and maps.

use core::fmt::Write;

/// What is written as JSON.
pub(crate) trait ToJson {
    fn to_json(&self, text: &mut String);
}

/// What is written as a map of some fields.
pub(crate) trait FieldsToJson {
    fn fields_to_json(&self, map: &mut MapWriter<'_>);
}

/// Writes something as a text.
pub(crate) fn to_json(value: &impl ToJson) -> String {
    let mut text = String::new();
    value.to_json(&mut text);
    text
}

/// A text that is JSON already.
pub(crate) struct Raw(pub(crate) String);

/// Writes a list, until it is ended.
pub(crate) struct ListWriter<'t>(JsonParts<'t>);

/// Writes a map, until it is ended.
pub(crate) struct MapWriter<'t>(JsonParts<'t>);

/// Parts with commas between them.
struct JsonParts<'t> {
    text: &'t mut String,
    is_first: bool,
}

impl JsonParts<'_> {
    fn next(&mut self) -> &mut String {
        if !core::mem::take(&mut self.is_first) {
            self.text.push(',');
        }
        self.text
    }
}

impl<'t> ListWriter<'t> {
    pub(crate) fn begin(text: &'t mut String) -> Self {
        text.push('[');
        Self(JsonParts { text, is_first: true })
    }

    /// Begins an item: it is what is written to the text.
    pub(crate) fn item(&mut self) -> &mut String {
        self.0.next()
    }

    pub(crate) fn end(self) {
        self.0.text.push(']');
    }
}

impl<'t> MapWriter<'t> {
    pub(crate) fn begin(text: &'t mut String) -> Self {
        text.push('{');
        Self(JsonParts { text, is_first: true })
    }

    /// Begins an entry: its value is what is written to the text.
    pub(crate) fn entry(&mut self, key: &str) -> &mut String {
        let text = self.0.next();
        key.to_json(text);
        text.push(':');
        text
    }

    pub(crate) fn end(self) {
        self.0.text.push('}');
    }
}

impl<T: FieldsToJson> ToJson for T {
    fn to_json(&self, text: &mut String) {
        let mut map = MapWriter::begin(text);
        self.fields_to_json(&mut map);
        map.end();
    }
}

/// Says which fields of structs are written, in their order: `name`, or `"type" = number` where JSON has
/// another name, or `?value` where an option without a value is left out.
macro_rules! json_structs {
    (@field $self:ident $map:ident $name:ident) => {
        ToJson::to_json(&$self.$name, $map.entry(stringify!($name)))
    };
    (@field $self:ident $map:ident $key:literal = $name:ident) => {
        ToJson::to_json(&$self.$name, $map.entry($key))
    };
    (@field $self:ident $map:ident ?$name:ident) => {
        if let Some(value) = &$self.$name {
            ToJson::to_json(value, $map.entry(stringify!($name)))
        }
    };
    ($($(#[$doc:meta])* struct $type:ident {
        $($(?$option:ident)? $($key:literal =)? $($name:ident)?: $of:ty,)*
    })*) => {$(
        $(#[$doc])*
        pub(super) struct $type {
            $(pub(super) $($option)? $($name)?: $of,)*
        }

        impl FieldsToJson for $type {
            fn fields_to_json(&self, map: &mut MapWriter<'_>) {
                $(json_structs!(@field self map $(?$option)? $($key =)? $($name)?);)*
            }
        }
    )*};
}

pub(crate) use json_structs;

impl ToJson for Raw {
    fn to_json(&self, text: &mut String) {
        text.push_str(&self.0);
    }
}

impl ToJson for str {
    fn to_json(&self, text: &mut String) {
        text.push('"');
        for c in self.chars() {
            match c {
                '"' => text.push_str("\\\""),
                '\\' => text.push_str("\\\\"),
                '\n' => text.push_str("\\n"),
                c if c < ' ' => _ = write!(text, "\\u{:04x}", u32::from(c)),
                c => text.push(c),
            }
        }
        text.push('"');
    }
}

impl ToJson for &str {
    fn to_json(&self, text: &mut String) {
        (**self).to_json(text);
    }
}

impl ToJson for String {
    fn to_json(&self, text: &mut String) {
        self.as_str().to_json(text);
    }
}

impl ToJson for bool {
    fn to_json(&self, text: &mut String) {
        text.push_str(if *self { "true" } else { "false" });
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl ToJson for $number {
            fn to_json(&self, text: &mut String) {
                let _ = write!(text, "{self}");
            }
        }
    )*};
}

numbers!(i8 i16 i32 i64 u8 u16 u32 u64 usize);

/// With the fewest digits by which it comes back; as text if JSON lacks it: `"NaN"`, `"inf"`, `"-inf"`.
macro_rules! floats {
    ($($number:ty)*) => {$(
        impl ToJson for $number {
            fn to_json(&self, text: &mut String) {
                let _ = match self.is_finite() {
                    true => write!(text, "{self:?}"),
                    false => write!(text, "\"{self}\""),
                };
            }
        }
    )*};
}

floats!(f32 f64);

impl<T: ToJson> ToJson for Option<T> {
    fn to_json(&self, text: &mut String) {
        match self {
            Some(value) => value.to_json(text),
            None => text.push_str("null"),
        }
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn to_json(&self, text: &mut String) {
        let mut list = ListWriter::begin(text);
        self.iter().for_each(|value| value.to_json(list.item()));
        list.end();
    }
}
