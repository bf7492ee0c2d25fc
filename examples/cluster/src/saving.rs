//! How a room is kept safe: it is saved more than once a second, and other nodes keep the save.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use ecs_core::Singleton;
use rooms::{Door, RoomError};
use tokio::time::sleep;

use crate::journal::{Journal, Safe};
use crate::ledger::{Promised, RoomSave};
use crate::messages::ToNode;
use crate::node::{Node, hash};
use crate::numbered::{Numbered, Saved};

/// So often a room is saved. The rest of the second is for the save to be safe.
const EVERY: Duration = Duration::from_millis(750);

/// So long a room waits for a node to keep its save. Then it takes another one.
const KEPT_WITHIN: Duration = Duration::from_millis(300);

/// Why a room is not saved any more.
enum Over {
    /// A higher epoch was promised, and no majority keeps its saves any more.
    Elsewhere(Promised),
    /// It has ended, or was put back behind its last safe save. Another node, or this one, opens it again.
    Ended,
}

/// How a room was saved until now.
struct Saver<'a> {
    room: &'a str,
    epoch: u64,
    door: &'a Door<Numbered>,
    /// What its last safe save has.
    safe: Safe,
    /// Those who did not answer are asked last.
    silent: HashSet<SocketAddr>,
}

impl Node {
    /// Keeps a room safe for as long as it is played here, and sees to it that it is played on.
    pub(crate) async fn keep_safe(self, room: String, epoch: u64, door: Door<Numbered>) {
        let over = self.save_until_over(&room, epoch, &door).await;
        // A room that moves away is not ours any more.
        if !self.end(&room, epoch).await {
            return;
        }
        if let Over::Elsewhere(Promised(higher)) = over {
            eprintln!("room {room} ends here: epoch {higher} of it was promised elsewhere");
        }
        // By then it is played elsewhere, if somebody has it.
        sleep(EVERY).await;
        // Whoever opens rooms is there for as long as the process is.
        _ = self.ended.send(room);
    }

    async fn save_until_over(&self, room: &str, epoch: u64, door: &Door<Numbered>) -> Over {
        let mut saver = Saver { room, epoch, door, safe: Safe::default(), silent: HashSet::new() };
        // The first one comes at once, and from the second on not all rooms at the same time.
        let mut pause = EVERY.mul_f64(hash(room) as f64 / u64::MAX as f64);
        loop {
            if let Err(over) = self.save(&mut saver).await {
                return over;
            }
            sleep(pause).await;
            pause = EVERY;
        }
    }

    /// Saves a room, if that can be done now.
    async fn save(&self, saver: &mut Saver<'_>) -> Result<(), Over> {
        let Saver { room, epoch, door, safe, silent } = saver;
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
            return Ok(());
        }
        let (Saved { frame, now, bytes }, took) = match saved {
            Ok((_, _, true)) | Err(RoomError::Ended(_)) => return Err(Over::Ended),
            Ok((Ok(saved), took, false)) => (saved, took),
            Ok((Err(error), _, false)) => {
                eprintln!("room {room} is not saved: {error}");
                return Ok(());
            }
            // It was put back while it was asked.
            Err(_) => return Ok(()),
        };
        self.places.note_save(room, (bytes.len(), took.as_micros() as u64));
        let save = RoomSave { room: room.to_string(), epoch: *epoch, frame, host: self.me, bytes };
        if self.keep_by_a_majority(save, silent).await.map_err(Over::Elsewhere)? {
            *safe = now.clone();
            // If it has ended since, the next save says so.
            _ = door.ask(move || Journal::borrow_mut().set_safe(now)).await;
        }
        Ok(())
    }

    /// Has a save kept by a majority of the nodes. Says whether it is, or that it cannot be, because a higher
    /// epoch was promised. If only some have promised one, nobody else has the room.
    async fn keep_by_a_majority(
        &self,
        save: RoomSave,
        silent: &mut HashSet<SocketAddr>,
    ) -> Result<bool, Promised> {
        let mut missing = self.members().len() / 2 + 1;
        let mut others = self.others_for(&save.room);
        others.sort_by_key(|(addr, _)| silent.contains(addr));
        let own = self.ledger().keep(save.clone());
        missing -= usize::from(own.is_ok());
        let mut refused = own.err();
        for (addr, other) in others {
            if missing == 0 {
                break;
            }
            let save = save.clone();
            let Ok(kept) = other.ask(KEPT_WITHIN, |reply| ToNode::Keep { save, reply }).await else {
                silent.insert(addr);
                continue;
            };
            silent.remove(&addr);
            match kept {
                Ok(()) => missing -= 1,
                Err(promised) => refused = refused.max(Some(promised)),
            }
        }
        match refused {
            Some(promised) if missing > 0 => Err(promised),
            _ => Ok(missing == 0),
        }
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
    fn a_room_that_was_promised_elsewhere_ends_and_is_opened_again_if_nobody_plays_it() {
        on_a_lone_node(|node| async move {
            node.open("lost").await.unwrap();
            let elsewhere = ([127, 0, 0, 1], 1).into();
            node.ledger().promise("lost", 2, elsewhere).unwrap();
            until("the room ends", || !node.places.has("lost")).await;
            until("it is opened again", || node.places.has("lost")).await;
            assert_eq!(node.ledger().promised("lost"), 3);
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
