//! Singletons: each way in which one comes or ends.

use std::any::Any;

use ecs_core::{Add, Component, Disable, Enable, Remove, Save, Singleton, World, observe};
use serde::{Deserialize, Serialize};

use super::kinds::{Deed, Dropped, let_hook, let_no_hook, run};
use crate::support::{log, take_log, try_caught};

#[derive(Singleton, Default, Serialize, Deserialize)]
struct Score(Dropped);

impl Score {
    fn init(&mut self) {
        run("init", self.entity());
    }

    fn on_load(&mut self) {
        run("on_load", self.entity());
    }

    fn on_enable(&mut self) {
        run("on_enable", self.entity());
    }

    fn on_disable(&mut self) {
        run("on_disable", self.entity());
    }

    fn shutdown(&mut self) {
        run("shutdown", self.entity());
    }
}

const BIRTH: &[&str] = &["init", "Add", "on_enable", "Enable"];
const END: &[&str] = &["Disable", "on_disable", "Remove", "shutdown"];
const DROP: &[&str] = &["drop"];

fn observers() -> [Box<dyn Any>; 4] {
    [
        Box::new(observe(|_: &Add<Score>| log("Add"))),
        Box::new(observe(|_: &Enable<Score>| log("Enable"))),
        Box::new(observe(|_: &Disable<Score>| log("Disable"))),
        Box::new(observe(|_: &Remove<Score>| log("Remove"))),
    ]
}

/// Checks what a call logs until the next sync point, in a world of its own, observed or not.
fn check(before: fn(), call: fn(), expected: &[&[&str]]) {
    for observed in [false, true] {
        check_as(observed, before, call, expected);
    }
}

fn check_as(observed: bool, before: fn(), call: fn(), expected: &[&[&str]]) {
    World::new().enter(|| {
        before();
        let _observers = observed.then(observers);
        take_log();
        call();
        World::flush();
        let_no_hook();
        let mut expected = expected.concat();
        expected.retain(|step| observed || step.starts_with(char::is_lowercase));
        assert_eq!(take_log(), expected, "observed: {observed}");
    });
    take_log();
}

fn make() {
    Score::make();
}

fn set() {
    Score::set(Score::default());
}

fn nothing() {}

fn load() {
    let text = World::new().enter(|| {
        make();
        Save::<Score>::write_with(serde_json::to_string).expect("it can be saved").0
    });
    take_log();
    Save::<Score>::read_with(|| serde_json::from_str(&text)).expect("it was saved");
}

#[test]
fn d6_a_singleton_takes_the_steps_of_a_birth_in_their_order() {
    for call in [make, set, || drop(Score::borrow()), || drop(Score::borrow_mut())] {
        check(nothing, call, &[BIRTH]);
    }
    check(make, make, &[]);
    check(nothing, load, &[&["on_load", "Add", "Enable"]]);
    check(
        || let_hook("init", Deed::Panics),
        || assert!(try_caught(make).is_err() && Score::get().is_none()),
        &[&["init"], DROP],
    );
}

#[test]
fn d6_a_singleton_takes_the_steps_of_an_end_in_their_order() {
    check(make, || assert!(Score::instance().kill()), &[END, DROP]);
    check(make, World::clear, &[]);
    check(make, World::reset, &[END, DROP]);
    check(make, set, &[END, DROP, BIRTH]);
    let set_while_borrowed = || {
        let held = Score::borrow();
        set();
        drop(held);
    };
    check_as(false, make, set_while_borrowed, &[BIRTH, END, DROP]);
    // What observers hear of the new value comes after the end of the old one.
    check_as(true, make, set_while_borrowed, &[&["init"], END, &["Add", "on_enable", "Enable"], DROP]);
    check(make, load, &[END, DROP, &["on_load", "Add", "Enable"]]);
}

#[test]
fn d6_a_singleton_ends_in_place_before_one_comes_from_a_save() {
    World::new().enter(|| {
        make();
        let _removed = observe(|e: &Remove<Score>| log(format!("{:?}, late: {}", e.why(), e.is_late())));
        load();
        assert_eq!(take_log(), ["on_disable", "Removed, late: false", "shutdown", "drop", "on_load"]);
    });
    take_log();
}
