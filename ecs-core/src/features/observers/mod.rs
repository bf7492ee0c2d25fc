//! Observers: closures that run when something happens, and the events that systems read in their turn.

mod events;
mod observe;
mod observed;
mod removed;

pub(crate) use self::{events::events, removed::removed};
pub use events::{EventReader, Events, emit};
pub use observe::{EventProbe, Existing, MaybeObservable, Observable, Observer, observe, try_observe};
pub use observed::{Add, Attach, Detach, Disable, Enable, Remove};
pub use removed::{RemovalReader, Removed};
