//! [`Node`]: one process of the cluster, and what others ask of it.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::SocketAddr;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rooms::Host;
use tellus::cluster::{ClusterState, receptionist};
use tellus::{Actor, ActorContext, ActorRef, Control, Incoming, Untimed};
use tokio::sync::{mpsc, watch};

use crate::ledger::Ledger;
use crate::messages::{ToNode, ToRoom, node_key, room_key};
use crate::numbered::Numbered;
use crate::places::Places;
use crate::strikes::Strikes;

/// So long a node waits for another one's answer.
pub(crate) const ANSWERS_WITHIN: Duration = Duration::from_secs(1);

/// One process of the cluster. Clones are the same.
#[derive(Clone)]
pub(crate) struct Node(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) me: SocketAddr,
    /// How many objects a new room has.
    pub(crate) objects: usize,
    pub(crate) host: Host<Numbered>,
    pub(crate) places: Places,
    pub(crate) strikes: Strikes,
    /// Who is in the cluster.
    pub(crate) cluster: watch::Receiver<ClusterState>,
    /// Takes the names of rooms that have ended here, and should be opened again.
    pub(crate) ended: mpsc::UnboundedSender<String>,
    /// Numbers the rooms that were opened here: a room that comes back is another one for the host.
    pub(crate) opened: AtomicU64,
    ledger: Mutex<Ledger>,
}

impl std::ops::Deref for Node {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Node {
    pub(crate) fn new(
        me: SocketAddr,
        objects: usize,
        host: Host<Numbered>,
        cluster: watch::Receiver<ClusterState>,
        ended: mpsc::UnboundedSender<String>,
    ) -> Self {
        let (places, strikes, opened, ledger) = Default::default();
        Self(Arc::new(Inner { me, objects, host, places, strikes, cluster, ended, opened, ledger }))
    }
}

impl Inner {
    pub(crate) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The nodes that are members, this one too.
    pub(crate) fn members(&self) -> Vec<SocketAddr> {
        self.cluster.borrow().up().map(|member| member.addr()).collect()
    }

    /// The members in the order in which a room prefers them. It is the same on all nodes, and another one
    /// for each room: so all nodes have about as many, and the rooms of a dead one go to all others.
    pub(crate) fn members_for(&self, room: &str) -> Vec<SocketAddr> {
        let mut members = self.members();
        members.sort_by_cached_key(|&member| hash((room, member)));
        members
    }

    /// How many members come before this one in that order.
    pub(crate) fn place_for(&self, room: &str) -> u32 {
        (0..).zip(self.members_for(room)).find(|(_, member)| *member == self.me).map_or(0, |(place, _)| place)
    }

    /// The other members, in that order, as far as they have said how to reach them.
    pub(crate) fn others_for(&self, room: &str) -> Vec<(SocketAddr, ActorRef<ToNode>)> {
        let others = self.members_for(room).into_iter().filter(|&member| member != self.me);
        others.filter_map(|member| Some((member, node_at(member)?))).collect()
    }
}

/// A number that is the same for the same thing, on all nodes.
pub(crate) fn hash(thing: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    thing.hash(&mut hasher);
    hasher.finish()
}

/// The actor of another node.
pub(crate) fn node_at(member: SocketAddr) -> Option<ActorRef<ToNode>> {
    receptionist::lookup_at(&node_key(), member).ok()?.pop()
}

/// The actor of a room, if it is played at this node.
pub(crate) fn room_at(room: &str, member: SocketAddr) -> Option<ActorRef<ToRoom>> {
    receptionist::lookup_at(&room_key(room), member).ok()?.pop()
}

/// The actor to which other nodes talk.
impl Actor for Node {
    type Message = ToNode;
    type Timers = Untimed;
    type State = ();
    type Error = Infallible;

    fn init(&self, _: &ActorContext<ToNode>) -> Result<(), Infallible> {
        Ok(())
    }

    fn receive(
        &self,
        _: &ActorContext<ToNode>,
        incoming: Incoming<ToNode>,
        (): (),
    ) -> Result<Control<()>, Infallible> {
        let Incoming::Message(message) = incoming else { return Ok(Control::Continue(())) };
        let node = self.clone();
        match message {
            ToNode::Find { room, by, reply } => reply.reply(self.places.find(&room, by)),
            ToNode::Promise { room, epoch, by, reply } => reply.reply(self.vote(&room, epoch, by)),
            ToNode::Keep { save, reply } => reply.reply(self.ledger().keep(save)),
            ToNode::Open { room, reply } => {
                tokio::spawn(async move { reply.reply(node.open(&room).await) });
            }
            ToNode::Take { save, reply } => {
                tokio::spawn(async move { reply.reply(node.take_over(save).await) });
            }
        }
        Ok(Control::Continue(()))
    }
}
