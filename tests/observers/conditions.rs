//! `run_if`: a condition that is asked before a closure that observes is called.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use ecs_core::{
    Add, Attach, Component, Entity, Events, Observer, Query, Remove, Singleton, SystemCondition, SystemParam,
    Watch, World, emit, explain_order, not, observe, update_all,
};
use proptest::prelude::{any, prop_assert_eq, proptest};

use crate::support::{assert_says, log, message_of, seeded, take_log};
use crate::{Enemy, Plain};

#[derive(Singleton, Default)]
#[component(track)]
struct Game {
    is_running: bool,
}

#[derive(Singleton)]
struct Level(u32);

fn is_running(game: &Game) -> bool {
    game.is_running
}

/// An observer that logs.
fn logging(text: &'static str) -> Observer<Add<Plain>> {
    observe(move |e: &Add<Plain>| log(format!("{text} {}", e.borrow().0)))
}

fn add(number: u32) -> Entity {
    Entity::spawn().with(Plain(number))
}

fn run(is_running: bool) {
    Game::borrow_mut().is_running = is_running;
}

#[test]
fn o4_the_condition_is_asked_before_each_call_and_what_was_not_heard_is_not_heard_later() {
    logging("a").run_if(is_running).forever();
    logging("b").run_if(not(is_running)).forever();
    logging("c").forever();
    add(1);
    run(true);
    add(2);
    run(false);
    add(3);
    assert_eq!(take_log(), ["b 1", "c 1", "a 2", "c 2", "b 3", "c 3"]);
}

/// Would catch: a condition that is asked when the event comes, and not when the turn of its observer does.
#[test]
fn o4_it_is_asked_when_its_turn_comes() {
    let _first = observe(|_: &Add<Plain>| run(true));
    let _second = logging("second").run_if(is_running);
    let _end = observe(|_: &Remove<Plain>| log("end")).run_if(|all: Query<&Plain>| all.count() == 1);
    let _before = observe(|e: &Remove<Plain>| _ = e.entity().kill::<Enemy>());
    let entity = add(1);
    assert_eq!(take_log(), ["second 1"]);
    // It can still be read.
    entity.despawn();
    assert_eq!(take_log(), ["end"]);
}

#[test]
fn o4_several_conditions_must_hold_and_the_last_is_asked_first() {
    let noted = |text: &'static str, holds: bool| {
        move || {
            log(text);
            holds
        }
    };
    let one = logging("one").run_if(noted("inner", true)).run_if(noted("outer", false));
    let two = logging("two").run_if(noted("inner", true)).run_if(noted("outer", true));
    let both = logging("both").run_if(noted("x", false).and(noted("y", true)));
    add(1);
    assert_eq!(take_log(), ["outer", "outer", "inner", "two 1", "x", "y"]);
    drop((one, two, both));
    add(2);
    assert!(take_log().is_empty());
}

#[test]
fn o4_what_exists_is_asked_about_too() {
    (0..3).for_each(|number| _ = add(number));
    let mut asked = 0;
    let every_second = move || {
        asked += 1;
        asked % 2 == 0
    };
    logging("after").with_existing().run_if(|| false).forever();
    assert_eq!(take_log(), ["after 0", "after 1", "after 2"], "they were told before there was a condition");
    logging("before").run_if(every_second).with_existing().forever();
    assert_eq!(take_log(), ["before 1"]);
    add(3);
    assert_eq!(take_log(), ["before 3"]);
}

#[test]
fn o4_explain_order_shows_who_has_a_condition() {
    logging("a").run_if(is_running).forever();
    logging("b").forever();
    let order = explain_order();
    let [first, second] = &*order.observers()[0].observers else { panic!("{order}") };
    assert_says(first, &["the closure at ", "conditions.rs", ", on a condition"]);
    assert!(
        !second.contains("condition,") && second.ends_with(|last: char| last.is_ascii_digit()),
        "{second}"
    );
    assert_says(
        &order.to_string(),
        &["Add<Plain> is heard by the closure at", ", on a condition, then the closure"],
    );
}

/// All kinds of parameters that a condition of a system takes, also as a struct.
#[test]
fn o4_it_takes_what_a_condition_of_a_system_takes() {
    #[derive(SystemParam)]
    struct Asked<'w> {
        all: Query<'w, &'w Plain>,
        shots: Events<'w, u8>,
        game: Watch<'w, Game>,
        none: Option<&'w Level>,
    }
    fn ask(asked: Asked) -> bool {
        let shots: Vec<_> = asked.shots.iter().map(|(_, &shot)| shot).collect();
        let (all, changed, none) = (asked.all.count(), asked.game.has_changed(), asked.none.is_none());
        log(format!("{all} {shots:?} {changed} {none}"));
        false
    }
    emit(1_u8);
    let _observer = logging("never").run_if(ask);
    emit(2_u8);
    add(1);
    add(2);
    emit(3_u8);
    run(true);
    add(3);
    assert_eq!(take_log(), ["1 [2] true true", "2 [] false true", "3 [3] true true"]);
}

