//! [`Json`]: a value that was read.

/// A value that was read.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(JsonNumber),
    Text(String),
    List(Vec<Json>),
    /// In the order of the text. No key is there twice.
    Map(Vec<(String, Json)>),
}

/// A number: a whole one is exact.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum JsonNumber {
    U64(u64),
    /// A negative one.
    I64(i64),
    F64(f64),
}

impl JsonNumber {
    /// The number as a float, which may be less exact.
    pub(crate) fn as_f64(self) -> f64 {
        match self {
            Self::U64(number) => number as f64,
            Self::I64(number) => number as f64,
            Self::F64(number) => number,
        }
    }
}
