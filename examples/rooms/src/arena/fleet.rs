//! [`Fleet`]: all ships by their numbers, which client flies which, and who has shot how many.

use std::collections::BTreeMap;

use ecs_core::{Handle, Singleton};
use serde::{Deserialize, Serialize};

use super::Pilot;
use super::field::{Body, Random};
use super::ship::Ship;
use crate::game::ClientId;

#[derive(Singleton, Clone, Default, Serialize, Deserialize)]
pub struct Fleet {
    ships: Vec<Handle<Ship>>,
    seats: BTreeMap<ClientId, Seat>,
}

/// What a client has. It is kept for one that is away, until somebody else needs its ship.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Seat {
    number: u32,
    points: u32,
    is_here: bool,
}

impl Fleet {
    /// Gives each client a ship, if there is one left. The others fly by themselves.
    pub fn seat(&mut self, clients: &[ClientId]) {
        self.seats.values_mut().for_each(|seat| seat.is_here = false);
        for &client in clients {
            if let Some(seat) = self.seats.get_mut(&client) {
                seat.is_here = true;
            } else if let Some(number) = self.free_number() {
                self.seats.insert(client, Seat { number, points: 0, is_here: true });
            }
        }
        for seat in self.seats.values() {
            self.ships[seat.number as usize].with(|ship| ship.is_flown = seat.is_here);
        }
    }

    /// A ship that is nobody's, or else that of somebody who is away.
    fn free_number(&mut self) -> Option<u32> {
        let is_taken = |number: &u32| self.seats.values().any(|seat| seat.number == *number);
        (0..self.ships.len() as u32).find(|number| !is_taken(number)).or_else(|| {
            let away = self.seats.iter().find(|(_, seat)| !seat.is_here).map(|(&client, _)| client);
            Some(self.seats.remove(&away?)?.number)
        })
    }

    /// Notes that a ship is there. Says whether a client flies it.
    pub fn launched(&mut self, number: u32, ship: Handle<Ship>) -> bool {
        let place = number as usize;
        if place >= self.ships.len() {
            self.ships.resize(place + 1, Handle::NULL);
        }
        self.ships[place] = ship;
        self.seats.values().any(|seat| seat.number == number && seat.is_here)
    }

    pub fn ship_of(&self, client: ClientId) -> Handle<Ship> {
        self.seats.get(&client).map_or(Handle::NULL, |seat| self.ships[seat.number as usize])
    }

    /// Any ship. It may be a wreck just now.
    pub fn anybody(&self, random: &mut Random) -> Handle<Ship> {
        let number = random.fraction() * self.ships.len() as f32;
        self.ships.get(number as usize).copied().unwrap_or_default()
    }

    /// Counts a point for whoever flies a ship.
    pub fn count_for(&mut self, ship: Handle<Ship>) {
        let ships = &self.ships;
        let mut seats = self.seats.values_mut();
        seats.find(|seat| ships[seat.number as usize] == ship).into_iter().for_each(|seat| seat.points += 1);
    }

    pub fn pilots(&self) -> Vec<Pilot> {
        let pilot = |(&client, seat): (&ClientId, &Seat)| {
            let body = self.ships[seat.number as usize].entity().get::<Body>();
            Pilot { client, ship: body.map(|body| body.pos), points: seat.points }
        };
        self.seats.iter().map(pilot).collect()
    }
}
