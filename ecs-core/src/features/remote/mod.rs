//! Closures that other threads send to the thread of a world.

mod calls;
mod error;
mod queue;
mod sender;
mod state;

pub use error::RemoteError;
pub use sender::Remote;
pub(super) use state::SentClosures;
