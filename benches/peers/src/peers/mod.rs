//! The peers, one file each. Each does what its documentation recommends for speed.

mod bevy;
mod evenio;
mod flecs;
mod gecs;
mod generational_box;
mod hecs;
mod legion;
mod ours;
mod plain;
mod seed;
mod shipyard;
mod slotmap;
mod sparsey;
mod specs;
mod thunderdome;

use crate::peer::Peer;

/// Returns all that take part, the limit first.
pub fn all() -> &'static [Peer] {
    &[
        plain::PEER,
        ours::PEER,
        seed::PEER,
        bevy::PEER,
        evenio::PEER,
        flecs::PEER,
        hecs::PEER,
        legion::PEER,
        shipyard::PEER,
        sparsey::PEER,
        specs::PEER,
        gecs::PEER,
        slotmap::PEER,
        thunderdome::PEER,
        generational_box::PEER,
    ]
}

/// Finds a peer by its name on the command line.
pub fn named(name: &str) -> Option<&'static Peer> {
    all().iter().find(|peer| peer.name == name)
}
