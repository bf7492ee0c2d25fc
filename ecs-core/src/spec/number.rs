//! [`Many`] and [`One`]: how many components of a type a world has.

/// Whether a world has many components of a type, or one.
pub trait Number {
    /// Whether it has one.
    const IS_ONE: bool;

    /// Whether all may read the value, and only the library writes to it.
    const IS_READ_ONLY: bool = false;
}

/// A number of which hooks and views get the components themselves, for reading and writing.
pub trait Writable: Number {}

impl Writable for Many {}
impl Writable for One {}

/// A number that is one.
pub trait IsOne: Number {}

impl IsOne for One {}

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
