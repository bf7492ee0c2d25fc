//! Tests that need an allocator or processes of their own.
#![cfg_attr(out_of_memory, feature(alloc_error_hook))]

mod allocations;
mod allocator;
#[cfg(not(miri))]
mod examples;
mod fields;
mod last_owner;
mod loading;
#[cfg(out_of_memory)]
mod out_of_memory;
mod soundness;
#[path = "../support/mod.rs"]
mod support;
