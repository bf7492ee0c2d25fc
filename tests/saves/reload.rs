//! Law V3: a save that is loaded in the place of what lives.

use ecs_core::{Component, Entity, LoadError, Singleton, World, find, update_all};
use serde::{Deserialize, Serialize};

use crate::formats::{ALL, Format, picture};
use crate::support::{Token, live_tokens, log, message_of, take_log};
use crate::{Burning, Hull, Listed, Score, named, scene};

/// Logs its end, and panics if it is told to.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
struct Mortal(
    u32,
    #[serde(skip)]
    #[allow(dead_code, reason = "counts its drop")]
    Token,
);

impl Mortal {
    fn init(&mut self) {
        log(format!("init {}", self.0));
    }
    fn on_disable(&mut self) {
        log(format!("off {}", self.0));
    }
    fn shutdown(&mut self) {
        log(format!("shutdown {}", self.0));
        assert!(self.0 < 100, "{} panics", self.0);
    }
}

#[test]
fn v3_a_reload_brings_the_world_back() {
    for format in ALL {
        World::reset();
        scene();
        let (bytes, before) = (format.write::<Listed>().0, picture());
        for round in 0..3 {
            named("later").with(Hull(99));
            find("ship/turret").map(|turret| turret.despawn());
            Score::set(Score(round));
            let old = find("ship").expect("it is there");
            let report = format.reload::<Listed>(&bytes);
            assert_eq!((picture(), old.is_alive()), (before.clone(), false));
            assert_eq!(report.entities().len(), World::stats().alive);
            assert_eq!(format.write::<Listed>().0, bytes, "{format:?}");
        }
    }
}

#[test]
fn v3_hooks_of_what_is_cleared_run_before_anything_comes() {
    let [first, _] = [1, 2].map(|number| Entity::spawn().with(Mortal(number, Token::new())));
    let (text, _) = Format::Json.write::<Mortal>();
    Entity::spawn().with(Mortal(3, Token::new())).set_enabled(false);
    // Also of types that are not in the list.
    let burning = named("burning").with(Burning);
    let timer = first.after(1.0, |_: Entity| log("a timer"));
    take_log();
    Format::Json.reload::<Mortal>(&text);
    let seen = take_log();
    assert_eq!(seen.len(), 5, "{seen:?}");
    assert!(
        ["off 1", "shutdown 1", "off 2", "shutdown 2", "shutdown 3"]
            .iter()
            .all(|line| seen.contains(&(*line).to_owned()))
    );
    assert!(!burning.is_alive() && timer.remaining().is_none());
    assert_eq!((Mortal::count(), World::stats().alive, live_tokens()), (2, 2, 2));
    World::reset();
    take_log();
    assert_eq!(live_tokens(), 0);
}

#[test]
fn v3_panics_of_what_is_cleared_do_not_stop_the_load_and_the_first_goes_on() {
    Entity::spawn().with(Mortal(1, Token::new()));
    let (text, _) = Format::Json.write::<Mortal>();
    for number in [101, 2, 102, 103] {
        Entity::spawn().with(Mortal(number, Token::new()));
    }
    Score::set(Score(4));
    take_log();
    let message = message_of(|| Format::Json.reload::<Mortal>(&text));
    assert!(message.starts_with("101 panics"), "{message}");
    let ends = take_log().iter().filter(|line| line.starts_with("shutdown")).count();
    assert_eq!(ends, 5, "each once");
    let left: Vec<u32> = Mortal::view().iter().map(|mortal| mortal.0).collect();
    assert_eq!((left, Score::borrow().0, live_tokens()), (vec![1], 4, 1));
    update_all(0.1);
    World::reset();
    assert_eq!(live_tokens(), 0);
    take_log();
}

#[test]
fn v3_a_bad_save_clears_nothing() {
    scene();
    let before = World::dump();
    let (mut text, _) = Format::Json.write::<Listed>();
    text.truncate(text.len() - 2);
    let refused = Format::Json.try_reload::<Listed>(&text);
    assert!(matches!(refused, Err(LoadError::Format { .. })));
    assert_eq!(World::dump(), before);
}

#[test]
fn v3_what_a_hook_spawns_while_the_world_is_cleared_stays_beside() {
    #[derive(Component, Serialize, Deserialize, Default, Debug)]
    struct Leaves;
    impl Leaves {
        fn shutdown(&mut self) {
            named("ghost").with(Hull(66));
        }
    }
    named("leaves").with(Leaves).with(Hull(1));
    let (text, _) = Format::Json.write::<(Hull, Leaves)>();
    let report = Format::Json.reload::<(Hull, Leaves)>(&text);
    let [loaded] = report.entities() else { panic!("{report:?}") };
    assert_eq!(
        (find("leaves"), find("ghost").map(|ghost| ghost.borrow::<Hull>().0)),
        (Some(*loaded), Some(66))
    );
}

#[test]
fn v3_a_reload_from_a_hook_of_what_is_cleared_ends_the_caller_when_it_returns() {
    #[derive(Component)]
    struct Menu(Vec<u8>);
    impl Menu {
        fn update(&mut self) {
            Format::Postcard.reload::<Listed>(&self.0);
            log(format!("{} loaded", World::stats().alive));
        }
        fn shutdown(&mut self) {
            log("menu closed");
        }
    }
    scene();
    let (bytes, _) = Format::Postcard.write::<Listed>();
    let before = picture();
    named("menu").insert(Menu(bytes));
    update_all(0.1);
    assert_eq!(take_log(), ["3 loaded", "menu closed"]);
    assert_eq!(picture(), before);
}