/// Inside a hook and outside of frames; children too.
#[test]
fn o4_it_is_asked_inside_hooks_and_about_children() {
    #[derive(Component, Default)]
    struct Spawner(u32);
    impl Spawner {
        fn update(&mut self) {
            add(self.0);
            self.0 += 1;
            run(self.0.is_multiple_of(2));
        }
    }
    logging("seen").run_if(is_running).forever();
    observe(|e: &Attach| log(format!("child {}", e.child().index()))).run_if(is_running).forever();
    run(true);
    Entity::spawn().add::<Spawner>();
    (0..4).for_each(|_| update_all(0.1));
    assert_eq!(take_log(), ["seen 0", "seen 2"]);
    let [parent, child] = [Entity::spawn(), Entity::spawn()];
    child.child_of(parent);
    child.detach();
    run(false);
    child.child_of(parent);
    assert_eq!(take_log(), [format!("child {}", child.index())]);
}

/// What happens inside of a condition is heard after it, as that inside of the closure.
#[test]
fn o4_a_condition_may_do_everything() {
    let mut left = 2;
    let spawning = move || {
        if left > 0 {
            left -= 1;
            add(10 + left);
        }
        true
    };
    logging("a").run_if(spawning).forever();
    logging("b").forever();
    add(1);
    assert_eq!(take_log(), ["b 11", "a 1", "b 10", "a 11", "a 10", "b 1"]);
}

#[test]
fn o4_one_that_panics_lets_the_others_hear_and_goes_on() {
    let panics = Arc::new(AtomicU32::new(1));
    let once = panics.clone();
    let condition = move || {
        assert_eq!(once.swap(0, Ordering::Relaxed), 0, "asked for the first time");
        true
    };
    logging("a").run_if(condition).forever();
    logging("b").forever();
    assert_says(&message_of(|| add(1)), &["asked for the first time"]);
    add(2);
    assert_eq!(take_log(), ["b 1", "a 2", "b 2"]);
}

#[test]
fn o4_what_cannot_be_asked_panics_with_the_place_and_the_remedy() {
    logging("a").run_if(is_running).forever();
    logging("b").run_if(|level: &Level| level.0 == 1).forever();
    Level::set(Level(1));
    let guard = Game::borrow_mut();
    let message = message_of(|| add(1));
    assert_says(
        &message,
        &["cannot ask the condition of the observer of `Add<Plain>` at", "conditions.rs", "Game"],
    );
    drop(guard);
    Level::instance().kill();
    let message = message_of(|| add(2));
    assert_says(&message, &["cannot ask the condition of the observer of `Add<Plain>` at", "Level::set"]);
    assert_eq!(take_log(), ["b 1"]);
    Level::set(Level(1));
    run(true);
    add(3);
    assert_eq!(take_log(), ["a 3", "b 3"]);
}

#[test]
fn o4_a_condition_is_given_in_its_world_and_not_from_inside() {
    let observer = logging("a");
    let message = message_of(|| World::new().enter(|| observer.run_if(is_running)));
    assert_says(
        &message,
        &["cannot give the observer of `Add<Plain>` at", "its world is not the current one"],
    );
    let place = Arc::new(Mutex::new(None::<Observer<Add<Plain>>>));
    let taken = place.clone();
    let own = observe(move |_: &Add<Plain>| {
        let own = taken.lock().unwrap().take();
        if let Some(own) = own {
            let message = message_of(|| own.run_if(is_running));
            assert_says(&message, &["its closure runs just now"]);
            log("refused");
        }
    });
    *place.lock().unwrap() = Some(own);
    add(1);
    assert_eq!(take_log(), ["refused"]);
}

/// Would catch: a condition that outlives its observer, or a closure that is dropped when it gets one.
#[test]
fn o4_a_condition_drops_with_its_observer() {
    let counted = Arc::new(());
    let (of_closure, of_condition) = (counted.clone(), counted.clone());
    let observer = observe(move |_: &Add<Plain>| _ = &of_closure);
    let observer = observer.run_if(move || Arc::strong_count(&of_condition) == 3);
    add(1);
    assert_eq!(Arc::strong_count(&counted), 3);
    drop(observer);
    assert_eq!(Arc::strong_count(&counted), 1);
}

proptest! {
    #![proptest_config(seeded(200, 4))]

    /// Observers with and without a condition, that come and go: each hears what it would, if it asked
    /// itself.
    #[test]
    fn o4_with_a_condition_as_if_the_closure_asked(
        calls in proptest::collection::vec((0..8_u8, any::<bool>()), 1..60)
    ) {
        let heard = |text: &'static str| {
            let list = Arc::new(Mutex::new(Vec::new()));
            let to = list.clone();
            (list, move |number: u32| to.lock().unwrap().push(format!("{text} {number}")))
        };
        World::new().enter(|| {
            let (asked, to_asked) = heard("heard");
            let (model, to_model) = heard("heard");
            let (mut one, mut other) = (None, None);
            for (number, (call, flag)) in calls.into_iter().enumerate() {
                match call {
                    0 => {
                        let (to_asked, to_model) = (to_asked.clone(), to_model.clone());
                        one = Some(observe(move |e: &Add<Plain>| to_asked(e.borrow().0)).run_if(is_running));
                        other = Some(observe(move |e: &Add<Plain>| {
                            if Game::get().is_some_and(|game| game.is_running) {
                                to_model(e.borrow().0);
                            }
                        }));
                    }
                    1 => (one, other) = (None, None),
                    2..=4 => run(flag),
                    _ => _ = add(number as u32),
                }
            }
            drop((one, other));
            prop_assert_eq!(&*asked.lock().unwrap(), &*model.lock().unwrap());
            Ok(())
        })?;
    }
}
