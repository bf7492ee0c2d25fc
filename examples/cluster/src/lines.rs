//! What clients and whoever runs the nodes say to a node, and what it answers: one JSON value a line.

use std::io;
use std::net::SocketAddr;

use rooms::ClientId;
use rooms::arena::Order;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio_stream::StreamExt;
use tokio_util::codec::{FramedRead, LinesCodec};

use crate::messages::{MoveError, OpenError, View};

/// What a client says to a node, over TCP.
#[derive(Serialize, Deserialize)]
pub(crate) enum FromClient {
    /// First: who it is, and where it wants to play.
    Enter { room: String, client: ClientId },
    /// What it orders. The first has this number, and those up to `forgotten` it has no more.
    Orders { forgotten: u64, first: u64, orders: Vec<Order> },
}

/// What a node says to a client.
#[derive(Serialize, Deserialize)]
pub(crate) enum ToClient {
    /// How its room looks.
    View(View),
    /// That it may not play in its room any more.
    LetGo,
    /// Nothing comes from its room just now, perhaps because it was not opened.
    Wait(Option<OpenError>),
}

/// What the node is asked for on its standard input.
#[derive(Debug, Serialize, Deserialize)]
pub enum Command {
    /// Which nodes there are.
    Nodes,
    /// Which rooms it plays.
    Rooms,
    /// Which node plays a room.
    Find(String),
    /// To see to it that somebody plays a room.
    Open(String),
    /// To move a room to another node.
    Move {
        /// The name of the room.
        room: String,
        /// The other node.
        to: SocketAddr,
    },
    /// To give its rooms to the others, and to end.
    Leave,
}

/// What the node answers on its standard output.
#[derive(Debug, Serialize, Deserialize)]
pub enum Answer {
    /// First, without being asked: it is a member of the cluster.
    Started {
        /// Where other nodes find it.
        cluster: SocketAddr,
        /// Where clients find it.
        gate: SocketAddr,
    },
    /// The nodes that are there, and can be asked.
    Nodes(Vec<SocketAddr>),
    /// The rooms that it plays.
    Rooms(Vec<RoomHere>),
    /// The node that plays the room, if one does.
    Found(Option<SocketAddr>),
    /// Whether the room was opened.
    Opened(Result<(), OpenError>),
    /// Whether the room was moved.
    Moved(Result<(), MoveError>),
    /// Why it did not understand.
    NotUnderstood(String),
}

/// A room that a node plays.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RoomHere {
    /// Its name.
    pub name: String,
    /// How often it was opened.
    pub epoch: u64,
    /// How many bytes its last save has.
    pub bytes: usize,
    /// How many microseconds its frame waited for the last save to be made.
    pub saved_in: u64,
}

/// What a client says in a line has no more bytes.
pub(crate) const LONGEST_FROM_CLIENT: usize = 64 << 10;

/// What a node says in a line, or is asked for by whoever runs it, has no more bytes.
pub(crate) const LONGEST: usize = 64 << 20;

/// Lines of something that is read. A longer one is an error.
pub(crate) type Lines<R> = FramedRead<R, LinesCodec>;

pub(crate) fn lines<R: AsyncRead>(from: R, longest: usize) -> Lines<R> {
    FramedRead::new(from, LinesCodec::new_with_max_length(longest))
}

/// Reads a value. `None` at the end.
pub(crate) async fn read<T: DeserializeOwned>(
    lines: &mut Lines<impl AsyncRead + Unpin>,
) -> io::Result<Option<T>> {
    match lines.next().await {
        Some(Ok(line)) => Ok(Some(serde_json::from_str(&line)?)),
        Some(Err(error)) => Err(io::Error::other(error)),
        None => Ok(None),
    }
}

/// Writes a value.
pub(crate) async fn write(to: &mut (impl AsyncWrite + Unpin), value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    to.write_all(&line).await?;
    to.flush().await
}
