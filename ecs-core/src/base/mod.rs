//! Small things that know nothing of the library.

mod call_site;
mod clock;
mod nearest;
mod panic;
pub(crate) mod prefetch;
mod remembered;
mod sent;
pub(crate) mod tuples;
mod type_id_hasher;
mod warning;
mod without_paths;

pub use call_site::CallSite;
pub(crate) use clock::now;
pub(crate) use nearest::nearest;
pub(crate) use panic::{Panic, discard, keep_first, keep_panic_of};
pub(crate) use prefetch::prefetch;
pub(crate) use remembered::{Remembered, write_list};
pub use sent::AnySent;
pub(crate) use sent::Sent;
pub(crate) use tuples::all_tuples;
pub(crate) use type_id_hasher::TypeIdHasher;
pub(crate) use warning::{emit, print, warn};
pub(crate) use without_paths::WithoutPaths;
