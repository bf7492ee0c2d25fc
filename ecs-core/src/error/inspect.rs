//! What can go wrong when the inspector is opened: [`InspectError`].

use core::net::SocketAddr;
use ecs_derive::Sentence;

use super::world::WorldError;

/// Why nobody can look into a world.
#[derive(Clone, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum InspectError {
    /// The address is no address, or a name that leads to none.
    #[says(
        "cannot open the inspector: the address leads nowhere ({reason}); write it as `127.0.0.1:7000`, or \
         with port 0 for any that is free"
    )]
    NoAddress {
        /// What the system says.
        reason: String,
    },
    /// Other machines would reach the address.
    #[says(
        "cannot open the inspector at {address}: other machines would reach it; use `127.0.0.1`, or \
         `World::inspect_from_network` if that is meant"
    )]
    NotLoopback {
        /// The address.
        address: SocketAddr,
    },
    /// The system does not let the program listen there: the port is taken, or the platform has no sockets.
    #[says("cannot open the inspector at {address}: {reason}; use port 0 for any that is free")]
    Refused {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        reason: String,
    },
    /// The system gives no random numbers, so that there is no secret to protect the game with.
    #[says("cannot open the inspector: the system gives no random numbers ({reason})")]
    NoSecret {
        /// What the system says.
        reason: String,
    },
    /// There is no world that takes calls.
    #[says("cannot open the inspector: {error}")]
    World(WorldError),
}
