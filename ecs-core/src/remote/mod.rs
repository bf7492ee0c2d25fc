//! Closures that other threads send to the thread of a world.

mod queue;
#[expect(clippy::module_inception, reason = "what is sent with, above its queue")]
mod remote;

pub(crate) use remote::ClosureQueue;
pub use remote::Remote;
