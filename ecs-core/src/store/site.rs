//! [`Site`]: where in the user's source a borrow began; nothing in release builds.

use core::fmt;
use core::panic::Location;

/// A source location in debug builds, zero bytes in release builds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Site {
    #[cfg(debug_assertions)]
    location: &'static Location<'static>,
}

impl Site {
    /// Takes the caller's location.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn here() -> Self {
        Self {
            #[cfg(debug_assertions)]
            location: Location::caller(),
        }
    }

    /// Returns the location; `None` in release builds.
    #[inline]
    #[must_use]
    pub fn location(self) -> Option<&'static Location<'static>> {
        #[cfg(debug_assertions)]
        return Some(self.location);
        #[cfg(not(debug_assertions))]
        None
    }
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.location() {
            Some(location) => fmt::Display::fmt(location, f),
            None => f.write_str("unknown"),
        }
    }
}
