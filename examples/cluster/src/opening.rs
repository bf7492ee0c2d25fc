//! How a node opens a room: first a majority of the nodes promises it the room, then it goes on from the
//! newest save that one of them has.

use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rooms::RoomId;
use tellus::cluster::{self, Transition, receptionist};
use tellus::{ActorConfig, ActorRef, ActorSystem, MailboxCapacity, ReplyTo};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::ledger::RoomSave;
use crate::messages::{Here, OpenError, ToNode, ToRoom, Vote, room_key};
use crate::node::{ANSWERS_WITHIN, Node, hash, node_at};
use crate::numbered::Numbered;
use crate::places::{Played, Reserved};
use crate::room::{MESSAGES_WAITING, Room};

/// So long a node may take to open a room.
const OPENED_WITHIN: Duration = Duration::from_secs(5);

/// A room that was not opened is tried again after so long.
pub(crate) const TRIES_AGAIN_AFTER: Duration = Duration::from_millis(500);

/// So often a node asks for a room that another one wants at the same time.
const TRIES: u32 = 5;

/// What the other nodes say of a room.
enum Asked {
    /// It is ours from now on. The newest save, if there is one.
    Ours(Option<RoomSave>),
    /// Somebody plays it.
    There(ActorRef<ToRoom>),
    /// Too few have promised it. The highest epoch that is known.
    Refused(u64),
}

impl Node {
    /// Finds a room by its name, and has it opened if nobody plays it.
    pub(crate) async fn find_or_open(&self, room: &str) -> Result<ActorRef<ToRoom>, OpenError> {
        if let Some(found) = receptionist::lookup(&room_key(room)).ok().and_then(|mut found| found.pop()) {
            return Ok(found);
        }
        let failed = |why: &str| Err(OpenError::Failed(why.to_owned()));
        // Also this node is asked by its actor, so that whoever waits here may give up.
        let Some(node) = self.members_for(room).into_iter().next().and_then(node_at) else {
            return failed("it has just come");
        };
        let asked = node.ask(OPENED_WITHIN, |reply| ToNode::Open { room: room.to_owned(), reply });
        asked.await.unwrap_or_else(|error| failed(&error.to_string()))
    }

    /// Opens a room here, unless somebody plays it.
    pub(crate) async fn open(&self, room: &str) -> Result<ActorRef<ToRoom>, OpenError> {
        let reserved = match self.places.reserve(room) {
            Ok(reserved) => reserved,
            Err(known) => return known,
        };
        let mut epoch = self.ledger().promised(room) + 1;
        for try_ in 0..TRIES {
            // Who asks for an epoch may take the room from the one that plays it, so this comes first.
            if let Some(found) = self.who_plays(room).await {
                return Ok(found);
            }
            match self.ask_for(room, epoch).await {
                Asked::Ours(save) => return self.begin(room, epoch, save, reserved).await,
                Asked::There(found) => return Ok(found),
                Asked::Refused(highest) => epoch = highest + 1,
            }
            // Whoever comes later in the room's order waits longer, so that somebody gets it.
            sleep(Duration::from_millis(100) * (try_ + 1) * (self.place_for(room) + 1)).await;
        }
        Err(OpenError::NoMajority)
    }

