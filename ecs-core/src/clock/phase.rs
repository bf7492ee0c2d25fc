//! [`Phase`]: the parts of a frame.

use core::fmt;

/// A part of a frame, named as the hook that runs in it over all components, one type after the other.
///
/// [`update_all`](crate::update_all) runs them in this order: fixed updates, as many as the time needs, then
/// the update, then the late update.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// `fixed_update`: runs for each fixed step of time; not at all, once or several times a frame.
    FixedUpdate,
    /// `update`: runs once a frame.
    Update,
    /// `late_update`: runs once a frame, when all types were updated.
    LateUpdate,
}

impl Phase {
    /// All of them, in the order in which they run.
    pub const ALL: [Self; 3] = [Self::FixedUpdate, Self::Update, Self::LateUpdate];

    /// Returns the name of its hook.
    #[must_use]
    pub const fn hook(self) -> &'static str {
        match self {
            Self::FixedUpdate => "fixed_update",
            Self::Update => "update",
            Self::LateUpdate => "late_update",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.hook())
    }
}
