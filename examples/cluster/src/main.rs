//! Starts three nodes on this machine, plays in many rooms, moves some of them, kills a node, and prints what
//! that has cost and how long it took: `cargo run --release -p cluster`.

use std::error::Error;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use clap::Parser;
use cluster::{Client, LocalNode};
use rooms::ClientId;
use rooms::arena::Order;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// Starts three nodes, plays, moves rooms, kills a node, and prints what that has cost and how long it took.
#[derive(Parser)]
struct Options {
    #[arg(long, default_value_t = 60)]
    rooms: usize,
    #[arg(long, default_value_t = 1000)]
    objects: usize,
    #[arg(long, default_value_t = 20)]
    moves: usize,
    /// A node that says nothing for so many seconds is given up.
    #[arg(long, default_value_t = 4.0)]
    patience: f32,
}

type AnyError = Box<dyn Error + Send + Sync>;

/// Nothing here takes longer.
const WITHIN: Duration = Duration::from_secs(60);

/// So long the nodes' processor time is taken.
const MEASURED: Duration = Duration::from_secs(10);

impl Options {
    async fn start(&self, join: &[SocketAddr]) -> Result<LocalNode, AnyError> {
        // It lies beside this one.
        let mut program = std::env::current_exe()?;
        program.set_file_name(format!("node{}", std::env::consts::EXE_SUFFIX));
        let (objects, patience) =
            (format!("--objects={}", self.objects), format!("--patience={}", self.patience));
        Ok(LocalNode::start(&program, join, &[&objects, &patience]).await?)
    }

    fn names(&self) -> Vec<String> {
        (0..self.rooms).map(|n| format!("room {n}")).collect()
    }
}

#[tokio::main]
async fn main() -> Result<(), AnyError> {
    let options = Options::parse();
    let names = options.names();

    // One node has nobody who keeps its saves: it makes them, and that is all.
    let mut alone = options.start(&[]).await?;
    open_all(&mut alone, &names).await?;
    let lone = processor(&[&alone]).await;
    let saved = alone.rooms().await?;
    let mut sizes: Vec<_> = saved.iter().map(|room| room.bytes as u64).collect();
    let mut times: Vec<_> = saved.iter().map(|room| room.saved_in).collect();
    println!("{} rooms of {} objects", options.rooms, options.objects);
    println!("bytes of a save: {}", spread(&mut sizes));
    println!("the frame of its room waits for it: {} us", spread(&mut times));
    alone.kill().await?;

    let mut a = options.start(&[]).await?;
    let mut b = options.start(&[a.cluster]).await?;
    let c = options.start(&[a.cluster]).await?;
    while a.nodes().await?.len() < 3 || b.nodes().await?.len() < 3 {
        sleep(Duration::from_millis(10)).await;
    }
    open_all(&mut a, &names).await?;
    let three = processor(&[&a, &b, &c]).await;
    if let (Some(lone), Some(three)) = (lone, three) {
        println!("processor time a second: {lone:.0?} on one node that keeps nothing, {three:.0?} on three");
    }

    let gates = vec![a.gate, b.gate, c.gate];
    move_some(&options, &mut a, [b.cluster, c.cluster], &gates).await?;
    kill_one(&names, a, b, c, gates).await
}

/// Opens all rooms.
async fn open_all(node: &mut LocalNode, names: &[String]) -> Result<(), AnyError> {
    for name in names {
        timeout(WITHIN, async {
            while let Err(error) = node.open(name).await? {
                println!("{name}: {error}");
                sleep(Duration::from_millis(100)).await;
            }
            Ok::<(), AnyError>(())
        })
        .await??;
    }
    // Each was saved a few times.
    sleep(Duration::from_secs(3)).await;
    Ok(())
}

/// How long processors work for nodes in a second.
async fn processor(nodes: &[&LocalNode]) -> Option<Duration> {
    let all = || nodes.iter().map(|node| node.processor_time()).sum::<Option<Duration>>();
    let before = all()?;
    sleep(MEASURED).await;
    Some((all()? - before).div_f64(MEASURED.as_secs_f64()))
}

