//! Random sends against a plain re-statement of the rule: at once if not borrowed and nothing waits,
//! otherwise at the sync point, in order.

use std::collections::VecDeque;

use ecs_core::{Component, Entity, Ref, World, send_all};
use proptest::prelude::*;

use crate::support::{log, seeded, take_log};

const ENTITIES: usize = 4;

#[derive(Clone, Debug)]
enum Call {
    /// Sends to the `First` and the `Second` of an entity.
    Send(usize),
    /// Sends to all of one type, or of both.
    SendAll(Option<bool>),
    /// Borrows or releases the `First`, or the `Second`, of an entity.
    Guard(usize, bool),
    /// Switches one of them.
    Switch(usize, bool),
    /// Kills one of them, or adds it again.
    Change(usize, bool),
    Flush,
}

/// An event that is sent on.
#[derive(Clone, Debug)]
struct Event {
    number: u32,
    /// The entities that it is sent on to, one after the other. Only `First` sends it on: so the order in
    /// which the two stores are flushed, which is not part of the rule, does not matter to what a component
    /// hears.
    then: Vec<usize>,
}

impl Event {
    fn next(&self) -> Option<(usize, Self)> {
        let (&next, rest) = self.then.split_first()?;
        Some((next, Self { number: self.number + 1000, then: rest.to_vec() }))
    }
}

#[derive(Component, Default)]
#[component(on(Event))]
struct First(usize);

impl First {
    fn on_event(&mut self, event: &Event) {
        log(format!("first {} hears {}", self.0, event.number));
        if let Some((next, event)) = event.next() {
            ENTITIES_OF_TEST.with_borrow(|all| all[next]).send(event);
        }
    }
}

#[derive(Component, Default)]
#[component(on(Event))]
struct Second(usize);

impl Second {
    fn on_event(&mut self, event: &Event) {
        log(format!("second {} hears {}", self.0, event.number));
    }
}

