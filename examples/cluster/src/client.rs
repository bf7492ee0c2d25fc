//! [`Client`]: one who plays in a room of the cluster, and plays on whatever happens to the nodes.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use rooms::ClientId;
use rooms::arena::Order;
use tokio::io::AsyncWrite;
use tokio::net::TcpStream;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, sleep_until, timeout};

use crate::lines::{FromClient, LONGEST, ToClient, lines, read, write};
use crate::messages::{OpenError, View};

/// A node that says nothing for so long is given up, for another one.
const SILENCE: Duration = Duration::from_secs(2);

/// Orders that nobody has heard for so long are sent once more.
const AGAIN: Duration = Duration::from_millis(250);

/// So many orders a client keeps until they are safe. Then it waits.
const ORDERS_KEPT: usize = 200;

/// One who plays in a room of the cluster, by TCP. When its node is gone it goes to the next one, asks for
/// the room by its name, and sends again what is not safe. Dropping it leaves the room.
pub struct Client {
    orders: mpsc::Sender<Order>,
    seen: watch::Receiver<Seen>,
}

/// What a client has seen.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The last view of the room.
    pub view: Option<View>,
    /// How many orders it has given.
    pub ordered: u64,
    /// How often it has connected to a node.
    pub connections: u32,
    /// The gate at which it has come in last.
    pub gate: Option<SocketAddr>,
    /// Why the room is not to be seen just now, if that is known.
    pub trouble: Option<OpenError>,
    /// The room has panicked several times at what it ordered: it plays no more.
    pub is_let_go: bool,
}

impl Client {
    /// Plays in a room. The gates are those of all nodes; it begins with the first.
    #[must_use]
    pub fn enter(room: &str, id: ClientId, gates: Vec<SocketAddr>) -> Self {
        let (orders, given) = mpsc::channel(1);
        let (show, seen) = watch::channel(Seen::default());
        let room = room.to_owned();
        tokio::spawn(Playing { room, id, given, show, kept: VecDeque::new(), forgotten: 0 }.run(gates));
        Self { orders, seen }
    }

    /// Orders something. It waits while too many orders are not safe.
    pub async fn order(&self, order: Order) {
        // The task is there for as long as the client is.
        _ = self.orders.send(order).await;
    }

    /// What it sees.
    #[must_use]
    pub fn sees(&self) -> watch::Receiver<Seen> {
        self.seen.clone()
    }
}

struct Playing {
    room: String,
    id: ClientId,
    given: mpsc::Receiver<Order>,
    show: watch::Sender<Seen>,
    /// The orders that are not safe.
    kept: VecDeque<Order>,
    /// The number of the last order before them.
    forgotten: u64,
}

impl Playing {
    async fn run(mut self, gates: Vec<SocketAddr>) {
        for gate in gates.into_iter().cycle() {
            let connected = timeout(SILENCE, TcpStream::connect(gate)).await;
            if let Ok(Ok(stream)) = connected {
                self.show.send_modify(|seen| {
                    seen.connections += 1;
                    seen.gate = Some(gate);
                });
                // However it ends, another gate may know better.
                if let Ok(()) = self.play(stream).await {
                    return;
                }
            }
            if self.given.is_closed() {
                return;
            }
            sleep(AGAIN).await;
        }
    }

    /// Plays by one connection, until that fails, or the client leaves.
    async fn play(&mut self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        let (from, mut to) = stream.split();
        let mut from = lines(from, LONGEST);
        write(&mut to, &FromClient::Enter { room: self.room.clone(), client: self.id }).await?;
        // The epoch of the room, and the last order it has heard. It is unknown at first.
        let mut known: Option<(u64, u64)> = None;
        let mut has_heard = false;
        let mut heard_until = Instant::now() + SILENCE;
        let mut again = interval(AGAIN);
        again.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                order = self.given.recv(), if self.kept.len() < ORDERS_KEPT => {
                    let Some(order) = order else { return Ok(()) };
                    self.kept.push_back(order);
                    self.show.send_modify(|seen| seen.ordered += 1);
                    if known.is_some() {
                        self.send(&mut to, self.forgotten + self.kept.len() as u64 - 1).await?;
                    }
                }
                said = read(&mut from) => {
                    heard_until = Instant::now() + SILENCE;
                    match said? {
                        Some(ToClient::View(view)) => {
                            let (epoch, last) = (view.epoch, view.heard.last);
                            let is_new = known.is_none_or(|(before, _)| epoch > before);
                            has_heard |= known.is_none_or(|(_, before)| last > before);
                            known = Some((epoch, last));
                            self.see(view);
                            if is_new {
                                self.send(&mut to, last).await?;
                            }
                        }
                        Some(ToClient::LetGo) => {
                            self.show.send_modify(|seen| seen.is_let_go = true);
                            return Ok(());
                        }
                        Some(ToClient::Wait(trouble)) => self.show.send_modify(|seen| seen.trouble = trouble),
                        None => return Err(io::ErrorKind::UnexpectedEof.into()),
                    }
                }
                _ = again.tick() => {
                    if let Some((_, last)) = known.filter(|_| !has_heard) {
                        self.send(&mut to, last).await?;
                    }
                    has_heard = false;
                }
                () = sleep_until(heard_until) => return Err(io::ErrorKind::TimedOut.into()),
            }
        }
    }

    /// Forgets what is safe, and shows what is to be seen. A room that is older than what was seen before is
    /// not shown: it is played elsewhere.
    fn see(&mut self, view: View) {
        let is_older = |before: &View| before.epoch > view.epoch;
        if self.show.borrow().view.as_ref().is_some_and(is_older) {
            return;
        }
        let safe = view.safe.saturating_sub(self.forgotten);
        self.kept.drain(..(safe as usize).min(self.kept.len()));
        self.forgotten = self.forgotten.max(view.safe);
        self.show.send_modify(|seen| (seen.view, seen.trouble) = (Some(view), None));
    }

    /// Sends the orders after that of a number.
    async fn send(&self, to: &mut (impl AsyncWrite + Unpin), after: u64) -> io::Result<()> {
        let after = after.max(self.forgotten);
        let orders: Vec<_> = self.kept.iter().skip((after - self.forgotten) as usize).copied().collect();
        if orders.is_empty() {
            return Ok(());
        }
        write(to, &FromClient::Orders { forgotten: self.forgotten, first: after + 1, orders }).await
    }
}
