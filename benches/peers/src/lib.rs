//! What the programs of the peers share: the work, how it is timed, and how a program answers the one that
//! compares them all. Each program in `src/bin` is a peer, but for `src/bin/peers`, which runs the others.
//!
//! No peer is named here, and nothing is used that a peer does not need: it would be compiled into each.

pub mod changes;
pub mod fields;
pub mod filters;
pub mod forest;
pub mod links;
pub mod order;
pub mod recycle;
pub mod rooms;
pub mod sample;
pub mod saves;
pub mod scenario;
pub mod scene;
pub mod serve;
pub mod snapshots;
pub mod way;
pub mod work;
