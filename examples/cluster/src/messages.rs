//! What crosses from node to node: [`ToNode`], [`ToRoom`] and [`ToSeat`].

use std::error::Error;
use std::fmt;
use std::net::SocketAddr;

use rooms::ClientId;
use rooms::arena::{self, Order};
use serde::{Deserialize, Serialize};
use tellus::cluster::{Key, Manifest};
use tellus::{ActorRef, ReplyTo};

use crate::journal::Heard;
use crate::ledger::{Promised, RoomSave};

/// What a node asks of another.
#[derive(Serialize, Deserialize)]
pub(crate) enum ToNode {
    /// To say whether it plays a room.
    Find { room: String, by: SocketAddr, reply: ReplyTo<Option<Here>> },
    /// To promise it an epoch of a room.
    Promise { room: String, epoch: u64, by: SocketAddr, reply: ReplyTo<Vote> },
    /// To keep a save of a room that it plays.
    Keep { save: RoomSave, reply: ReplyTo<Result<(), Promised>> },
    /// To open a room that nobody plays.
    Open { room: String, reply: ReplyTo<Result<ActorRef<ToRoom>, OpenError>> },
    /// To go on with a room that it has played.
    Take { save: RoomSave, reply: ReplyTo<Result<ActorRef<ToRoom>, OpenError>> },
}

/// How a node answers to one that wants to open a room.
#[derive(Serialize, Deserialize)]
pub(crate) enum Vote {
    /// The epoch is yours, and here is the newest save that is kept here.
    Yes(Option<RoomSave>),
    /// A higher one was promised to another.
    No(Promised),
    /// The room is played here.
    Here(Here),
}

/// A room that a node plays.
#[derive(Serialize, Deserialize)]
pub(crate) struct Here {
    pub(crate) epoch: u64,
    pub(crate) room: ActorRef<ToRoom>,
}

/// What nodes ask of a room.
#[derive(Serialize, Deserialize)]
pub(crate) enum ToRoom {
    /// To let a client play, and to show it what happens.
    Sit { client: ClientId, seat: ActorRef<ToSeat> },
    /// To do what a client orders. The first order has this number, the next ones follow.
    Orders { client: ClientId, forgotten: u64, first: u64, orders: Vec<Order> },
    /// To move to another node.
    Move { to: SocketAddr, reply: ReplyTo<Result<(), MoveError>> },
}

/// What a room tells the seat of a client, which is at the client's node.
#[derive(Serialize, Deserialize)]
pub(crate) enum ToSeat {
    /// How it looks.
    View(View),
    /// That the client may not play any more: the room has panicked several times at what it ordered.
    LetGo,
}

/// A room as a client sees it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct View {
    /// How often the room was opened.
    pub epoch: u64,
    /// The frame of the save from which it was opened.
    pub opened_at: u64,
    /// How many frames were played.
    pub frame: u64,
    /// What the room has heard of this client.
    pub heard: Heard,
    /// The number of the last order of this client that cannot be lost any more.
    pub safe: u64,
    /// What is on the field.
    pub arena: arena::State,
}

impl Manifest for ToNode {
    const MANIFEST: &'static str = "rooms.node";
}

impl Manifest for ToRoom {
    const MANIFEST: &'static str = "rooms.room";
}

impl Manifest for ToSeat {
    const MANIFEST: &'static str = "rooms.seat";
}

/// The name of each node's actor.
pub(crate) fn node_key() -> Key<ToNode> {
    Key::new("node")
}

/// The name of a room's actor.
pub(crate) fn room_key(room: &str) -> Key<ToRoom> {
    Key::new(format!("room/{room}"))
}

/// Why a room was not opened.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum OpenError {
    /// The node opens or moves it just now.
    Busy,
    /// No majority of the nodes has promised the room to this one.
    NoMajority,
    /// Its newest save cannot be read.
    Unreadable {
        /// The epoch and the frame of the save.
        at: (u64, u64),
        /// What is wrong with it.
        why: String,
    },
    /// The node has not answered, or cannot run the room.
    Failed(String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => f.write_str("the room is being opened or moved: try again in a moment"),
            Self::NoMajority => f.write_str(
                "no majority of the nodes lets this one open the room: look whether they reach each other",
            ),
            Self::Unreadable { at: (epoch, frame), why } => write!(
                f,
                "the save of epoch {epoch} and frame {frame} cannot be read ({why}): open the room with the \
                 program that has written it"
            ),
            Self::Failed(why) => write!(f, "the node cannot open the room ({why}): take another one"),
        }
    }
}

impl Error for OpenError {}

/// Why a room was not moved.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum MoveError {
    /// No node plays a room of this name.
    NoSuchRoom,
    /// There is no node at this address.
    NoSuchNode(SocketAddr),
    /// The other node has not opened it. It goes on where it was.
    Refused(OpenError),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchRoom => f.write_str("no node plays that room: look at its name, or open it"),
            Self::NoSuchNode(at) => write!(f, "there is no node at {at}: take one that `Nodes` lists"),
            Self::Refused(why) => write!(f, "the room stays where it is, because over there {why}"),
        }
    }
}

impl Error for MoveError {}
