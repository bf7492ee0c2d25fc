//! Events that go up the tree, from an entity to those above it.

mod calls;
mod climb;
