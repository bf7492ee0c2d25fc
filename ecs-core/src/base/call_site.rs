//! [`CallSite`]: where in the user's source a borrow began; nothing in release builds without the feature
//! `ledger`.

use core::fmt;
use core::panic::Location;

/// A source location where the ledger is kept, zero bytes elsewhere. The default is no call of a user's.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct CallSite {
    #[cfg(any(debug_assertions, feature = "ledger"))]
    location: Option<&'static Location<'static>>,
}

impl CallSite {
    /// Takes the caller's location.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn here() -> Self {
        Self {
            #[cfg(any(debug_assertions, feature = "ledger"))]
            location: Some(Location::caller()),
        }
    }

    /// Returns the location; `None` where no ledger is kept, and where no call is known.
    #[inline]
    #[must_use]
    pub fn location(self) -> Option<&'static Location<'static>> {
        #[cfg(any(debug_assertions, feature = "ledger"))]
        return self.location;
        #[cfg(not(any(debug_assertions, feature = "ledger")))]
        None
    }
}

impl fmt::Debug for CallSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.location() {
            Some(location) => fmt::Display::fmt(location, f),
            None => f.write_str("unknown"),
        }
    }
}
