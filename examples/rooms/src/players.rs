//! What the clients of this program do: each steers a ship by the states that it gets.

use core::fmt;

use rooms::arena::{Order, SIZE, State};
use rooms::{Arena, Client, News, Notice, OrderError};

/// A faulty client sends what makes a hook panic, once in so many states: about once a second.
const FAULTS: u64 = 20;

/// What clients have seen, all together.
#[derive(Clone, Copy, Default)]
pub struct Played {
    states: u64,
    missed: u64,
    orders: u64,
    refused: u64,
    put_back: u64,
    blamed: u64,
}

impl Played {
    /// Of both together.
    pub fn and(self, other: Self) -> Self {
        Self {
            states: self.states + other.states,
            missed: self.missed + other.missed,
            orders: self.orders + other.orders,
            refused: self.refused + other.refused,
            put_back: self.put_back + other.put_back,
            blamed: self.blamed + other.blamed,
        }
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { states, missed, orders, refused, put_back, blamed } = self;
        write!(f, "clients   {states} states, {missed} missed; {orders} orders, {refused} refused")?;
        if *put_back > 0 {
            write!(f, "; put back {put_back} times, {blamed} of them blamed")?;
        }
        Ok(())
    }
}

/// Plays until the room ends, or lets the client go.
pub async fn play(mut client: Client<Arena>, is_faulty: bool) -> Played {
    let mut played = Played::default();
    while let Some(news) = client.next().await {
        match news {
            News::State { state, .. } => {
                played.states += 1;
                let order = if is_faulty && played.states % FAULTS == 0 {
                    Some(Order::Jump([0.0, 9.0 * SIZE]))
                } else {
                    steer(&client, &state, played.states)
                };
                if let Some(order) = order {
                    played.orders += 1;
                    played.refused += u64::from(matches!(client.try_order(order), Err(OrderError::Full(_))));
                }
            }
            News::Missed(count) => played.missed += count,
            News::Notice(Notice::Restored(restored)) => {
                played.put_back += 1;
                played.blamed += u64::from(restored.is_yours);
            }
            News::Notice(_) => {}
        }
    }
    played
}

/// Flies to the nearest ship, and fires now and then.
fn steer(client: &Client<Arena>, state: &State, turn: u64) -> Option<Order> {
    let me = state.pilots.iter().find(|pilot| pilot.client == client.id())?.ship?;
    if turn.is_multiple_of(4) {
        return Some(Order::Fire);
    }
    let to = |other: &[f32; 2]| [other[0] - me[0], other[1] - me[1]];
    let far = |[x, y]: [f32; 2]| x * x + y * y;
    let others = state.ships.iter().map(to).filter(|&way| far(way) > 1.0);
    let nearest = others.min_by(|a, b| far(*a).total_cmp(&far(*b)))?;
    let length = far(nearest).sqrt();
    Some(Order::Fly(nearest.map(|part| part / length)))
}
