//! What must hold on each target: `.ci/wasm` runs these tests on `wasm32-unknown-unknown` too. There they
//! share a thread, so each makes its world, and they catch no panic.

mod clock;
mod game;
mod remote;
