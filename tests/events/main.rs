//! Events of the user's own: who is notified, when, in which order, and what hooks that listen may do.

mod failures;
mod for_each;
mod random;
mod sending;
#[path = "../support/mod.rs"]
mod support;
mod turns;
mod up;

use std::rc::Rc;

use ecs_core::{Component, Entity, Handle, Listens, Pool, World, send_all, update_all};

use crate::support::{assert_says, log, message_of, on_thread, take_log};

/// What is sent.
struct Say(u32);

/// What to do when notified.
type Act = Box<dyn FnOnce(Entity)>;

/// Logs what it hears, and does what it is asked to do.
#[derive(Component, Default)]
#[component(on(Say))]
struct Ear {
    name: u32,
    acts: Vec<Act>,
    updates: Vec<Act>,
}

impl Ear {
    fn on_say(&mut self, say: &Say, me: Entity) {
        log(format!("{} hears {}", self.name, say.0));
        if let Some(act) = self.acts.pop() {
            act(me);
        }
        log(format!("{} heard {}", self.name, say.0));
    }

    fn update(&mut self, me: Entity) {
        if let Some(act) = self.updates.pop() {
            act(me);
        }
    }
}

/// Listens too, after `Ear` in the order of types if that was added first.
#[derive(Component, Default)]
#[component(on(Say = heard))]
struct Witness(u32);

impl Witness {
    fn heard(&self, say: &Say) {
        log(format!("witness {} of {}", self.0, say.0));
    }
}

fn ear(name: u32) -> Entity {
    Entity::spawn().with(Ear { name, ..Ear::default() })
}

/// Makes an entity do something when it is notified next.
fn when_notified(entity: Entity, act: impl FnOnce(Entity) + 'static) {
    entity.borrow_mut::<Ear>().acts.push(Box::new(act));
}

/// Makes an entity do something in its next update.
fn when_updated(entity: Entity, act: impl FnOnce(Entity) + 'static) {
    entity.borrow_mut::<Ear>().updates.push(Box::new(act));
}

/// Takes the names and the events of all "hears", in order.
fn heard() -> Vec<(u32, u32)> {
    let hears = |line: String| {
        let (name, event) = line.split_once(" hears ")?;
        Some((name.parse().ok()?, event.parse().ok()?))
    };
    take_log().into_iter().filter_map(hears).collect()
}