thread_local! {
    static ENTITIES_OF_TEST: std::cell::RefCell<Vec<Entity>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// One component.
#[derive(Clone, Default)]
struct State {
    exists: bool,
    disabled: bool,
    guarded: bool,
    /// The guard is on one that has died meanwhile: only the store notices.
    outlived: bool,
    /// Its hook runs.
    notified: bool,
}

#[derive(Default)]
struct Model {
    /// For each type, for each entity.
    states: [Vec<State>; 2],
    /// For each type, what waits.
    waiting: [VecDeque<(usize, Event)>; 2],
    log: Vec<String>,
}

impl Model {
    fn listens(&self, kind: usize, entity: usize) -> bool {
        let state = &self.states[kind][entity];
        state.exists && !state.disabled
    }

    fn send_to(&mut self, kind: usize, entity: usize, event: &Event) -> usize {
        if !self.listens(kind, entity) {
            return 0;
        }
        let state = &self.states[kind][entity];
        let overtakes = self.waiting[kind].iter().any(|(other, _)| *other == entity);
        if state.guarded && !state.outlived || state.notified || overtakes {
            self.waiting[kind].push_back((entity, event.clone()));
        } else {
            self.notify(kind, entity, event);
        }
        1
    }

    fn notify(&mut self, kind: usize, entity: usize, event: &Event) {
        let name = if kind == 1 { "second " } else { "first " };
        self.log.push(format!("{name}{entity} hears {}", event.number));
        self.states[kind][entity].notified = true;
        if kind == 0
            && let Some((next, event)) = event.next()
        {
            self.send(next, &event);
        }
        self.states[kind][entity].notified = false;
    }

    fn send(&mut self, entity: usize, event: &Event) -> usize {
        (0..2).map(|kind| self.send_to(kind, entity, event)).sum()
    }

    fn send_all(&mut self, kind: usize, event: &Event) -> usize {
        let listening: Vec<_> = (0..ENTITIES).filter(|&entity| self.listens(kind, entity)).collect();
        listening.into_iter().map(|entity| self.send_to(kind, entity, event)).sum()
    }

    /// Delivers what waits, store by store, until nothing can be delivered any more.
    fn sync_point(&mut self) {
        loop {
            let ready = |kind: &usize| {
                !self.waiting[*kind].is_empty() && !self.states[*kind].iter().any(|state| state.guarded)
            };
            let Some(kind) = (0..2).find(ready) else { return };
            while let Some((entity, event)) = self.waiting[kind].pop_front() {
                if self.listens(kind, entity) {
                    self.notify(kind, entity, &event);
                }
            }
        }
    }
}

#[derive(Default)]
struct Guards {
    first: [Option<Ref<First>>; ENTITIES],
    second: [Option<Ref<Second>>; ENTITIES],
}

/// What each component hears, in order. That of two components in different stores is not part of the rule,
/// nor that of rows.
fn by_component(mut lines: Vec<String>) -> Vec<String> {
    let key = |line: &String| line.split(" hears").next().map(str::to_owned);
    lines.sort_by_key(key);
    lines
}

fn run(calls: &[(Call, Vec<usize>)]) {
    let world = World::new();
    world.enter(|| {
        let entities: Vec<_> =
            (0..ENTITIES).map(|name| Entity::spawn().with(First(name)).with(Second(name))).collect();
        ENTITIES_OF_TEST.set(entities.clone());
        let exists = State { exists: true, ..State::default() };
        let mut model =
            Model { states: [vec![exists.clone(); ENTITIES], vec![exists; ENTITIES]], ..Model::default() };
        let mut guards = Guards::default();
        for (number, (call, then)) in calls.iter().enumerate() {
            let event = Event { number: number as u32, then: then.clone() };
            // Each call but that of a guard begins and ends with a sync point.
            match *call {
                Call::Send(entity) => {
                    model.sync_point();
                    let heard = model.send(entity, &event);
                    assert_eq!(entities[entity].send(event), heard);
                    model.sync_point();
                }
                Call::SendAll(kind) => {
                    // In the order of rows, which is not part of the rule: so it is not sent on.
                    let event = Event { then: vec![], ..event };
                    model.sync_point();
                    let (heard, notified) = match kind {
                        None => (model.send_all(0, &event) + model.send_all(1, &event), send_all(event)),
                        Some(false) => (model.send_all(0, &event), First::send_all(event)),
                        Some(true) => (model.send_all(1, &event), Second::send_all(event)),
                    };
                    assert_eq!(notified, heard);
                    model.sync_point();
                }
                Call::Guard(entity, second) => {
                    let state = &mut model.states[usize::from(second)][entity];
                    let guarded = if second {
                        let slot = &mut guards.second[entity];
                        *slot = if slot.is_some() { None } else { entities[entity].get() };
                        slot.is_some()
                    } else {
                        let slot = &mut guards.first[entity];
                        *slot = if slot.is_some() { None } else { entities[entity].get() };
                        slot.is_some()
                    };
                    (state.guarded, state.outlived) = (guarded, false);
                }
                Call::Switch(entity, second) => {
                    model.sync_point();
                    let state = &mut model.states[usize::from(second)][entity];
                    let on = state.disabled;
                    if state.exists {
                        state.disabled = !on;
                    }
                    let switched = if second {
                        entities[entity].handle::<Second>().set_enabled(on)
                    } else {
                        entities[entity].handle::<First>().set_enabled(on)
                    };
                    assert_eq!(switched, model.states[usize::from(second)][entity].exists);
                    model.sync_point();
                }
                Call::Change(entity, second) => {
                    model.sync_point();
                    let state = &mut model.states[usize::from(second)][entity];
                    let existed = state.exists;
                    *state = State {
                        exists: !existed,
                        guarded: state.guarded,
                        outlived: true,
                        ..State::default()
                    };
                    match (existed, second) {
                        (true, true) => assert!(entities[entity].kill::<Second>()),
                        (true, false) => assert!(entities[entity].kill::<First>()),
                        (false, true) => drop(entities[entity].insert(Second(entity))),
                        (false, false) => drop(entities[entity].insert(First(entity))),
                    }
                    model.sync_point();
                }
                Call::Flush => {
                    World::flush();
                    model.sync_point();
                }
            }
            assert_eq!(
                by_component(take_log()),
                by_component(std::mem::take(&mut model.log)),
                "after {call:?}"
            );
        }
    });
}

fn call() -> impl Strategy<Value = Call> {
    let entity = 0..ENTITIES;
    prop_oneof![
        4 => entity.clone().prop_map(Call::Send),
        2 => any::<Option<bool>>().prop_map(Call::SendAll),
        4 => (entity.clone(), any::<bool>()).prop_map(|(entity, second)| Call::Guard(entity, second)),
        1 => (entity.clone(), any::<bool>()).prop_map(|(entity, second)| Call::Switch(entity, second)),
        1 => (entity, any::<bool>()).prop_map(|(entity, second)| Call::Change(entity, second)),
        1 => Just(Call::Flush),
    ]
}

proptest! {
    #![proptest_config(seeded(250, 5))]

    #[test]
    fn each_component_hears_what_the_rule_says(
        calls in prop::collection::vec((call(), prop::collection::vec(0..ENTITIES, 0..3)), 1..40),
    ) {
        run(&calls);
    }
}
