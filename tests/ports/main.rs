//! What the tests of other libraries state, said with this one. `docs/ports.md` says what cannot be said.

mod bevy_ecs;
mod entt;
mod flecs;
mod hecs;
mod shipyard;
mod specs;
#[path = "../support/mod.rs"]
mod support;
