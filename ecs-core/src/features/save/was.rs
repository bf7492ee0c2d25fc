//! [`Was`]: an older form of a type in saves, and how its value becomes one of now.

/// An older name or version of a type, as saves may have it.
pub struct Was {
    /// The name; `None` if it is that of now.
    pub name: Option<&'static str>,
    /// The version, from 1 on.
    pub version: u32,
    /// Whether a value becomes one of now by an expression. Otherwise it is read as one of now.
    pub migrates: bool,
}
