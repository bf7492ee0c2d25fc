//! Panics and calls from inside, in each of those that listen.

use std::cell::Cell;

use ecs_core::by_name::Value;
use ecs_core::{
    Change, Component, Enter, Entity, Exit, Schedule, State, UpdateError, World, observe, try_update_all,
    update_all,
};

use serde::{Deserialize, Serialize};

use crate::support::{caught, message_of, watch_panics};
use crate::{Ear, PLAY, Phase, Screen, ear, heard, note};

thread_local!(static ANGRY: Cell<&'static str> = const { Cell::new("") });

fn maybe_panic(event: &'static str) {
    if ANGRY.get() == event {
        panic!("{event} is too much");
    }
}

/// Panics where it is told to.
#[derive(Component, Default)]
#[component(on(Enter<Screen>, Exit<Screen>, Change<Screen>))]
struct Angry;

impl Angry {
    fn on_enter_screen(&mut self, _: &Enter<Screen>) {
        maybe_panic("enter");
    }
    fn on_exit_screen(&mut self, _: &Exit<Screen>) {
        maybe_panic("exit");
    }
    fn on_change_screen(&mut self, _: &Change<Screen>) {
        maybe_panic("change");
    }
    fn shutdown(&mut self) {
        maybe_panic("shutdown");
    }
}

#[test]
fn t1_a_panic_in_a_listener_ends_no_change() {
    watch_panics(|_| true);
    for event in ["exit", "shutdown", "enter", "change"] {
        World::reset();
        Entity::spawn().add::<Angry>();
        ear();
        Screen::go(PLAY);
        World::flush();
        let bound = Entity::spawn().with(Angry).despawn_on_exit::<Screen>();
        let other = Entity::spawn().despawn_on_exit::<Screen>();
        heard();
        ANGRY.set(event);
        let next = if event == "change" { Screen::Play { level: 2 } } else { Screen::Over };
        Screen::go(next.clone());
        let text = message_of(|| update_all(0.1));
        ANGRY.set("");
        assert_eq!(text, format!("{event} is too much"));
        assert_eq!(Screen::get(), next);
        // Also of the phase, which is left before.
        assert_eq!(heard().len(), if event == "change" { 1 } else { 3 }, "all others hear it");
        assert_eq!([bound.is_alive(), other.is_alive()], [event == "change"; 2]);
        update_all(0.1);
        Screen::go(Screen::Menu);
        World::flush();
        assert_eq!(Screen::get(), Screen::Menu);
    }
}

#[test]
fn t1_what_was_asked_for_before_a_panic_follows_the_next_time() {
    watch_panics(|_| true);
    Entity::spawn().add::<Angry>();
    let _observer = observe(|enter: &Enter<Screen>| {
        if *enter.new() == PLAY {
            Screen::go(Screen::Over);
        }
    });
    World::flush();
    ANGRY.set("enter");
    Screen::go(PLAY);
    message_of(World::flush);
    ANGRY.set("");
    assert_eq!(Screen::get(), PLAY);
    World::flush();
    assert_eq!(Screen::get(), Screen::Over);
}

/// Does all that is refused or waits where a change is made.
fn meddle() {
    assert_eq!(try_update_all(0.1), Err(UpdateError::InsideHook));
    World::flush();
    Screen::go(Screen::Over);
    World::flush();
    note("meddled");
}

#[test]
fn t1_calls_from_inside_are_refused_or_wait() {
    let _exit = observe(|_: &Exit<Screen>| meddle());
    let _enter = observe(|_: &Enter<Screen>| meddle());
    let _change = observe(|_: &Change<Screen>| meddle());
    World::flush();
    assert_eq!((heard().len(), Screen::get()), (3, Screen::Over));
    Screen::go(PLAY);
    World::flush();
    assert_eq!((heard().len(), Screen::get()), (4, Screen::Over));
    update_all(0.1);
    assert!(heard().is_empty());
}

#[test]
fn t1_listeners_spawn_kill_and_clear() {
    #[derive(Component, Default)]
    #[component(on(Enter<Screen>, Exit<Screen>))]
    struct Chaos;
    impl Chaos {
        fn on_enter_screen(&mut self, _: &Enter<Screen>) {
            Entity::spawn_many(3, |_, _| Ear);
        }
        fn on_exit_screen(&mut self, _: &Exit<Screen>) {
            World::clear();
        }
    }
    Entity::spawn().add::<Chaos>();
    let bound = Entity::spawn().despawn_on_exit::<Screen>();
    Screen::go(PLAY);
    World::flush();
    assert!(!bound.is_alive());
    assert_eq!((Screen::get(), Chaos::count(), Ear::count()), (PLAY, 0, 0));
}

#[test]
fn t1_values_that_panic_when_they_are_compared_or_copied_leave_the_state_as_it_is() {
    thread_local!(static PANICS: Cell<bool> = const { Cell::new(false) });
    #[derive(State, Default)]
    struct Touchy(u32);
    impl Clone for Touchy {
        fn clone(&self) -> Self {
            assert!(!PANICS.get(), "not now");
            Self(self.0)
        }
    }
    impl PartialEq for Touchy {
        fn eq(&self, other: &Self) -> bool {
            self.0 == other.0
        }
    }
    watch_panics(|_| true);
    World::flush();
    assert_eq!(Touchy::get().0, 0);
    World::flush();
    Touchy::go(Touchy(1));
    PANICS.set(true);
    assert_eq!(message_of(World::flush), "not now");
    PANICS.set(false);
    assert_eq!(Touchy::get().0, 0);
    Touchy::go(Touchy(2));
    World::flush();
    assert_eq!(Touchy::get().0, 2);
}

thread_local!(static LOUD: Cell<bool> = const { Cell::new(false) });

/// Panics when it is dropped, while it is loud. A macro, as a derive would need a `Drop` of each.
macro_rules! loud {
    ($($attribute:meta)? => $Loud:ident) => {
        #[derive(State, Default)]
        $(#[$attribute])?
        struct $Loud(u32);
        impl Clone for $Loud {
            fn clone(&self) -> Self {
                Self(self.0)
            }
        }
        impl PartialEq for $Loud {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }
        impl Drop for $Loud {
            fn drop(&mut self) {
                assert!(!LOUD.get(), "it is loud");
            }
        }
    };
}

loud!(=> Outer);
loud!(state(within(Outer(1))) => Inner);

#[test]
fn t1_values_whose_drop_panics_drop_one_by_one_also_if_a_listener_panics() {
    watch_panics(|_| true);
    for listener_panics in [false, true] {
        World::reset();
        let _exit = observe(move |_: &Exit<Inner>| {
            LOUD.set(true);
            assert!(!listener_panics, "the listener");
        });
        Outer::go(Outer(1));
        World::flush();
        assert!(Inner::try_get().is_some());
        Outer::go(Outer(2));
        Outer::go_anew(Outer(3));
        let text = message_of(World::flush);
        LOUD.set(false);
        assert_eq!(text, if listener_panics { "the listener" } else { "it is loud" });
        assert_eq!((Outer::get().0, Inner::try_get().is_some()), (3, false));
    }
}

#[test]
fn y2_what_a_closure_returns_that_hears_of_a_state_is_counted() {
    let _idle = observe(|_: &Enter<Screen>| -> Option<()> { None });
    let _failing = observe(|_: &Exit<Screen>| -> Result<(), &'static str> { Err("it fails") });
    World::flush();
    let idle = World::stats().idle;
    assert_eq!((idle.len(), idle[0].count, idle[0].first), (1, 1, Entity::NONE));
    assert!(idle[0].component.contains("Enter<") && idle[0].hook == "observe", "{idle:?}");
    Screen::go(Screen::Over);
    World::flush();
    let failures = World::stats().failures.last;
    assert_eq!((failures.len(), failures[0].entity, &*failures[0].message), (1, Entity::NONE, "it fails"));
    assert_eq!(Screen::get(), Screen::Over);
}

#[test]
fn t1_a_listener_may_reset_the_world() {
    let _exit = observe(|exit: &Exit<Screen>| {
        if *exit.old() == Screen::Menu {
            World::reset();
        }
    });
    World::flush();
    Screen::go(PLAY);
    World::flush();
    assert_eq!(Screen::get(), PLAY);
    Screen::go(Screen::Over);
    update_all(0.1);
    assert_eq!(Screen::get(), Screen::Over);
}

#[test]
fn t3_a_value_that_cannot_be_copied_is_not_written_by_name() {
    thread_local!(static PANICS: Cell<bool> = const { Cell::new(false) });
    #[derive(State, Default, PartialEq, Debug, Serialize, Deserialize)]
    struct Level(u32);
    impl Clone for Level {
        fn clone(&self) -> Self {
            assert!(!PANICS.get(), "not now");
            Self(self.0)
        }
    }
    watch_panics(|_| true);
    World::flush();
    assert_eq!(Level::get(), Level(0));
    let owner = World::by_name().singletons().expect("there is a state");
    PANICS.set(true);
    let text = message_of(|| World::by_name().write(owner, "Level", "", &Value::U64(7)));
    PANICS.set(false);
    assert_eq!((text.as_str(), Level::get()), ("not now", Level(0)));
    World::flush();
    assert_eq!(Level::get(), Level(0));
}

#[test]
fn t1_a_world_that_closes_has_no_state() {
    #[derive(Component, Default)]
    struct Last;
    impl Drop for Last {
        fn drop(&mut self) {
            note(format!("{:?}", Screen::try_get()));
        }
    }
    let world = World::new();
    world.enter(|| Entity::spawn().add::<Last>());
    drop(world);
    assert_eq!(heard(), ["None"]);
}

#[test]
fn t1_a_call_that_cannot_be_names_the_line_of_the_user() {
    let get = caught(|| assert!(Phase::get() == Phase::Waves));
    let bind = caught(|| Entity::spawn().despawn_on_exit::<Phase>());
    let mut go = Schedule::new().add(|| Screen::go(PLAY));
    let go = caught(|| go.run(0.1));
    let mut again = Schedule::new().add(|dt: f32| {
        if dt > 0.0 {
            Screen::again();
        }
    });
    let again = caught(|| again.run(0.1));
    for (call, text) in [(get, "there is no Phase"), (bind, "cannot bind"), (go, "system"), (again, "system")]
    {
        assert!(call.text.contains(text) && call.file.ends_with("panics.rs"), "{call:?}");
    }
}
