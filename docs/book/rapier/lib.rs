//! The code of the pages about physics, for the documentation tests.

#[cfg(doctest)]
#[doc = include_str!("../src/cookbook/physics.md")]
struct Physics;
