//! Tests that need an allocator or processes of their own, or read the repository.
#![cfg_attr(out_of_memory, feature(alloc_error_hook))]

mod allocations;
mod allocator;
#[cfg(not(miri))]
mod book;
#[cfg(not(miri))]
mod documents;
#[cfg(not(miri))]
mod examples;
mod fields;
#[cfg(not(miri))]
mod further_hook;
#[cfg(not(miri))]
mod how_do_i_say;
mod last_owner;
#[cfg(not(miri))]
mod laws;
#[cfg(not(miri))]
mod layers;
mod loading;
#[cfg(out_of_memory)]
mod out_of_memory;
mod soundness;
#[path = "../support/mod.rs"]
mod support;
#[cfg(not(miri))]
mod width;
