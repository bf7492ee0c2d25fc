//! How a room moves from one node to another: it ends here, and goes on there from its last save.

use std::net::SocketAddr;
use std::time::Duration;

use ecs_core::Singleton;
use rooms::Door;
use tellus::ActorRef;

use crate::journal::Journal;
use crate::ledger::RoomSave;
use crate::messages::{MoveError, OpenError, ToNode, ToRoom};
use crate::node::{Node, node_at};
use crate::numbered::{Numbered, Saved};
use crate::places::Played;
use crate::saving::has_played;

/// So long the other node may take to open the room.
const TAKEN_WITHIN: Duration = Duration::from_secs(3);

/// A room may be put back so often before it moves.
const TRIES: u32 = 3;

impl Node {
    /// Moves a room that is played here to another node. If that does not take it, it goes on here.
    pub(crate) async fn move_away(&self, room: &str, to: SocketAddr) -> Result<(), MoveError> {
        if to == self.me && self.places.has(room) {
            return Ok(());
        }
        let Some(other) = node_at(to) else { return Err(MoveError::NoSuchNode(to)) };
        let Some((Played { epoch, door, actor, .. }, reserved)) = self.places.take(room, to) else {
            return Err(MoveError::NoSuchRoom);
        };
        let failed = |why: String| Err(OpenError::Failed(why));
        stop_orders(&door).await;
        let taken = match door.close(Numbered::save).await {
            Ok(Ok(Saved { frame, bytes, .. })) => {
                let save = RoomSave { room: room.to_owned(), epoch, frame, host: self.me, bytes };
                // Should it come to nothing, this is what the room goes on from. If it was opened elsewhere,
                // the other node hears that too.
                _ = self.ledger().keep(save.clone());
                let taken = other.ask(TAKEN_WITHIN, |reply| ToNode::Take { save, reply }).await;
                taken.unwrap_or_else(|error| failed(error.to_string()))
            }
            Ok(Err(error)) => failed(error.to_string()),
            Err(error) => failed(error.to_string()),
        };
        drop(reserved);
        let result = match taken {
            Ok(_) => Ok(()),
            Err(why) => self.go_on_here(room, why).await,
        };
        // Until now whoever looked for the room found it here, so that nobody opened another one.
        actor.stop();
        result
    }

    /// Opens a room again that another node has not taken. It may have, and its answer was lost: then it is
    /// there.
    async fn go_on_here(&self, room: &str, why: OpenError) -> Result<(), MoveError> {
        let opened = self.open(room).await;
        if opened.is_ok() && !self.places.has(room) {
            return Ok(());
        }
        opened.map_err(MoveError::Refused)?;
        Err(MoveError::Refused(why))
    }

    /// Goes on with a room that another node has played until now.
    pub(crate) async fn take_over(&self, save: RoomSave) -> Result<ActorRef<ToRoom>, OpenError> {
        let room = save.room.clone();
        let kept = self.ledger().keep(save);
        kept.map_err(|promised| OpenError::Failed(format!("it was opened as epoch {}", promised.0)))?;
        self.open(&room).await
    }

    /// Gives all rooms to the nodes that they prefer to the others.
    pub(crate) async fn move_all_away(&self) {
        for room in self.places.list() {
            let Some((to, _)) = self.others_for(&room.name).into_iter().next() else { return };
            if let Err(error) = self.move_away(&room.name, to).await {
                eprintln!("room {}: {error}", room.name);
            }
        }
    }
}

/// Lets a room take no more orders, and waits until those that it has taken have done no harm: what a room is
/// opened from elsewhere must not make it panic there.
async fn stop_orders(door: &Door<Numbered>) {
    for _ in 0..TRIES {
        let restores = door.figures().restores;
        _ = door.ask(|| Journal::borrow_mut().stop_orders()).await;
        if has_played(door, restores).await != Some(false) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lone::on_a_lone_node;
    use crate::messages::MoveError;

    #[test]
    fn a_room_stays_where_it_is_if_there_is_no_other_node() {
        on_a_lone_node(|node| async move {
            let room = node.open("stays").await.unwrap();
            let nobody = ([127, 0, 0, 1], 1).into();
            let refused = node.move_away("stays", nobody).await;
            assert!(matches!(refused, Err(MoveError::NoSuchNode(at)) if at == nobody), "{refused:?}");
            assert_eq!(node.open("stays").await.unwrap(), room);
            assert!(matches!(node.move_away("nowhere", node.me).await, Err(MoveError::NoSuchRoom)));
        });
    }
}
