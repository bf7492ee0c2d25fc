//! The inspector: a page in the browser that looks into a running world, and changes it.
//!
//! A value's way: `server` takes a connection, `http` reads the request, `gate` decides who may ask, `query`
//! says what is asked, `desk` brings it to the thread of the world, `look` answers there, as `wire` says it.
//! No thread of the page ever waits under a lock that the world needs.

mod desk;
#[cfg(fuzzing)]
mod fuzzed;
mod gate;
mod http;
mod look;
mod page;
mod public;
mod query;
mod refusal;
mod secret;
mod server;
mod wire;

#[cfg(fuzzing)]
pub use fuzzed::answer_bytes;
pub use public::Inspector;
