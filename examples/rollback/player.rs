//! One of the two processes of a duel: a game with a session of ggrs over a bad line.

use std::cell::Cell;
use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use ecs_core::{Singleton, WorldState, find, time};
use ggrs::{
    DesyncDetection, Frame, GgrsEvent, GgrsRequest, P2PSession, PlayerType, PredictRepeatLast,
    SessionBuilder, SessionState,
};

use crate::bad_line::BadLine;
use crate::game::{self, Armour, Buttons, Inputs};
use crate::hands::Hands;
use crate::picture::picture;
use crate::rollback::Rollback;
use crate::wire::{self, FromPlayer, Report, ToPlayer};
use crate::{KEPT, Options};

/// The types of a session.
pub struct Config;

impl ggrs::Config for Config {
    type Input = Buttons;
    type InputPredictor = PredictRepeatLast;
    type State = (); // the state is in `Snapshots`
    type Address = SocketAddr;
}

struct Player {
    session: P2PSession<Config>,
    rollback: Rollback,
    hands: Hands,
    packets: Rc<Cell<[u64; 2]>>,
    number: usize,
    options: Options,
    /// The hash of each frame that is final.
    hashes: Vec<u64>,
    /// Frames to leave out, because the other one is behind.
    skip: u32,
    waits: u32,
    /// The first frame in which the two differ, if there is one.
    desync: Option<Frame>,
}

/// Plays until the process that has started this one says that it is over.
pub fn play(number: usize, options: &Options) -> Result<(), Box<dyn Error>> {
    let line = BadLine::bind(options.badness(number))?;
    let packets = Rc::clone(&line.packets);
    say(&FromPlayer::At(line.address()?))?;
    let orders = listen();
    let ToPlayer::Other(other) = orders.recv()? else {
        return Err("the address of the other player comes first".into());
    };
    let session = SessionBuilder::<Config>::new()
        .with_input_delay(crate::INPUT_DELAY)
        .with_fps(options.fps as usize)?
        .with_disconnect_timeout(Duration::from_secs(10))
        .with_desync_detection_mode(DesyncDetection::On { interval: 10 })
        .add_player(PlayerType::Local, number)?
        .add_player(PlayerType::Remote(other), 1 - number)?
        .start_p2p_session(line)?;
    game::start(options.seed);
    let mut player = Player {
        session,
        rollback: Rollback::new(KEPT, game::STEP),
        hands: Hands::new(options.seed, number, options.frames as usize),
        packets,
        number,
        options: options.clone(),
        hashes: Vec::new(),
        skip: 0,
        waits: 0,
        desync: None,
    };
    player.run(&orders)
}

impl Player {
    fn run(&mut self, orders: &Receiver<ToPlayer>) -> Result<(), Box<dyn Error>> {
        let tick = Duration::from_secs(1) / self.options.fps;
        let (mut next, mut is_done) = (Instant::now(), false);
        loop {
            match orders.try_recv() {
                Ok(ToPlayer::State(frame, theirs)) => self.compare(frame, &theirs)?,
                Ok(ToPlayer::End) | Err(TryRecvError::Disconnected) => return Ok(()),
                Ok(ToPlayer::Other(_)) | Err(TryRecvError::Empty) => {}
            }
            self.turn()?;
            if !is_done && self.hashes.len() > self.options.frames as usize {
                is_done = true; // and it plays on: the other one may still need what it sends
                say(&FromPlayer::Done(self.report()))?;
            }
            next += tick;
            thread::sleep(next.saturating_duration_since(Instant::now()));
        }
    }

    /// Once through the loop of the game.
    fn turn(&mut self) -> Result<(), Box<dyn Error>> {
        self.session.poll_remote_clients();
        for event in self.session.events() {
            match event {
                GgrsEvent::DesyncDetected { frame, .. } if self.desync.is_none() => {
                    self.desync = Some(frame);
                    say(&FromPlayer::State(frame, self.rollback.state(frame)?))?;
                }
                GgrsEvent::WaitRecommendation { skip_frames } => self.skip = skip_frames,
                GgrsEvent::Disconnected { .. } => return Err("the other player is gone".into()),
                _ => {}
            }
        }
        if self.session.current_state() != SessionState::Running || self.skip > 0 {
            self.skip = self.skip.saturating_sub(1);
            return Ok(());
        }
        let frame = self.session.current_frame();
        self.session.add_local_input(self.number, self.hands.at(frame as usize))?;
        let requests = self.session.advance_frame()?;
        let advances = |request: &GgrsRequest<Config>| matches!(request, GgrsRequest::AdvanceFrame { .. });
        self.waits += u32::from(!requests.last().is_some_and(advances));
        let cheat = self.options.cheat.filter(|_| self.number == 1);
        self.rollback.fulfil(requests, |inputs| {
            *Inputs::borrow_mut() = Inputs([inputs[0].0, inputs[1].0]);
            if cheat.is_some_and(|from| time().frame() >= from) {
                make_strong();
            }
        })?;
        // What is final has its hash noted: once a frame, whatever is rolled back.
        let last = self.rollback.last_final(self.session.confirmed_frame()).min(self.options.frames as Frame);
        for frame in self.hashes.len() as Frame..=last {
            self.hashes.push(self.rollback.hash(frame)?.total());
        }
        if self.options.watch && self.number == 0 && frame % (self.options.fps / 4).max(1) as Frame == 0 {
            say(&FromPlayer::Picture(picture()))?;
        }
        Ok(())
    }

    /// Says what differs from the other one.
    fn compare(&mut self, frame: Frame, theirs: &WorldState) -> Result<(), Box<dyn Error>> {
        let differences = self.rollback.diff(frame, theirs)?;
        let lines = differences.iter().map(ToString::to_string).collect();
        say(&FromPlayer::Differences(frame, lines))?;
        Ok(())
    }

    fn report(&self) -> Report {
        let costs = &self.rollback.costs;
        Report {
            hashes: self.hashes.clone(),
            rollbacks: costs.rollbacks,
            again: costs.again,
            waits: self.waits,
            packets: self.packets.get(),
            micros: [costs.save, costs.load, costs.hash, costs.update]
                .map(|cost| cost.each().as_secs_f64() * 1e6),
            bytes: self.rollback.bytes(),
        }
    }
}

/// What a player would do who has changed the program.
fn make_strong() {
    if let Some(mut armour) = find("blue").and_then(|tank| tank.get_mut::<Armour>()) {
        armour.0 = 9;
    }
}

fn say(message: &FromPlayer) -> io::Result<()> {
    wire::write(&mut io::stdout().lock(), message)
}

/// What comes through the standard input. Ends with it.
fn listen() -> Receiver<ToPlayer> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(Ok(order)) = wire::read(&mut input) {
            if sender.send(order).is_err() {
                return;
            }
        }
    });
    receiver
}
