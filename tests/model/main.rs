//! The whole ambient API against plain maps, under random sequences of calls.
//!
//! Each call is made through [`act`], which says what must happen by the maps of [`State`], calls the
//! library, compares, and notes what has changed. Hooks and `Drop` run scripts of such calls in the middle of
//! other calls. So the maps are never borrowed across a call of the library, and calls that are under way
//! note their effect as soon as a hook or a `Drop` can see it.

mod asking;
mod bodies;
mod borrows;
mod callbacks;
mod calls;
mod case;
mod clearing;
mod components;
mod exhaustive;
mod far_apart;
mod frames;
mod looks;
mod loops;
mod maps;
mod pools;
mod queries;
mod random;
mod regressions;
mod scripts;
mod sorting;
mod strategies;
#[path = "../support/mod.rs"]
mod support;
mod tags;
mod taking;
