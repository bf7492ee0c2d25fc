//! Starts the two players, brings to the one what the other says, and compares how it was.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, BufReader};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use ecs_core::{Singleton, SnapshotError, Snapshots, World, update_all};

use crate::game::{self, Inputs, PLAYERS};
use crate::hands::Hands;
use crate::picture::picture;
use crate::wire::{self, FromPlayer, Report, ToPlayer};
use crate::{INPUT_DELAY, KEPT, Options};

/// Plays a duel, and prints how it was. It is an error if the two players have not seen the same game.
pub fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let (sender, said) = mpsc::channel();
    let players = [Process::start(0, sender.clone())?, Process::start(1, sender)?];
    let time = Duration::from_secs(1) / options.fps * options.frames;
    let reports = referee(players, &said, Instant::now() + 4 * time + Duration::from_secs(30))?;
    let (alone, picture) = alone(options)?;
    print!("{picture}");
    print_reports(options, &reports);
    let agree = |frame: usize| reports.values().all(|report| report.hashes.get(frame) == alone.get(frame));
    if let Some(frame) = (0..alone.len()).find(|&frame| !agree(frame)) {
        return Err(format!("red, blue and one machine alone differ from frame {frame} on").into());
    }
    println!("red, blue and one machine alone have the same hash in all {} frames,", alone.len());
    println!("in the last one {:016x}", alone[alone.len() - 1]);
    Ok(())
}

/// The hash of each frame of the same game on one machine, which has both players and never goes back, and
/// what is to be seen in the end.
pub fn alone(options: &Options) -> Result<(Vec<u64>, String), SnapshotError> {
    World::new().enter(|| {
        game::start(options.seed);
        let mut snapshots = Snapshots::new(1);
        let hands = [0, 1].map(|player| Hands::new(options.seed, player, options.frames as usize));
        let mut hashes = Vec::new();
        for frame in 0..=options.frames as usize {
            snapshots.save(frame as u64)?;
            hashes.push(snapshots.hash(frame as u64)?.total());
            let pressed = frame.checked_sub(INPUT_DELAY);
            let held = |hands: &Hands| pressed.map(|frame| hands.at(frame)).unwrap_or_default();
            Inputs::set(Inputs(hands.each_ref().map(held)));
            update_all(game::STEP);
        }
        Ok((hashes, picture()))
    })
}

/// Until both are done. Gives what each reports.
fn referee(
    mut players: [Process; 2],
    said: &Receiver<(usize, Option<FromPlayer>)>,
    deadline: Instant,
) -> Result<BTreeMap<usize, Report>, Box<dyn Error>> {
    let mut reports = BTreeMap::new();
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let (number, message) = said.recv_timeout(left).map_err(|_| "the players do not come to an end")?;
        let other = &mut players[1 - number];
        match message.ok_or_else(|| format!("{} has ended too early", PLAYERS[number]))? {
            FromPlayer::At(address) => other.say(&ToPlayer::Other(address))?,
            FromPlayer::Picture(picture) => println!("\x1b[2J\x1b[H{picture}"),
            FromPlayer::State(frame, state) => other.say(&ToPlayer::State(frame, state))?,
            FromPlayer::Differences(frame, differences) => {
                let [here, there] = [PLAYERS[number], PLAYERS[1 - number]];
                let lines = differences.join("\n  ");
                return Err(format!("frame {frame} differs, {here} | {there}:\n  {lines}").into());
            }
            FromPlayer::Done(report) => _ = reports.insert(number, report),
        }
        if reports.len() == players.len() {
            players.iter_mut().try_for_each(|player| player.say(&ToPlayer::End))?;
            return Ok(reports);
        }
    }
}

fn print_reports(options: &Options, reports: &BTreeMap<usize, Report>) {
    let Options { frames, fps, loss, late, .. } = options;
    println!(
        "{frames} frames, {fps} a second; {loss} % of the packets lost, the others up to {late} ms late"
    );
    let row = |name: &str, value: fn(&Report) -> String| {
        println!("{name:<26}{:>12}{:>12}", value(&reports[&0]), value(&reports[&1]))
    };
    println!("{:<26}{:>12}{:>12}", "", PLAYERS[0], PLAYERS[1]);
    row("packets", |report| report.packets[0].to_string());
    row("  of which were lost", |report| report.packets[1].to_string());
    row("rollbacks", |report| report.rollbacks.to_string());
    row("frames simulated again", |report| report.again.to_string());
    row("times waited", |report| report.waits.to_string());
    row("microseconds for a save", |report| format!("{:.1}", report.micros[0]));
    row("  for a load", |report| format!("{:.1}", report.micros[1]));
    row("  for a hash", |report| format!("{:.1}", report.micros[2]));
    row("  for a frame", |report| format!("{:.1}", report.micros[3]));
    row(&format!("bytes of {KEPT} frames"), |report| report.bytes.to_string());
}

/// A player in a process of its own, which ends with this.
struct Process {
    child: Child,
    input: ChildStdin,
}

impl Process {
    /// Starts this program once more, as a player with the same options. What it says comes with its number,
    /// and `None` when it has ended.
    fn start(number: usize, said: Sender<(usize, Option<FromPlayer>)>) -> io::Result<Process> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(std::env::args_os().skip(1)).args(["--player", &number.to_string()]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("a player without streams"));
        };
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let message = wire::read(&mut output).and_then(Result::ok);
                let is_last = message.is_none();
                if said.send((number, message)).is_err() || is_last {
                    return;
                }
            }
        });
        Ok(Process { child, input })
    }

    fn say(&mut self, message: &ToPlayer) -> io::Result<()> {
        wire::write(&mut self.input, message)
    }
}

impl Drop for Process {
    /// Nobody plays on for nobody.
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
