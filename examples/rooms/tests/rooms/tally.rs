//! [`Tally`]: the smallest game that has all that the tests need. It adds numbers.

use std::thread::{self, ThreadId};
use std::time::Duration;

use ecs_core::{Component, Entity, Singleton};
use rooms::{ClientId, Game};

use crate::hall::Driven;

pub struct Tally;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Add(u64),
    /// Panics at once.
    Panic,
    /// The counter panics in its next update.
    Break,
    /// The counter panics in each update from some frames on.
    BreakIn(u64),
    /// A component panics in its update, and what it has sent to itself before panics too.
    BreakTwice,
    /// From now on a frame takes so many microseconds.
    Take(u64),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub sum: u64,
    /// How many frames the counter has had.
    pub updates: u64,
    pub clients: Vec<ClientId>,
    pub thread: ThreadId,
}

#[derive(Singleton, Clone, Default)]
pub struct Counter {
    pub sum: u64,
    updates: u64,
    breaks_in: Option<u64>,
}

impl Counter {
    fn update(&mut self) {
        self.updates += 1;
        match &mut self.breaks_in {
            Some(0) => panic!("the counter is broken"),
            Some(frames) => *frames -= 1,
            None => {}
        }
    }
}

/// What a frame takes.
#[derive(Singleton, Clone, Default)]
struct Work {
    takes: Duration,
    clock: Driven,
}

impl Work {
    fn late_update(&mut self) {
        self.clock.advance(self.takes);
    }
}

struct Spark;

#[derive(Component, Clone)]
#[component(on(Spark))]
struct Fuse;

impl Fuse {
    fn update(&mut self, me: Entity) {
        // It is borrowed, so this waits.
        me.send(Spark);
        panic!("the fuse burns");
    }

    fn on_spark(&mut self, _: &Spark) {
        panic!("the fuse has burnt");
    }
}

#[derive(Singleton, Clone, Default)]
struct Seats(Vec<ClientId>);

/// Fills the world of a room whose frames take so long.
pub fn begin(takes: Duration, clock: Driven) {
    Counter::make();
    Work::set(Work { takes, clock });
}

impl Game for Tally {
    type Order = Order;
    type State = State;

    fn seat(clients: &[ClientId]) {
        Seats::borrow_mut().0 = clients.to_vec();
    }

    fn obey(_: ClientId, order: Order) {
        match order {
            Order::Add(number) => Counter::borrow_mut().sum += number,
            Order::Panic => panic!("an order that cannot be"),
            Order::Break => Counter::borrow_mut().breaks_in = Some(0),
            Order::BreakIn(frames) => Counter::borrow_mut().breaks_in = Some(frames),
            Order::BreakTwice => _ = Entity::spawn().with(Fuse),
            Order::Take(micros) => Work::borrow_mut().takes = Duration::from_micros(micros),
        }
    }

    fn state() -> State {
        let Counter { sum, updates, .. } = *Counter::borrow();
        State { sum, updates, clients: Seats::borrow().0.clone(), thread: thread::current().id() }
    }
}
