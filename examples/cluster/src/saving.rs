//! How a room is kept safe: it is saved more than once a second, and other nodes keep the save.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use ecs_core::Singleton;
use rooms::{Door, RoomError};
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::journal::{Journal, Safe};
use crate::ledger::{Promised, RoomSave};
use crate::messages::ToNode;
use crate::node::Node;
use crate::numbered::{Numbered, Saved};

/// So often a room is saved. The rest of the second is for the save to be safe.
const EVERY: Duration = Duration::from_millis(750);

/// So long a room waits for a node to keep its save. Then it takes another one.
const KEPT_WITHIN: Duration = Duration::from_millis(300);

/// Why a room is not saved any more.
enum Over {
    /// It was opened elsewhere, so what is played here counts no more.
    Elsewhere(Promised),
    /// It has ended, or was put back behind its last safe save. Another node, or this one, opens it again.
    Ended,
}

impl Node {
    /// Keeps a room safe for as long as it is played here, and sees to it that it is played on.
    pub(crate) async fn keep_safe(self, room: String, epoch: u64, door: Door<Numbered>) {
        let over = self.save_until_over(&room, epoch, &door).await;
        // A room that moves away is not ours any more.
        if !self.end(&room, epoch).await {
            return;
        }
        match over {
            Over::Elsewhere(Promised(higher)) => {
                eprintln!("room {room} ends here: it was opened elsewhere, as epoch {higher}");
            }
            Over::Ended => {
                sleep(EVERY).await;
                // Whoever opens rooms is there for as long as the process is.
                _ = self.ended.send(room);
            }
        }
    }

    async fn save_until_over(&self, room: &str, epoch: u64, door: &Door<Numbered>) -> Over {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // Those who did not answer are asked last.
        let mut silent = HashSet::new();
        let mut safe = Safe::default();
        loop {
            ticks.tick().await;
            let (before, restores) = (safe.clone(), door.figures().restores);
            let save = door.ask(move || {
                let begun = Instant::now();
                let saved = Numbered::save();
                (saved, begun.elapsed(), Journal::borrow().is_behind(&before))
            });
            let saved = save.await;
            // The save has what was ordered just before it. If that makes the room panic, it does so in this
            // frame, and the save is none from which one can go on.
            if has_played(door, restores).await == Some(false) {
                continue;
            }
            let (Saved { frame, now, bytes }, took) = match saved {
                Ok((_, _, true)) | Err(RoomError::Ended(_)) => return Over::Ended,
                Ok((Ok(saved), took, false)) => (saved, took),
                Ok((Err(error), _, false)) => {
                    eprintln!("room {room} is not saved: {error}");
                    continue;
                }
                // It was put back while it was asked.
                Err(_) => continue,
            };
            self.places.note_save(room, (bytes.len(), took.as_micros() as u64));
            let save = RoomSave { room: room.to_owned(), epoch, frame, host: self.me, bytes };
            match self.keep_by_a_majority(save, &mut silent).await {
                Ok(true) => {
                    safe = now.clone();
                    // If it has ended since, the next save says so.
                    _ = door.ask(move || Journal::borrow_mut().set_safe(now)).await;
                }
                Ok(false) => {}
                Err(promised) => return Over::Elsewhere(promised),
            }
        }
    }

    /// Has a save kept by so many others that they and this node are a majority. Says whether it is.
    async fn keep_by_a_majority(
        &self,
        save: RoomSave,
        silent: &mut HashSet<SocketAddr>,
    ) -> Result<bool, Promised> {
        self.ledger().keep(save.clone())?;
        let mut others = self.others_for(&save.room);
        others.sort_by_key(|(addr, _)| silent.contains(addr));
        let mut missing = self.members().len() / 2;
        for (addr, other) in others {
            if missing == 0 {
                break;
            }
            let save = save.clone();
            match other.ask(KEPT_WITHIN, |reply| ToNode::Keep { save, reply }).await {
                Ok(kept) => {
                    kept?;
                    silent.remove(&addr);
                    missing -= 1;
                }
                Err(_) => _ = silent.insert(addr),
            }
        }
        Ok(missing == 0)
    }
}

/// Waits for the next frame, and says whether the room was put back so many times as before. `None` if it has
/// ended.
pub(crate) async fn has_played(door: &Door<Numbered>, restores: u64) -> Option<bool> {
    match door.ask(|| ()).await {
        Ok(()) => Some(door.figures().restores == restores),
        Err(RoomError::Ended(_)) => None,
        Err(_) => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use crate::lone::{on_a_lone_node, until};

    #[test]
    fn a_room_that_was_opened_elsewhere_ends_here() {
        on_a_lone_node(|node| async move {
            node.open("lost").await.unwrap();
            let elsewhere = ([127, 0, 0, 1], 1).into();
            node.ledger().promise("lost", 2, elsewhere).unwrap();
            until("the room ends", || !node.places.has("lost")).await;
            assert_eq!(node.ledger().promised("lost"), 2, "and is not opened again");
        });
    }

    #[test]
    fn a_room_that_has_ended_is_opened_again_from_its_last_save() {
        on_a_lone_node(|node| async move {
            node.open("again").await.unwrap();
            until("the room is saved", || node.ledger().newest("again").is_some()).await;
            let epoch = || node.places.list().iter().find(|room| room.name == "again").map(|room| room.epoch);
            assert_eq!(epoch(), Some(1));
            // As a panic ends it of which no snapshot is left: it is not this node's wish.
            let door = node.places.door("again").unwrap();
            door.close(|| ()).await.unwrap();
            until("it is opened again", || epoch() > Some(1)).await;
        });
    }
}
