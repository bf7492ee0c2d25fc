//! [`Room`]: the actor of a room. Seats of clients, at whatever node they are, talk to it.

use std::collections::HashMap;
use std::convert::Infallible;
use std::num::NonZeroUsize;

use rooms::arena::Order;
use rooms::{Client, ClientId, Door, News, Notice, Restored};
use tellus::{Actor, ActorContext, ActorRef, Control, Incoming, Untimed};
use tokio::sync::mpsc;

use crate::messages::{ToRoom, ToSeat, View};
use crate::node::Node;
use crate::numbered::{Numbered, NumberedOrder, NumberedState};

/// So many messages may wait for a room's actor. Others are lost, and come again.
pub(crate) const MESSAGES_WAITING: NonZeroUsize = NonZeroUsize::new(4096).unwrap();

/// So many orders of a client may wait for its room. Others come again.
pub(crate) const ORDERS_WAITING: usize = 256;

/// The actor of a room that is played here.
#[derive(Clone)]
pub(crate) struct Room {
    node: Node,
    name: String,
    epoch: u64,
    door: Door<Numbered>,
}

/// The seats of the clients, and the way for what each orders.
pub(crate) type Seats = HashMap<ClientId, (ActorRef<ToSeat>, mpsc::Sender<NumberedOrder>)>;

impl Room {
    pub(crate) fn new(node: Node, name: &str, epoch: u64, door: Door<Numbered>) -> Self {
        Self { node, name: name.to_owned(), epoch, door }
    }

    fn sit(
        &self,
        context: &ActorContext<ToRoom>,
        seats: &mut Seats,
        client: ClientId,
        seat: ActorRef<ToSeat>,
    ) {
        if self.node.strikes.are_too_many(&self.name, client) {
            seat.tell(ToSeat::LetGo);
            return;
        }
        if let Some((before, orders)) = seats.get(&client) {
            if *before == seat && !orders.is_closed() {
                return;
            }
            context.unwatch(before);
        }
        // A room that has ended is opened again, and then the seat comes again.
        if let Ok(playing) = self.door.connect(client) {
            context.watch(&seat);
            let (orders, ordered) = mpsc::channel(ORDERS_WAITING);
            tokio::spawn(self.clone().play(playing, ordered, seat.clone()));
            seats.insert(client, (seat, orders));
        }
    }

    /// Sends a client's orders into the room, and what happens there to its seat.
    async fn play(
        self,
        mut client: Client<Numbered>,
        mut ordered: mpsc::Receiver<NumberedOrder>,
        seat: ActorRef<ToSeat>,
    ) {
        let id = client.id();
        loop {
            tokio::select! {
                order = ordered.recv() => match order {
                    // What finds no place comes again.
                    Some(order) => _ = client.try_order(order),
                    None => return,
                },
                news = client.next() => match news {
                    Some(News::State { state, .. }) => seat.tell(ToSeat::View(self.view(&state, id))),
                    Some(News::Notice(Notice::Restored(Restored { is_yours: true, .. }))) => {
                        if self.node.strikes.count(&self.name, id) {
                            return seat.tell(ToSeat::LetGo);
                        }
                    }
                    Some(_) => {}
                    None => return,
                },
            }
        }
    }

    fn view(&self, state: &NumberedState, client: ClientId) -> View {
        let (heard, safe) = state.clients.get(&client).copied().unwrap_or_default();
        let (opened_at, frame, arena) = (state.opened_at, state.frame, state.arena.clone());
        View { epoch: self.epoch, opened_at, frame, heard, safe, arena }
    }
}

impl Actor for Room {
    type Message = ToRoom;
    type Timers = Untimed;
    type State = Seats;
    type Error = Infallible;

    fn init(&self, _: &ActorContext<ToRoom>) -> Result<Seats, Infallible> {
        Ok(Seats::new())
    }

    fn receive(
        &self,
        context: &ActorContext<ToRoom>,
        incoming: Incoming<ToRoom>,
        mut seats: Seats,
    ) -> Result<Control<Seats>, Infallible> {
        match incoming {
            Incoming::Message(ToRoom::Sit { client, seat }) => self.sit(context, &mut seats, client, seat),
            Incoming::Message(ToRoom::Orders { client, forgotten, first, orders }) => {
                if let Some((_, way)) = seats.get(&client) {
                    send(way, forgotten, first, orders);
                }
            }
            Incoming::Message(ToRoom::Move { to, reply }) => {
                let (node, name) = (self.node.clone(), self.name.clone());
                tokio::spawn(async move { reply.reply(node.move_away(&name, to).await) });
            }
            // The client is gone, or its node.
            Incoming::Terminated(gone) => seats.retain(|_, (seat, _)| seat.actor_id() != gone),
        }
        Ok(Control::Continue(seats))
    }
}

fn send(way: &mpsc::Sender<NumberedOrder>, forgotten: u64, first: u64, orders: Vec<Order>) {
    for (number, order) in (first..).zip(orders) {
        // What finds no place comes again.
        if way.try_send(NumberedOrder { number, forgotten, order }).is_err() {
            return;
        }
    }
}