    /// Asks all other nodes something about a room. Those who do not answer are left out.
    async fn ask_others<R: Send + 'static>(
        &self,
        room: &str,
        message: impl Fn(String, ReplyTo<R>) -> ToNode + Copy + Send + Sync + 'static,
    ) -> Vec<R> {
        let ask = |(_, other): (SocketAddr, ActorRef<ToNode>)| {
            let room = room.to_owned();
            async move { other.ask(ANSWERS_WITHIN, |reply| message(room, reply)).await }
        };
        let asked: JoinSet<_> = self.others_for(room).into_iter().map(ask).collect();
        asked.join_all().await.into_iter().flatten().collect()
    }

    /// Asks all other nodes whether they play a room. Who only asks takes it from nobody.
    async fn who_plays(&self, room: &str) -> Option<ActorRef<ToRoom>> {
        let by = self.me;
        let found = self.ask_others(room, move |room, reply| ToNode::Find { room, by, reply }).await;
        found.into_iter().flatten().max_by_key(|here| here.epoch).map(|here| here.room)
    }

    /// Asks all nodes for an epoch of a room.
    async fn ask_for(&self, room: &str, epoch: u64) -> Asked {
        let by = self.me;
        let mut votes = vec![self.vote(room, epoch, by)];
        votes.extend(
            self.ask_others(room, move |room, reply| ToNode::Promise { room, epoch, by, reply }).await,
        );

        let (mut yes, mut highest) = (0, epoch);
        let (mut newest, mut played): (Option<RoomSave>, Option<Here>) = (None, None);
        for vote in votes {
            match vote {
                Vote::Yes(save) => {
                    yes += 1;
                    newest = newest.into_iter().chain(save).max_by_key(|save| (save.epoch, save.frame));
                }
                Vote::No(promised) => highest = highest.max(promised.0),
                Vote::Here(here) => played = played.into_iter().chain([here]).max_by_key(|here| here.epoch),
            }
        }
        match played {
            Some(here) => Asked::There(here.room),
            None if 2 * yes > self.members().len() => Asked::Ours(newest),
            None => Asked::Refused(highest),
        }
    }

    /// What this node says to one that wants to open a room.
    pub(crate) fn vote(&self, room: &str, epoch: u64, by: SocketAddr) -> Vote {
        if let Some(here) = self.places.find(room, by) {
            return Vote::Here(here);
        }
        let mut ledger = self.ledger();
        match ledger.promise(room, epoch, by) {
            Ok(()) => Vote::Yes(ledger.newest(room).cloned()),
            Err(promised) => Vote::No(promised),
        }
    }

    /// Begins to play a room that is ours.
    async fn begin(
        &self,
        room: &str,
        epoch: u64,
        save: Option<RoomSave>,
        reserved: Reserved,
    ) -> Result<ActorRef<ToRoom>, OpenError> {
        let id = RoomId(self.opened.fetch_add(1, Ordering::Relaxed));
        let at = save.as_ref().map_or((0, 0), |save| (save.epoch, save.frame));
        let (objects, seed) = (self.objects, hash(room));
        let fill = move || match save {
            Some(save) => Numbered::load(&save.bytes),
            None => {
                Numbered::fill(objects, seed);
                Ok(())
            }
        };
        let door = match self.host.open(id, fill) {
            Ok(door) => door,
            Err(rooms::OpenError::Begin(error)) => {
                return Err(OpenError::Unreadable { at, why: error.to_string() });
            }
            Err(error) => return Err(OpenError::Failed(error.to_string())),
        };
        let config = ActorConfig::default().with_mailbox_capacity(MailboxCapacity::Bounded(MESSAGES_WAITING));
        let actor = ActorSystem::with_config(Room::new(self.clone(), room, epoch, door.clone()), config);
        let found = actor.root().clone();
        reserved.play(Played { epoch, door: door.clone(), actor, last_save: (0, 0) });
        if let Err(error) = cluster::register(&room_key(room), &found) {
            self.end(room, epoch).await;
            return Err(OpenError::Failed(error.to_string()));
        }
        tokio::spawn(self.clone().keep_safe(room.to_owned(), epoch, door));
        Ok(found)
    }

    /// Ends a room that is played here: nobody finds it here any more. False if it is not.
    pub(crate) async fn end(&self, room: &str, epoch: u64) -> bool {
        let Some(played) = self.places.forget(room, epoch) else { return false };
        played.actor.stop();
        // It may have ended by itself.
        _ = played.door.close(|| ()).await;
        true
    }

    /// Opens the rooms that nobody plays any more: those that have ended here, and those of nodes that are
    /// gone, as far as their saves are kept here.
    pub(crate) async fn open_orphans(self, mut ended: mpsc::UnboundedReceiver<String>) {
        let mut cluster = self.cluster.clone();
        let mut before = cluster.borrow_and_update().clone();
        loop {
            tokio::select! {
                Some(room) = ended.recv() => self.open_until_played(room, Duration::ZERO),
                Ok(()) = cluster.changed() => {
                    let now = cluster.borrow_and_update().clone();
                    for change in now.diff(&before) {
                        if let Transition::Down(gone) | Transition::Left(gone) = change {
                            let orphans = self.ledger().rooms_of(gone.addr());
                            for room in orphans {
                                // If several nodes have a save, the one that the room prefers goes first.
                                let after = TRIES_AGAIN_AFTER * self.place_for(&room);
                                self.open_until_played(room, after);
                            }
                        }
                    }
                    before = now;
                }
                else => return,
            }
        }
    }

    fn open_until_played(&self, room: String, after: Duration) {
        let node = self.clone();
        tokio::spawn(async move {
            sleep(after).await;
            while let Err(error) = node.open(&room).await {
                if let OpenError::Unreadable { .. } | OpenError::Failed(_) = error {
                    eprintln!("room {room} is not open again: {error}");
                    return;
                }
                sleep(TRIES_AGAIN_AFTER).await;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use ecs_core::Singleton;

    use super::*;
    use crate::journal::Journal;
    use crate::lone::on_a_lone_node;

    fn save(node: &Node, room: &str, bytes: Bytes) -> RoomSave {
        RoomSave { room: room.to_owned(), epoch: 3, frame: 30, host: node.me, bytes }
    }

    #[test]
    fn a_save_that_cannot_be_read_is_kept_and_opens_no_room() {
        on_a_lone_node(|node| async move {
            let broken = save(&node, "broken", Bytes::from_static(b"no save"));
            node.ledger().keep(broken.clone()).unwrap();
            for _ in 0..2 {
                let error = node.open("broken").await.unwrap_err();
                assert!(matches!(error, OpenError::Unreadable { at: (3, 30), .. }), "{error}");
            }
            assert!(!node.places.has("broken"));
            assert_eq!(node.ledger().newest("broken"), Some(&broken));
        });
    }

    #[test]
    fn a_room_goes_on_from_its_newest_save() {
        on_a_lone_node(|node| async move {
            node.open("later").await.unwrap();
            let (played, reserved) = node.places.take("later", node.me).unwrap();
            let last = played.door.close(Numbered::save).await.unwrap().unwrap();
            drop(reserved);
            let save = RoomSave { frame: last.frame, ..save(&node, "later", last.bytes) };
            node.ledger().keep(save).unwrap();

            node.open("later").await.unwrap();
            let door = node.places.door("later").unwrap();
            let opened_at = door.ask(|| Journal::borrow().opened_at()).await.unwrap();
            assert_eq!(opened_at, last.frame);
        });
    }

    #[test]
    fn a_room_that_is_played_is_not_opened_once_more() {
        on_a_lone_node(|node| async move {
            let (first, second) = (node.open("one").await.unwrap(), node.open("one").await.unwrap());
            assert_eq!(first, second);
            let by = ([127, 0, 0, 1], 1).into();
            assert!(matches!(node.vote("one", 9, by), Vote::Here(Here { epoch: 1, .. })));
        });
    }
}
