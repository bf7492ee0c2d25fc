//! Change detection: handles that say what has changed, filters and items of queries, and singletons that
//! systems watch. The ticks that they read are the kernel's: passes and queries write them.

mod changed;
mod mut_term;
mod tracked;
mod watch;

pub use changed::{Added, Changed};
pub use mut_term::Mut;
pub use tracked::Tracked;
pub use watch::Watch;
