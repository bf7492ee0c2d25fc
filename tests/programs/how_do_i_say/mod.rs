//! The right columns of the pages that say in our words what others say in theirs.
//!
//! What a row shows as code stands here, but for white space: `isolated how_do_i_say` checks it.

mod bevy;
mod hecs;
mod unity;
