use core::cell::RefCell;

use super::super::column::Column;
use super::super::lifecycle::{Stage, Transition};
use crate::frame::update_all;
use crate::ids::Entity;
use crate::store::with_store;
use crate::{Add, Component, Disable, Enable, Remove, observe};
use Transition::{
    End, NotifyOff, NotifyOn, PutBackStart, ReportAdd, ReportOff, ReportOn, ReportRemove, Start, SwitchOff,
};

fn after(transitions: &[Transition]) -> Stage {
    transitions.iter().fold(Stage::default(), |stage, &transition| stage.after(transition))
}

type Moment = &'static str;

thread_local! {
    static SEEN: RefCell<Vec<(Moment, Stage)>> = const { RefCell::new(Vec::new()) };
}

/// Notes the stage of the component of an entity at a moment.
fn see(moment: Moment, entity: Entity) {
    let stage = |column: &Column| column.find(entity).map(|row| column.stage(row));
    let stage = with_store(Full::__cell(), |store| stage(store)).flatten().expect("it has a row");
    SEEN.with_borrow_mut(|seen| seen.push((moment, stage)));
}

/// What was seen, and the stage of the component now.
fn seen(entity: Entity) -> Vec<(Moment, Stage)> {
    if entity.has::<Full>() {
        see("now", entity);
    }
    SEEN.take()
}

/// Has all hooks of its life.
#[derive(Component)]
struct Full(Entity);

impl Full {
    fn init(&mut self) {
        see("init", self.0);
    }

    fn start(&mut self) {
        see("start", self.0);
    }

    fn on_enable(&mut self) {
        see("on_enable", self.0);
    }

    fn on_disable(&mut self) {
        see("on_disable", self.0);
    }

    fn shutdown(&mut self) {
        see("shutdown", self.0);
    }
}

#[test]
fn each_transition_of_a_life_that_nobody_observes() {
    let entity = Entity::spawn();
    let full = entity.insert(Full(entity));
    let unstarted = after(&[PutBackStart]);
    let off = unstarted.after(NotifyOff);
    assert_eq!(seen(entity), [("init", off), ("on_enable", unstarted), ("now", unstarted)]);
    // Disabled and enabled before its `start`, which stays before it.
    assert!(full.set_enabled(false));
    let switched_off = off.after(SwitchOff);
    assert_eq!(seen(entity), [("on_disable", switched_off), ("now", switched_off)]);
    update_all(0.0);
    assert_eq!(seen(entity), [("now", switched_off)]);
    assert!(full.set_enabled(true));
    assert_eq!(seen(entity), [("on_enable", unstarted), ("now", unstarted)]);
    update_all(0.0);
    assert_eq!(seen(entity), [("start", Stage::default()), ("now", Stage::default())]);
    // A switch of the entity does not switch the component itself.
    assert!(entity.set_enabled(false));
    assert_eq!(seen(entity), [("on_disable", after(&[NotifyOff])), ("now", after(&[NotifyOff]))]);
    assert!(entity.set_enabled(true) && full.kill());
    let (off, end) = (after(&[NotifyOff]), after(&[NotifyOff, End]));
    assert_eq!(seen(entity), [("on_enable", Stage::default()), ("on_disable", off), ("shutdown", end)]);
}

#[test]
fn each_transition_of_a_life_that_is_observed() {
    let _observers = (
        observe(|e: &Add<Full>| see("Add", e.entity())),
        observe(|e: &Enable<Full>| see("Enable", e.entity())),
        observe(|e: &Disable<Full>| see("Disable", e.entity())),
        observe(|e: &Remove<Full>| see("Remove", e.entity())),
    );
    let entity = Entity::spawn();
    let full = entity.insert(Full(entity));
    let placed = after(&[PutBackStart, NotifyOff, ReportRemove, ReportOff]);
    let added = placed.after(ReportAdd);
    let notified = added.after(NotifyOn);
    let on = notified.after(ReportOn);
    assert_eq!(
        seen(entity),
        [("init", placed), ("Add", added), ("on_enable", notified), ("Enable", on), ("now", on)]
    );
    assert!(full.set_enabled(false));
    let (reported, off) = (notified.after(SwitchOff), added.after(SwitchOff));
    assert_eq!(seen(entity), [("Disable", reported), ("on_disable", off), ("now", off)]);
    assert!(full.set_enabled(true));
    assert_eq!(seen(entity), [("on_enable", notified), ("Enable", on), ("now", on)]);
    update_all(0.0);
    let started = on.after(Start);
    assert_eq!(seen(entity), [("start", started), ("now", started)]);
    assert!(full.kill());
    let (reported, notified) = (after(&[ReportOff]), after(&[ReportOff, NotifyOff]));
    let removed = notified.after(ReportRemove);
    let ends = [("Disable", reported), ("on_disable", notified), ("Remove", removed)];
    assert_eq!(seen(entity), [&ends[..], &[("shutdown", removed.after(End))]].concat());
}

#[test]
fn a_start_that_could_not_run_is_before_the_component_again() {
    let entity = Entity::spawn();
    let _full = entity.insert(Full(entity));
    update_all(0.0);
    SEEN.take();
    with_store(Full::__cell(), |store| {
        store.put_back_start(store.find(entity).expect("it is live"), entity);
        assert_eq!(store.lifecycle.starts.count(), 1);
    });
    assert_eq!(seen(entity), [("now", after(&[PutBackStart]))]);
    update_all(0.0);
    assert_eq!(seen(entity), [("start", Stage::default()), ("now", Stage::default())]);
}

#[test]
fn observers_that_come_and_go_change_what_was_reported_and_nothing_else() {
    let entity = Entity::spawn();
    let full = entity.insert(Full(entity));
    assert!(full.set_enabled(false));
    let off = after(&[PutBackStart, NotifyOff, SwitchOff]);
    SEEN.take();
    let observer = observe(|_: &Add<Full>| {});
    assert_eq!(seen(entity), [("now", off.after(ReportOff))]);
    drop(observer);
    assert_eq!(seen(entity), [("now", off)]);
}
