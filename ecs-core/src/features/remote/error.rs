//! What can go wrong when a closure is sent to a world: [`RemoteError`].

use core::fmt;

/// Why a closure was not sent to a world, and the closure.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RemoteError<F> {
    /// As many closures of this handle wait as may wait at a time.
    Full(F),
    /// The world has ended.
    Ended(F),
}

impl<F> RemoteError<F> {
    /// Returns the closure that was not sent.
    #[must_use]
    pub fn into_job(self) -> F {
        match self {
            Self::Full(job) | Self::Ended(job) => job,
        }
    }
}

impl<F> fmt::Display for RemoteError<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full(_) => {
                "cannot send to the world now: the queue of this handle is full; the next `update_all` of \
                 the world makes room, and `send` waits for that, but not on the thread of the world and \
                 those that help it"
            }
            Self::Ended(_) => "cannot send to the world: it has ended; stop what sends to it",
        })
    }
}

// A closure is not `Debug`.
crate::base::debug_by! {
    [F] RemoteError<F>, |this, f| f.write_str(if let Self::Full(_) = this { "Full(..)" } else { "Ended(..)" })
}

impl<F> core::error::Error for RemoteError<F> {}
