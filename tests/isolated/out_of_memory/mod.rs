//! Trap 14: memory runs out at each allocation of each call that may grow something. Run by `.ci/memory`.
//!
//! Each call is repeated in a fresh world, and each time a later one of its allocations fails. Then nothing
//! may be half there: what the call was about is as before or as after it, and every value drops once. On
//! stable Rust a failed allocation ends the process; nightly has a hook that may unwind instead, so the tests
//! need nightly and `--cfg out_of_memory`.

mod failing;
mod family;
mod group;
mod grow;
mod over;
mod saves;
mod scene;
mod shrink;
mod snapshots;
