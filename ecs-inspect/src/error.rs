//! [`InspectError`]: what can go wrong when the page is opened.

use core::fmt;
use std::net::SocketAddr;

use ecs_core::WorldError;

/// Why nobody can look into a world.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum InspectError {
    /// The address is no address, or a name that leads to none.
    NoAddress {
        /// What the system says.
        reason: String,
    },
    /// Other machines would reach the address.
    NotLoopback {
        /// The address.
        address: SocketAddr,
    },
    /// The system does not let the program listen there: the port is taken, or the platform has no sockets.
    Refused {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        reason: String,
    },
    /// The system gives no random numbers, so that there is no secret to protect the game with.
    NoSecret {
        /// What the system says.
        reason: String,
    },
    /// There is no world that takes calls.
    World(WorldError),
}

impl fmt::Display for InspectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot open the inspector")?;
        match self {
            Self::NoAddress { reason } => write!(
                f,
                ": the address leads nowhere ({reason}); write it as `127.0.0.1:7000`, or with port 0 for \
                 any that is free"
            ),
            Self::NotLoopback { address } => write!(
                f,
                " at {address}: other machines would reach it; use `127.0.0.1`, or \
                 `ecs_inspect::open_to_network` if that is meant"
            ),
            Self::Refused { address, reason } => {
                write!(f, " at {address}: {reason}; use port 0 for any that is free")
            }
            Self::NoSecret { reason } => write!(f, ": the system gives no random numbers ({reason})"),
            Self::World(error) => write!(f, ": {error}"),
        }
    }
}

impl core::error::Error for InspectError {}
