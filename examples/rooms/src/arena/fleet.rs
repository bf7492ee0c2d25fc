//! [`Fleet`]: which client flies which ship, and who has shot how many.

use std::collections::BTreeMap;

use ecs_core::{Component, Handle, Singleton};
use serde::{Deserialize, Serialize};

use super::Pilot;
use super::field::Body;
use super::ship::Ship;
use crate::game::ClientId;

#[derive(Singleton, Clone, Default, Serialize, Deserialize)]
pub struct Fleet {
    seats: BTreeMap<ClientId, Seat>,
}

/// What a client has. It is kept for one that is away, until somebody else needs its ship.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Seat {
    ship: Handle<Ship>,
    points: u32,
    is_here: bool,
}

impl Fleet {
    /// Gives each client a ship, if there is one left. The others fly by themselves.
    pub fn seat(&mut self, clients: &[ClientId]) {
        self.seats.values_mut().for_each(|seat| seat.is_here = false);
        for &client in clients {
            match self.seats.get_mut(&client) {
                Some(seat) => seat.is_here = true,
                None => {
                    let ship = self.free_ship();
                    self.seats.insert(client, Seat { ship, points: 0, is_here: true });
                }
            }
        }
        for (&client, seat) in &self.seats {
            if let Some(mut ship) = seat.ship.get_mut() {
                ship.pilot = seat.is_here.then_some(client);
            }
        }
    }

    /// A ship that is nobody's, or one of somebody who is away.
    fn free_ship(&mut self) -> Handle<Ship> {
        let taken: Vec<_> = self.seats.values().map(|seat| seat.ship.entity()).collect();
        let free = Ship::view().iter_with_entity().map(|(entity, _)| entity).find(|ship| !taken.contains(ship));
        if let Some(ship) = free {
            return ship.handle();
        }
        let away = self.seats.iter().find(|(_, seat)| !seat.is_here).map(|(&client, _)| client);
        away.and_then(|client| self.seats.remove(&client)).map_or(Handle::NULL, |seat| seat.ship)
    }

    pub fn ship_of(&self, client: ClientId) -> Handle<Ship> {
        self.seats.get(&client).map_or(Handle::NULL, |seat| seat.ship)
    }

    /// A new ship is there for a client.
    pub fn launched(&mut self, pilot: Option<ClientId>, ship: Handle<Ship>) {
        if let Some(seat) = pilot.and_then(|client| self.seats.get_mut(&client)) {
            seat.ship = ship;
            if !seat.is_here {
                ship.with(|ship| ship.pilot = None);
            }
        }
    }

    pub fn count(&mut self, by: Option<ClientId>) {
        if let Some(seat) = by.and_then(|client| self.seats.get_mut(&client)) {
            seat.points += 1;
        }
    }

    pub fn pilots(&self) -> Vec<Pilot> {
        let pilot = |(&client, seat): (&ClientId, &Seat)| {
            let body = seat.ship.entity().get::<Body>();
            Pilot { client, ship: body.map(|body| body.pos), points: seat.points }
        };
        self.seats.iter().map(pilot).collect()
    }
}
