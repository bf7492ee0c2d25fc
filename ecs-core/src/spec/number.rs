//! [`Many`] and [`One`]: how many components of a type a world has.

/// Whether a world has many components of a type, or one.
pub trait Number {
    /// Whether it has one.
    const IS_ONE: bool;
}

/// Of components: each entity may have one.
#[derive(Debug)]
pub struct Many;

impl Number for Many {
    const IS_ONE: bool = false;
}

/// Of singletons: the world has one.
#[derive(Debug)]
pub struct One;

impl Number for One {
    const IS_ONE: bool = true;
}