/// Moves a room to and fro while its client plays.
async fn move_some(
    options: &Options,
    node: &mut LocalNode,
    between: [SocketAddr; 2],
    gates: &[SocketAddr],
) -> Result<(), AnyError> {
    let client = Client::enter("room 0", ClientId(1), gates.to_vec());
    let mut seen = client.sees();
    timeout(WITHIN, seen.wait_for(|seen| seen.view.is_some())).await??;
    tokio::spawn(async move {
        loop {
            client.order(Order::Fire).await;
            sleep(Duration::from_millis(50)).await;
        }
    });
    let (mut answers, mut gaps) = (Vec::new(), Vec::new());
    for _ in 0..options.moves {
        let [one, other] = between;
        let to = if node.find("room 0").await? == Some(one) { other } else { one };
        let watching = tokio::spawn(longest_gap(seen.clone()));
        let begun = Instant::now();
        node.move_room("room 0", to).await??;
        answers.push(begun.elapsed().as_micros() as u64);
        gaps.push(watching.await?.as_micros() as u64);
    }
    println!("a move: answered after {} us", spread(&mut answers));
    println!("  its client sees nothing new for {} us", spread(&mut gaps));
    println!("  it has connected {} times", seen.borrow().connections);
    Ok(())
}

/// The longest time between two views, until the room was opened again and half a second has passed.
async fn longest_gap(mut seen: tokio::sync::watch::Receiver<cluster::Seen>) -> Duration {
    let epoch = |seen: &cluster::Seen| seen.view.as_ref().map_or(0, |view| view.epoch);
    let before = epoch(&seen.borrow_and_update());
    let (begun, mut last, mut longest) = (Instant::now(), Instant::now(), Duration::ZERO);
    while seen.changed().await.is_ok() {
        longest = longest.max(last.elapsed());
        last = Instant::now();
        let has_moved = epoch(&seen.borrow_and_update()) > before;
        if has_moved && begun.elapsed() > Duration::from_millis(500) {
            break;
        }
    }
    longest
}

/// Kills a node, and waits until all of its rooms are seen again.
async fn kill_one(
    names: &[String],
    mut a: LocalNode,
    mut b: LocalNode,
    c: LocalNode,
    mut gates: Vec<SocketAddr>,
) -> Result<(), AnyError> {
    let theirs: Vec<_> = b.rooms().await?.into_iter().map(|room| room.name).collect();
    // Its clients are connected to the others: what is measured is the rooms' way, not theirs.
    gates.remove(1);
    let mut waiting = JoinSet::new();
    let mut clients = Vec::new();
    for room in &theirs {
        let client = Client::enter(room, ClientId(2), gates.clone());
        timeout(WITHIN, client.sees().wait_for(|seen| seen.view.is_some())).await??;
        clients.push(client);
    }
    // Each save is as old as it happens to be.
    if let Some(with) = processor(&[&a, &b, &c]).await {
        println!("processor time a second: {with:.0?} on three, with {} clients", clients.len() + 1);
    }
    let seen: Vec<_> = clients.iter().map(Client::sees).collect();
    let begun = Instant::now();
    b.kill().await?;
    for mut seen in seen {
        waiting.spawn(async move {
            let mut before = seen.borrow_and_update().view.clone().expect("it was seen");
            loop {
                seen.changed().await.expect("the client is there");
                let view = seen.borrow_and_update().view.clone().expect("it was seen");
                if view.epoch > before.epoch {
                    return (begun.elapsed(), before.frame.saturating_sub(view.opened_at));
                }
                before = view;
            }
        });
    }
    let back = timeout(WITHIN, waiting.join_all()).await?;
    let mut times: Vec<_> = back.iter().map(|(time, _)| time.as_millis() as u64).collect();
    let mut lost: Vec<_> = back.iter().map(|(_, lost)| *lost).collect();
    println!("a node with {} of {} rooms is killed", theirs.len(), names.len());
    println!("  they are seen again after {} ms", spread(&mut times));
    println!("  frames lost: {}", spread(&mut lost));
    println!("  rooms on this node now: {}", a.rooms().await?.len());
    Ok(())
}

/// The least, the median and the most.
fn spread(values: &mut [u64]) -> String {
    values.sort_unstable();
    match &*values {
        [] => "-".to_owned(),
        [least, .., most] => format!("{} (from {least} to {most})", values[values.len() / 2]),
        [only] => only.to_string(),
    }
}
