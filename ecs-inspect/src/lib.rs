//! Opens a page in the browser that shows and edits a running game of `ecs-core`: [`open`].
//!
//! The page uses only public items of `ecs-core`, above all [`World::by_name`](ecs_core::World::by_name):
//! your editor can do the same.
//!
//! The way of a request: `server` takes a connection, `http` reads the request, `gate` checks who may ask,
//! `query` reads the options, `desk` brings the request to the thread of the world, `look` answers there, and
//! `wire` writes the answer. No thread of the page ever waits with a lock that the world needs.

mod desk;
mod error;
#[cfg(fuzzing)]
mod fuzzed;
mod gate;
mod http;
mod look;
mod page;
mod query;
mod refusal;
mod secret;
mod server;
mod wire;

use core::fmt;
use std::io::Write;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::{Arc, Weak};
use std::thread;

use ecs_core::World;

use desk::Desk;
use gate::Gate;
use secret::secret;
use server::Server;

pub use error::InspectError;
#[cfg(fuzzing)]
#[doc(hidden)]
pub use fuzzed::answer_bytes;

/// A page that looks into a world. Comes from [`open`].
///
/// `Display` writes the address to open in a browser. Dropping this changes nothing: the page is there until
/// the world ends, or [`stop`](Self::stop) is called.
#[derive(Clone)]
pub struct Inspector {
    address: SocketAddr,
    url: Arc<str>,
    server: Weak<Server>,
}

/// Opens a page on which the current world can be looked at and changed while it runs, and prints its address
/// on stderr. Makes the thread's world if there is none.
///
/// The address is one of this machine: `"127.0.0.1:7000"`, or with port 0 for any port that is free. The page
/// shows the entities as a tree, with search; components, by their `Serialize` or their `Debug`, as they
/// change; what each pass costs; the order of the types; soft failures and dangling handles. A type that is
/// also `Deserialize` can be edited. No type is registered.
///
/// Threads of the library talk to the browser. Requests run at the start of a frame, as what is sent by
/// [`World::remote`] does, and in [`World::run_remote`], which counts them. After half a millisecond of a
/// frame no further one is begun: a search goes on in the next frame. If the game runs no frame for a second,
/// a request is refused. While no page is open, a frame looks once whether something was sent.
///
/// Only who knows the token in the address gets an answer, and no page of another site. What the page speaks
/// is described in `docs/inspector.md` in the repository, for editors of your own.
///
/// ```
/// use ecs_core::update_all;
///
/// let inspector = ecs_inspect::open("127.0.0.1:0");
/// assert!(inspector.url().starts_with("http://127.0.0.1:"));
/// update_all(1.0 / 60.0); // the game goes on
/// inspector.stop();
/// ```
///
/// # Panics
///
/// If the address leads nowhere, or is none of this machine, or is taken; if the system gives no random
/// numbers; while the world is closing. [`try_open`] is the soft form.
#[track_caller]
pub fn open(address: impl ToSocketAddrs) -> Inspector {
    try_open(address).unwrap_or_else(|error| panic!("{error}"))
}

/// Opens a page on which the current world can be looked at, as [`open`], or says why not.
///
/// # Errors
///
/// [`InspectError`]: the address leads nowhere, or to other machines, or is taken; the system gives no random
/// numbers; or the world is closing.
pub fn try_open(address: impl ToSocketAddrs) -> Result<Inspector, InspectError> {
    serve(addresses(&address)?, false)
}

/// Opens the page of [`open`] for other machines too, such as a phone's game for the laptop beside it:
/// `"0.0.0.0:7000"`. Anyone who can read the network can read the token, and then change the game: use it
/// where you trust everybody.
///
/// A browser reaches it by the machine's number, not by a name.
///
/// # Errors
///
/// As [`try_open`], but for [`InspectError::NotLoopback`].
pub fn open_to_network(address: impl ToSocketAddrs) -> Result<Inspector, InspectError> {
    serve(addresses(&address)?, true)
}

fn addresses(address: &impl ToSocketAddrs) -> Result<Vec<SocketAddr>, InspectError> {
    match address.to_socket_addrs() {
        Ok(addresses) => Ok(addresses.collect()),
        Err(error) => Err(InspectError::NoAddress { reason: error.to_string() }),
    }
}

fn serve(addresses: Vec<SocketAddr>, is_open: bool) -> Result<Inspector, InspectError> {
    let foreign = addresses.iter().find(|address| !is_open && !address.ip().is_loopback());
    if let Some(&address) = foreign {
        return Err(InspectError::NotLoopback { address });
    }
    let Some(&first) = addresses.first() else {
        return Err(InspectError::NoAddress { reason: "it stands for none".to_owned() });
    };
    let refused = |error: std::io::Error| InspectError::Refused { address: first, reason: error.to_string() };
    let listener = TcpListener::bind(&*addresses).map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    let token = secret().map_err(|reason| InspectError::NoSecret { reason })?;
    let remote = World::try_remote().map_err(InspectError::World)?;
    let url: Arc<str> = format!("http://{address}/?token={token}").into();
    let gate = Gate { token, port: address.port(), is_open };
    let server = Server::new(Desk::new(remote.clone()), gate, address);
    let inspector = Inspector { address, url, server: Arc::downgrade(&server) };
    // It lives as long as the thread that listens.
    let thread = thread::Builder::new().name("ecs-inspect".to_owned());
    thread.spawn(move || server.listen(&listener)).map_err(refused)?;
    let stopping = inspector.clone();
    remote.on_end(move || stopping.stop());
    // No event of `tracing`: traces are passed around, and the address has the token.
    let _ = writeln!(std::io::stderr(), "ecs-core: look into the game at {inspector}");
    Ok(inspector)
}

impl Inspector {
    /// Returns the address to open in a browser, with the token. For a page that other machines shall open,
    /// put the number of this one in the place of `0.0.0.0`.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the address on which the game listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Closes the page: no more requests are taken, and those that were get their answer. The port is free a
    /// moment later, when the thread that listens has woken. Does nothing if it is closed.
    pub fn stop(&self) {
        if let Some(server) = self.server.upgrade() {
            server.stop();
        }
    }
}

impl fmt::Display for Inspector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url)
    }
}

// Not the token: logs are read by many.
impl fmt::Debug for Inspector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inspector").field("address", &self.address).finish_non_exhaustive()
    }
}

/// The code of the README, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
