//! The gate of a node: clients come in here. Each gets a seat, which finds its room wherever that is played,
//! and finds it again when it has moved.

use std::convert::Infallible;
use std::io;
use std::time::Duration;

use rooms::ClientId;
use tellus::cluster::receptionist;
use tellus::{Actor, ActorContext, ActorRef, ActorSystem, Control, Incoming, Untimed};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::lines::{FromClient, LONGEST_FROM_CLIENT, Lines, ToClient, lines, read, write};
use crate::messages::{OpenError, ToRoom, ToSeat, room_key};
use crate::node::Node;
use crate::opening::TRIES_AGAIN_AFTER;

/// So often a seat that hears nothing of its room says so, and looks for it.
const LOOKS: Duration = Duration::from_millis(250);

/// So many views wait for a client. One that is slower loses some.
const VIEWS_WAITING: usize = 4;

/// Lets clients in, until the process ends.
pub(crate) async fn open(gate: TcpListener, node: Node) {
    loop {
        match gate.accept().await {
            Ok((stream, _)) => {
                let node = node.clone();
                // A client that goes, or talks nonsense, is nobody's affair.
                tokio::spawn(async move { _ = serve(stream, node).await });
            }
            // Too many are connected.
            Err(_) => sleep(LOOKS).await,
        }
    }
}

async fn serve(mut stream: TcpStream, node: Node) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let (from, mut to) = stream.split();
    let mut from = lines(from, LONGEST_FROM_CLIENT);
    let Some(FromClient::Enter { room, client }) = read(&mut from).await? else { return Ok(()) };
    let (tell, told) = mpsc::channel(VIEWS_WAITING);
    let seat = ActorSystem::new(Seat { told: tell });
    let serving = Serving { node, room, client, seat: seat.root().clone(), told };
    let result = serving.run(&mut from, &mut to).await;
    // The room hears of it.
    seat.stop();
    result
}

/// A client that is connected here.
struct Serving {
    node: Node,
    room: String,
    client: ClientId,
    seat: ActorRef<ToSeat>,
    told: mpsc::Receiver<ToSeat>,
}

impl Serving {
    async fn run(
        mut self,
        from: &mut Lines<impl AsyncRead + Unpin>,
        to: &mut (impl AsyncWrite + Unpin),
    ) -> io::Result<()> {
        let mut found = receptionist::subscribe(&room_key(&self.room)).map_err(io::Error::other)?;
        // Where the room is played. While it moves there may be two: the old one says nothing any more.
        let mut rooms = Vec::new();
        let mut epoch = 0;
        let mut is_silent = true;
        // The room is nowhere, and this has it opened; and why it was not.
        let mut opening = JoinSet::<Option<OpenError>>::new();
        let mut trouble = None;
        let mut looks = interval(LOOKS);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = found.changed() => {
                    rooms = found.current().map_err(io::Error::other)?;
                    self.sit(&rooms);
                }
                said = read(from) => match said? {
                    Some(FromClient::Orders { forgotten, first, orders }) => {
                        for room in &rooms {
                            let (client, orders) = (self.client, orders.clone());
                            room.tell(ToRoom::Orders { client, forgotten, first, orders });
                        }
                    }
                    Some(FromClient::Enter { .. }) | None => return Ok(()),
                },
                Some(told) = self.told.recv() => match told {
                    // A room that was opened elsewhere since is not shown.
                    ToSeat::View(view) if view.epoch < epoch => {}
                    ToSeat::View(view) => {
                        (epoch, is_silent, trouble) = (view.epoch, false, None);
                        write(to, &ToClient::View(view)).await?;
                    }
                    ToSeat::LetGo => return write(to, &ToClient::LetGo).await,
                },
                Some(Ok(failed)) = opening.join_next() => trouble = failed,
                _ = looks.tick() => {
                    if is_silent {
                        rooms = found.current().map_err(io::Error::other)?;
                        // That it sits down may have been lost on its way.
                        self.sit(&rooms);
                        if rooms.is_empty() && opening.is_empty() {
                            opening.spawn(have_it_opened(self.node.clone(), self.room.clone()));
                        }
                        write(to, &ToClient::Wait(trouble.clone())).await?;
                    }
                    is_silent = true;
                }
            }
        }
    }

    fn sit(&self, rooms: &[ActorRef<ToRoom>]) {
        for room in rooms {
            room.tell(ToRoom::Sit { client: self.client, seat: self.seat.clone() });
        }
    }
}

/// Has a room opened that is nowhere, or says why not.
async fn have_it_opened(node: Node, room: String) -> Option<OpenError> {
    let error = node.find_or_open(&room).await.err()?;
    sleep(TRIES_AGAIN_AFTER).await;
    Some(error)
}

/// The actor to which a room tells what its client should know.
struct Seat {
    told: mpsc::Sender<ToSeat>,
}

impl Actor for Seat {
    type Message = ToSeat;
    type Timers = Untimed;
    type State = ();
    type Error = Infallible;

    fn init(&self, _: &ActorContext<ToSeat>) -> Result<(), Infallible> {
        Ok(())
    }

    fn receive(
        &self,
        _: &ActorContext<ToSeat>,
        incoming: Incoming<ToSeat>,
        (): (),
    ) -> Result<Control<()>, Infallible> {
        if let Incoming::Message(told) = incoming {
            // A client that is slow loses views.
            _ = self.told.try_send(told);
        }
        Ok(Control::Continue(()))
    }
}
