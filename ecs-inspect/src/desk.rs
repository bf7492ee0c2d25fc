//! [`Desk`]: brings what connections ask to the thread of the world, and the answers back.
//!
//! The world serves at the start of a frame, for half a millisecond: a question that was begun is answered,
//! or goes on in the next frame, and no other one is begun. It waits for nobody: it locks only to take the
//! next question, and hands an answer over without asking whether anybody still wants it.

use core::mem;
use core::time::Duration;
use std::collections::VecDeque;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use ecs_core::Remote;

use super::look::{Pace, RunningInquiry};
use super::query::Inquiry;
use super::refusal::Refusal;

/// So long the world serves in one frame.
const BUDGET: Duration = Duration::from_micros(500);

/// So long a question waits for a frame.
const PATIENCE: Duration = Duration::from_secs(1);

type Answer = Result<String, Refusal>;

/// Where questions wait for the world: one of each connection.
pub(super) struct Desk {
    remote: Remote,
    queue: Mutex<DeskQueue>,
}

#[derive(Default)]
struct DeskQueue {
    waiting: VecDeque<Question>,
    /// The how many-th question is the next.
    next: u64,
    /// Whether the world is on its way to the desk.
    is_called: bool,
}

struct Question {
    number: u64,
    job: RunningInquiry,
    /// When who has asked gives up.
    until: Instant,
    answer: SyncSender<Answer>,
}

impl Desk {
    pub(super) fn new(remote: Remote) -> Arc<Self> {
        Arc::new(Self { remote, queue: Mutex::default() })
    }

    fn queue(&self) -> MutexGuard<'_, DeskQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the world, and waits for its answer. A question that is given up has changed nothing.
    pub(super) fn ask(self: &Arc<Self>, query: Inquiry) -> Answer {
        let (answer, answered) = sync_channel(1);
        let number = self.put(query, answer);
        match answered.recv_timeout(PATIENCE) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Disconnected) => Err(ended()),
            Err(RecvTimeoutError::Timeout) => {
                if self.take_back(number) {
                    return Err(Refusal::not_now("the game stands still: it has not answered for a second"));
                }
                // It is being answered now.
                answered.recv_timeout(PATIENCE).unwrap_or_else(|_| {
                    Err(Refusal::not_now("the game has begun to answer, and stands still: look again"))
                })
            }
        }
    }

    /// Puts a question behind the others, and calls the world if it is not called.
    fn put(self: &Arc<Self>, query: Inquiry, answer: SyncSender<Answer>) -> u64 {
        let mut queue = self.queue();
        let number = queue.next;
        queue.next += 1;
        let until = Instant::now() + PATIENCE;
        queue.waiting.push_back(Question { number, job: RunningInquiry::of(query), until, answer });
        let is_called = mem::replace(&mut queue.is_called, true);
        drop(queue);
        if !is_called {
            self.call();
        }
        number
    }

    /// Takes a question back; `false` if the world has taken it.
    fn take_back(&self, number: u64) -> bool {
        let mut queue = self.queue();
        let place = queue.waiting.iter().position(|question| question.number == number);
        let taken = place.and_then(|place| queue.waiting.remove(place));
        // What it has found is dropped when the world need not wait for it.
        drop(queue);
        taken.is_some()
    }

    /// Lets the world come to the desk at the start of its next frame.
    fn call(self: &Arc<Self>) {
        let mut call = Summons(Some(self.clone()));
        // One that is not sent is dropped, which ends all.
        let _ = self.remote.try_send(move || call.0.take().into_iter().for_each(|desk| desk.serve()));
    }

    /// Answers questions, on the thread of the world. What is not done comes again behind the others.
    fn serve(self: &Arc<Self>) {
        let end = Instant::now() + BUDGET;
        loop {
            let mut queue = self.queue();
            let Some(mut question) = queue.waiting.pop_front() else {
                queue.is_called = false;
                return;
            };
            drop(queue);
            match question.job.step(&Pace::new(end, question.until)) {
                // Nobody may wait for it any more.
                Some(answer) => _ = question.answer.try_send(answer),
                None => self.queue().waiting.push_back(question),
            }
            if Instant::now() >= end {
                return self.call();
            }
        }
    }
}

fn ended() -> Refusal {
    Refusal::not_now("the world has ended")
}

/// The world is on its way to a desk, until it is there. If it never comes, all who wait there are told.
struct Summons(Option<Arc<Desk>>);

impl Drop for Summons {
    fn drop(&mut self) {
        let Some(desk) = self.0.take() else { return };
        let mut queue = desk.queue();
        queue.is_called = false;
        let waiting = mem::take(&mut queue.waiting);
        drop(queue);
        drop(waiting);
    }
}
