//! How a node starts, and what it does until it ends.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use rooms::{Host, Settings};
use tellus::ActorSystem;
use tellus::cluster::downing::KeepMajority;
use tellus::cluster::failure::{Deadline, DeadlineFailureDetector};
use tellus::cluster::transport::QuicTransport;
use tellus::cluster::{self, EndpointConfig, Lifecycle};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::gate;
use crate::lines::{Answer, Command, LONGEST, lines, read, write};
use crate::messages::{MoveError, ToRoom, node_key};
use crate::node::{Node, node_at, room_at};
use crate::numbered::Numbered;
use crate::room::ORDERS_WAITING;

/// So long a room may take to move.
const MOVES_WITHIN: Duration = Duration::from_secs(20);

/// One node of a cluster that plays rooms. It takes commands on its standard input, one JSON value a line,
/// such as "Rooms" or {"Move":{"room":"red","to":"127.0.0.1:4000"}}, and ends when that is closed.
#[derive(Parser)]
pub struct Options {
    /// Where other nodes reach it. Port 0 is one that is free.
    #[arg(long, default_value = "127.0.0.1:0")]
    pub cluster: SocketAddr,
    /// Where clients reach it.
    #[arg(long, default_value = "127.0.0.1:0")]
    pub gate: SocketAddr,
    /// Nodes that are there already. Without any, it begins a cluster.
    #[arg(long)]
    pub join: Vec<SocketAddr>,
    /// How many objects a new room has.
    #[arg(long, default_value_t = 1000)]
    pub objects: usize,
    /// How many threads play rooms.
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// A node that says nothing for so many seconds is given up, and its rooms are opened by others.
    #[arg(long, default_value_t = 4.0)]
    pub patience: f32,
}

type AnyError = Box<dyn Error + Send + Sync>;

/// Runs a node until its standard input is closed, or the others have given it up.
///
/// # Errors
///
/// If it cannot listen, or cannot become a member; and when the others have given it up.
pub async fn run(options: Options) -> Result<(), AnyError> {
    let gate = TcpListener::bind(options.gate).await?;
    let node = become_member(&options).await?;
    let mut out = tokio::io::stdout();
    write(&mut out, &Answer::Started { cluster: node.me, gate: gate.local_addr()? }).await?;
    tokio::spawn(gate::open(gate, node.clone()));
    tokio::select! {
        result = take_commands(&node, &mut out) => result,
        () = given_up(&node) => Err("the other nodes have given this one up: start it anew".into()),
    }
}

/// Makes this process a member of the cluster, which opens rooms when it is asked for them.
pub(crate) async fn become_member(options: &Options) -> Result<Node, AnyError> {
    let me = start_cluster(options)?;
    let settings =
        Settings { threads: options.threads, orders_waiting: ORDERS_WAITING, ..Settings::default() };
    let host = Host::<Numbered>::start(settings)?;
    let (ended, orphans) = mpsc::unbounded_channel();
    let node = Node::new(me, options.objects, host, cluster::cluster_state()?, ended);
    // It runs for as long as the process does.
    let actor = ActorSystem::new(node.clone());
    cluster::register(&node_key(), actor.root())?;
    match options.join.as_slice() {
        [] => cluster::form()?,
        seeds => cluster::join(seeds).await?,
    }
    tokio::spawn(node.clone().open_orphans(orphans));
    Ok(node)
}

/// Begins to listen for other nodes.
fn start_cluster(options: &Options) -> Result<SocketAddr, AnyError> {
    if !options.cluster.ip().is_loopback() {
        return Err(
            "between machines nodes must know each other: give `QuicTransport::mutual_tls` certificates"
                .into(),
        );
    }
    let transport = QuicTransport::dev(options.cluster)?;
    let me = transport.local_addr()?;
    let mut config = EndpointConfig::new(me);
    let patience = Duration::from_secs_f32(options.patience);
    config.heartbeat_interval = patience / 16;
    config.watch_refresh_interval = patience / 8;
    // Three quarters until it is noticed, and one in which it may come back.
    let deadline = Deadline::new(patience * 3 / 4)?;
    config.failure_detector = Arc::new(move || Box::new(DeadlineFailureDetector::new(deadline)));
    config.downing_provider = Arc::new(move || Box::new(KeepMajority::new(patience / 4)));
    // A room of a hundred thousand objects has a save of some megabytes.
    config.max_frame_size = const { std::num::NonZeroUsize::new(64 << 20).unwrap() };
    cluster::start_endpoint(config, transport)?;
    Ok(me)
}

/// Waits until the others have given this node up.
async fn given_up(node: &Node) {
    let mut state = node.cluster.clone();
    while !matches!(cluster::lifecycle(), Ok(Lifecycle::Downed)) {
        // The sender is there for as long as the process is.
        _ = state.changed().await;
    }
}

async fn take_commands(node: &Node, out: &mut tokio::io::Stdout) -> Result<(), AnyError> {
    let mut commands = lines(tokio::io::stdin(), LONGEST);
    loop {
        let answer = match read(&mut commands).await {
            Ok(None) => return Ok(()),
            Ok(Some(Command::Leave)) => {
                node.move_all_away().await;
                cluster::leave().await?;
                return Ok(());
            }
            Ok(Some(command)) => obey(node, command).await,
            Err(error) => Answer::NotUnderstood(error.to_string()),
        };
        write(out, &answer).await?;
    }
}

async fn obey(node: &Node, command: Command) -> Answer {
    match command {
        Command::Nodes => {
            Answer::Nodes(node.members().into_iter().filter(|&at| node_at(at).is_some()).collect())
        }
        Command::Rooms => Answer::Rooms(node.places.list()),
        Command::Find(room) => {
            Answer::Found(node.members().into_iter().find(|&at| room_at(&room, at).is_some()))
        }
        Command::Open(room) => Answer::Opened(node.find_or_open(&room).await.map(|_| ())),
        Command::Move { room, to } => {
            let found = node.members().into_iter().find_map(|at| room_at(&room, at));
            let Some(found) = found else { return Answer::Moved(Err(MoveError::NoSuchRoom)) };
            let moved = found.ask(MOVES_WITHIN, |reply| ToRoom::Move { to, reply }).await;
            Answer::Moved(moved.unwrap_or(Err(MoveError::NoSuchRoom)))
        }
        Command::Leave => unreachable!("whoever takes commands does that"),
    }
}
