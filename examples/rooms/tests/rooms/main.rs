//! Rooms under test: time is what the test says, and threads are simulated, but where a test is about
//! threads.

mod arena;
mod clients;
mod hall;
mod host;
mod isolation;
mod pace;
mod panics;
mod tally;
