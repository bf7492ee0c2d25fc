//! Law V3: observers hear of what is loaded, but for those that are loaded with it.

use ecs_core::{Add, Attach, Component, Detach, Disable, Enable, Entity, Remove, Singleton, World, observe};
use serde::{Deserialize, Serialize};

use crate::formats::{ALL, Format};
use crate::support::{log, take_log};
use crate::{Hull, Score, named};

/// Observes as a component, and counts what it hears.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
#[component(on(Add<Hull>, Remove<Hull>, Enable<Hull>, Disable<Hull>))]
struct Radar {
    name: String,
    heard: u32,
}

impl Radar {
    fn hear(&mut self, what: &str, hull: Option<u32>) {
        self.heard += 1;
        log(format!("{} {what} {}", self.name, hull.map_or_else(|| "?".to_owned(), |hull| hull.to_string())));
    }
    fn on_add_hull(&mut self, e: &Add<Hull>) {
        self.hear("add", e.get().map(|hull| hull.0));
    }
    fn on_remove_hull(&mut self, e: &Remove<Hull>) {
        self.hear("remove", e.get().map(|hull| hull.0));
    }
    fn on_enable_hull(&mut self, e: &Enable<Hull>) {
        self.hear("enable", e.get().map(|hull| hull.0));
    }
    fn on_disable_hull(&mut self, e: &Disable<Hull>) {
        self.hear("disable", e.get().map(|hull| hull.0));
    }
    fn on_load(&mut self) {
        log(format!("{} load", self.name));
    }
}

fn radar(name: &str) -> Entity {
    Entity::spawn().with(Radar { name: name.to_owned(), heard: 0 })
}

fn level() -> (Vec<u8>, Format) {
    let bytes = World::new().enter(|| {
        radar("inside");
        let top = named("top").with(Hull(1));
        named("child").with(Hull(2)).child_of(top);
        named("off").with(Hull(3)).set_enabled(false);
        Format::Json.write::<(Hull, Radar)>().0
    });
    take_log();
    (bytes, Format::Json)
}

#[test]
fn v3_who_was_there_hears_of_what_comes_and_who_comes_does_not() {
    let (bytes, format) = level();
    radar("outside");
    let closure = observe(|e: &Add<Hull>| log(format!("closure add {}", e.borrow().0)));
    let report = format.read::<(Hull, Radar)>(&bytes);
    let expected = [
        "inside load",
        "outside add 1",
        "closure add 1",
        "outside enable 1",
        "outside add 2",
        "closure add 2",
        "outside enable 2",
        "outside add 3",
        "closure add 3",
    ];
    assert_eq!(take_log(), expected, "after all `on_load`");
    drop(closure);
    let inside = ecs_core::query::<&Radar>().iter().find(|radar| radar.name == "inside").map(|r| r.heard);
    assert_eq!(inside, Some(7), "what it had heard before it was saved, as it was");
    // From now on it hears as all do.
    Entity::spawn().with(Hull(9));
    assert_eq!(take_log(), ["outside add 9", "inside add 9", "outside enable 9", "inside enable 9"]);
    report.entities()[3].set_enabled(true);
    report.entities()[1].despawn();
    let heard = take_log();
    assert!(heard.contains(&"inside enable 3".to_owned()) && heard.contains(&"inside remove 2".to_owned()));
}

#[test]
fn v3_two_saves_hear_of_each_other() {
    let (bytes, format) = level();
    format.read::<(Hull, Radar)>(&bytes);
    assert_eq!(take_log(), ["inside load"]);
    format.read::<(Hull, Radar)>(&bytes);
    let heard = take_log();
    assert_eq!(heard[0], "inside load");
    assert_eq!(
        heard[1..],
        ["inside add 1", "inside enable 1", "inside add 2", "inside enable 2", "inside add 3"]
    );
}

#[test]
fn v3_links_are_heard() {
    for format in ALL {
        World::reset();
        take_log();
        let bytes = World::new().enter(|| {
            let top = named("top");
            let middle = named("middle").child_of(top);
            named("b").child_of(middle);
            named("a").child_of(middle);
            format.write::<Hull>().0
        });
        let name = |entity: Entity| entity.name().expect("each has one");
        observe(move |e: &Attach| log(format!("{} below {}", name(e.child()), name(e.parent())))).forever();
        observe(|_: &Detach| log("detach")).forever();
        format.read::<Hull>(&bytes);
        assert_eq!(take_log(), ["middle below top", "b below middle", "a below middle"]);
    }
}

#[test]
fn v3_singletons_are_heard_and_the_end_of_what_they_replace() {
    let bytes = World::new().enter(|| {
        Score::set(Score(5));
        Format::Postcard.write::<Score>().0
    });
    observe(|e: &Add<Score>| log(format!("add {}", e.borrow().0))).forever();
    observe(|e: &Remove<Score>| log(format!("remove {} {:?}", e.borrow().0, e.why()))).forever();
    Format::Postcard.read::<Score>(&bytes);
    assert_eq!(take_log(), ["add 5"]);
    Format::Postcard.read::<Score>(&bytes);
    assert_eq!(take_log(), ["remove 5 Removed", "add 5"]);
}

#[test]
fn v3_an_observer_may_do_anything_with_what_has_come() {
    let (bytes, format) = level();
    observe(|e: &Add<Hull>| {
        let hull = *e.borrow();
        match hull.0 {
            1 => _ = e.entity().despawn(),
            3 => _ = e.entity().set_enabled(true),
            _ => (),
        }
    })
    .forever();
    observe(|e: &Enable<Hull>| log(format!("enable {}", e.get().map_or(0, |hull| hull.0)))).forever();
    observe(|e: &Remove<Hull>| log(format!("remove {}", e.get().map_or(0, |hull| hull.0)))).forever();
    let report = format.read::<(Hull, Radar)>(&bytes);
    let alive: Vec<_> = report.entities().iter().map(|entity| entity.is_alive()).collect();
    assert_eq!(alive, [true, false, false, true]);
    let heard: Vec<_> = take_log().into_iter().filter(|line| !line.starts_with("inside")).collect();
    assert_eq!(heard, ["enable 3", "remove 1"], "each once");
    assert_eq!(Hull::count(), 1);
}

#[test]
fn v3_an_observer_that_panics_does_not_stop_the_others() {
    let (bytes, format) = level();
    observe(|e: &Add<Hull>| assert_ne!(e.borrow().0, 1, "not this one")).forever();
    observe(|e: &Add<Hull>| log(format!("add {}", e.borrow().0))).forever();
    let message = crate::support::message_of(|| format.read::<(Hull, Radar)>(&bytes));
    assert!(message.contains("not this one"), "{message}");
    assert_eq!(take_log(), ["inside load", "add 1", "add 2", "add 3"]);
    assert_eq!(Hull::count(), 3, "all of it has come");
}
