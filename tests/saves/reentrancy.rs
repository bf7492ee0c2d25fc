//! User code that saves, loads and changes the world while a world is saved or loaded.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ecs_core::{Component, Entity, Handle, SaveError, Singleton, World, find, query, update_all};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::formats::{ALL, Format};
use crate::support::{assert_says, log, take_log};
use crate::{Burning, Gun, Hull, Listed, Score, named, scene};

type Call = Rc<dyn Fn(u32)>;

thread_local! {
    static WRITING: RefCell<Option<Call>> = const { RefCell::new(None) };
    static READING: RefCell<Option<Call>> = const { RefCell::new(None) };
    static ENDING: RefCell<Option<Call>> = const { RefCell::new(None) };
    static LOADED: RefCell<Option<Call>> = const { RefCell::new(None) };
    static IS_INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Runs what was set, but not inside itself.
fn run(call: &'static std::thread::LocalKey<RefCell<Option<Call>>>, number: u32) {
    let call = call.with_borrow(Clone::clone);
    if let Some(call) = call.filter(|_| !IS_INSIDE.replace(true)) {
        call(number);
        IS_INSIDE.set(false);
    }
}

/// Does what it is told to, in the middle of all.
#[derive(Component, Debug)]
struct Wild(u32);

impl Serialize for Wild {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        run(&WRITING, self.0);
        self.0.serialize(out)
    }
}

impl<'de> Deserialize<'de> for Wild {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let number = u32::deserialize(input)?;
        run(&READING, number);
        Ok(Self(number))
    }
}

impl Wild {
    fn on_load(&mut self) {
        run(&LOADED, self.0);
    }
}

type All = (Hull, (Wild, Gun), Burning, Score);

fn wild_scene() {
    scene();
    for number in 1..=4 {
        named(&format!("w{number}")).with(Wild(number)).with(Hull(10 + number));
    }
}

/// Many things that a user may do, each of which must work at any time.
fn calls() -> Vec<(&'static str, Call)> {
    fn call(name: &'static str, f: impl Fn(u32) + 'static) -> (&'static str, Call) {
        (name, Rc::new(f))
    }
    let small = World::new().enter(|| {
        named("small").with(Hull(1)).with(Burning);
        Score::set(Score(1));
        Format::Json.write::<(Hull, Burning, Score)>().0
    });
    let (again, bad) = (small.clone(), small[..small.len() - 9].to_vec());
    vec![
        call("spawn", |number| _ = named("new").with(Hull(number)).with(Wild(90)).with(Burning)),
        call("despawn", |number| _ = find(&format!("w{number}")).map(Entity::despawn)),
        call("despawn another", |number| _ = find(&format!("w{}", number % 4 + 1)).map(Entity::despawn)),
        call("despawn the tree", |_| _ = find("ship").map(Entity::despawn)),
        call("kill", |_| _ = find("ship").map(|ship| ship.kill::<Hull>())),
        call("add", |_| _ = find("w1").map(|one| one.add::<Gun>())),
        call("insert", |number| _ = find("w2").map(|one| one.insert(Hull(number)))),
        call("remove", |_| _ = find("w3").map(|one| one.try_remove::<Hull>())),
        call("switch", |number| _ = find("w4").map(|one| one.set_enabled(number % 2 == 0))),
        call("attach", |_| _ = find("w1").and_then(|one| one.try_child_of(find("w2")?).ok())),
        call("clear", |_| World::clear()),
        call("reset", |_| World::reset()),
        call("flush", |_| World::flush()),
        call("borrow", |_| _ = find("ship").and_then(|ship| ship.get::<Hull>().map(|hull| hull.0))),
        call("write to", |_| {
            _ = find("ship").and_then(|ship| ship.get_mut::<Hull>().map(|mut hull| hull.0 += 1))
        }),
        call("singleton", |_| _ = Score::try_borrow_mut().map(|mut score| score.0 += 1)),
        call("end a singleton", |_| _ = Score::instance().kill()),
        call("dump", |_| _ = World::dump()),
        call("dangling", |_| _ = World::dangling()),
        call("name", |number| _ = find("w2").map(|one| one.set_name(&format!("renamed {number}")))),
        call("save", |_| _ = Format::Postcard.try_write::<(Hull, Gun)>()),
        call("load", move |_| _ = Format::Json.read::<(Hull, Burning, Score)>(&small)),
        call("reload", move |_| _ = Format::Json.reload::<(Hull, Burning, Score)>(&again)),
        call("load a bad one", move |_| {
            assert!(Format::Json.try_read::<(Hull, Burning, Score)>(&bad).is_err())
        }),
        call("look", |_| _ = query::<(&Hull, &Burning)>().iter().map(|(hull, _)| hull.0).sum::<u32>()),
    ]
}

/// Fails unless the world is whole: all ways to look agree, it can be saved, run and cleared.
fn check(what: &str) {
    World::flush();
    let hulls = query::<(Entity, &Hull)>().filter::<ecs_core::WithDisabled>().iter().count();
    assert_eq!(Hull::count(), hulls, "{what}");
    assert!(Score::count() <= 1 && query::<Entity>().iter().all(|entity| entity.is_alive()), "{what}");
    let bytes = Format::Postcard.write::<All>().0;
    World::new().enter(|| Format::Postcard.read::<All>(&bytes));
    update_all(0.1);
    World::reset();
    assert_eq!((World::stats().alive, Hull::count(), Wild::count(), Score::count()), (0, 0, 0, 0), "{what}");
}

fn no_calls() {
    for call in [&WRITING, &READING, &ENDING, &LOADED] {
        call.set(None);
    }
}

#[test]
fn v4_a_serialize_may_do_anything_with_the_world() {
    for (name, call) in calls() {
        for format in ALL {
            World::new().enter(|| {
                wild_scene();
                WRITING.set(Some(call.clone()));
                let bytes = format.try_write::<All>();
                no_calls();
                match bytes {
                    // What was written is a save, whatever it has.
                    Ok((bytes, _)) => _ = World::new().enter(|| format.read::<All>(&bytes)),
                    Err(error) => assert!(matches!(error, SaveError::Borrowed(_)), "{name}: {error}"),
                }
                check(name);
            });
        }
    }
}

#[test]
fn v4_a_deserialize_may_do_anything_with_the_world() {
    for (name, call) in calls() {
        for format in ALL {
            let bytes = World::new().enter(|| {
                wild_scene();
                format.write::<All>().0
            });
            World::new().enter(|| {
                wild_scene();
                READING.set(Some(call.clone()));
                let report = format.read::<All>(&bytes);
                no_calls();
                assert!(report.entities().iter().all(|entity| entity.is_alive()), "{name}");
                assert_eq!(report.entities().len(), 7);
                let ship = report.entities()[0];
                let gun = ship.down::<Gun>().unwrap_or_else(|| panic!("{name}: {}", World::dump()));
                assert_eq!((gun.borrow().target.entity(), Score::borrow().0), (ship, 7), "{name}");
                check(name);
            });
        }
    }
}

#[test]
fn v4_a_deserialize_that_fails_in_the_end_leaves_only_what_it_has_done_itself() {
    for (name, call) in calls() {
        let mut bytes = World::new().enter(|| {
            wild_scene();
            Format::Json.write::<All>().0
        });
        bytes.truncate(bytes.len() - 1);
        let by_itself = |fails: bool| {
            World::new().enter(|| {
                wild_scene();
                if fails {
                    READING.set(Some(call.clone()));
                    assert!(Format::Json.try_read::<All>(&bytes).is_err());
                    no_calls();
                } else {
                    (1..=4).for_each(|number| call(number));
                }
                World::flush();
                let picture = crate::formats::picture();
                check(name);
                picture
            })
        };
        assert_eq!(by_itself(true), by_itself(false), "{name}");
    }
}

#[test]
fn v4_an_on_load_may_do_anything_with_the_world() {
    for (name, call) in calls() {
        for format in ALL {
            let bytes = World::new().enter(|| {
                wild_scene();
                format.write::<All>().0
            });
            World::new().enter(|| {
                wild_scene();
                LOADED.set(Some(call.clone()));
                assert_eq!(format.read::<All>(&bytes).entities().len(), 7);
                no_calls();
                check(name);
            });
        }
    }
}

#[test]
fn v4_a_shutdown_of_what_is_cleared_or_replaced_may_do_anything_with_the_world() {
    #[derive(Singleton, Serialize, Deserialize, Default, Debug)]
    struct Ends(u32);
    impl Ends {
        fn shutdown(&mut self) {
            run(&ENDING, 1);
        }
    }
    type WithEnds = (All, Ends);
    for (name, call) in calls() {
        for format in ALL {
            let bytes = World::new().enter(|| {
                wild_scene();
                Ends::set(Ends(2));
                format.write::<WithEnds>().0
            });
            for reloads in [false, true] {
                World::new().enter(|| {
                    wild_scene();
                    Ends::set(Ends(1));
                    ENDING.set(Some(call.clone()));
                    let report = match reloads {
                        true => format.reload::<WithEnds>(&bytes),
                        false => format.read::<WithEnds>(&bytes),
                    };
                    no_calls();
                    assert!(report.entities().iter().all(|entity| entity.is_alive()), "{name}");
                    assert_eq!((Ends::borrow().0, Score::borrow().0), (2, 7), "{name}");
                    check(name);
                });
            }
        }
    }
}

#[test]
fn v4_a_deserialize_that_makes_the_first_singleton_does_not_mislead_handles_to_one() {
    #[derive(Component, Serialize, Debug)]
    struct Fan(Handle<Score>);
    impl<'de> Deserialize<'de> for Fan {
        fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
            Score::borrow_mut().0 += 1;
            Handle::deserialize(input).map(Self)
        }
    }
    let bytes = World::new().enter(|| {
        let score = Score::set(Score(5));
        named("fan").insert(Fan(score));
        Format::Json.write::<(Fan, Hull)>().0
    });
    Format::Json.read::<(Fan, Hull)>(&bytes);
    let fan = find("fan").expect("it was loaded");
    assert_eq!(fan.borrow::<Fan>().0, Score::instance());
    assert_eq!(fan.borrow::<Fan>().0.borrow().0, 1);
}

#[test]
fn v4_saving_in_a_hook_of_a_listed_type_is_refused_and_in_another_works() {
    #[derive(Component, Serialize, Deserialize, Default)]
    struct Inside(u32);
    impl Inside {
        fn update(&mut self) {
            self.0 += 1;
            let refused = Format::Json.try_write::<(Hull, Inside)>().expect_err("it is borrowed");
            assert!(matches!(refused, SaveError::Borrowed(_)));
            assert_says(
                &refused.to_string(),
                &["cannot save", "Inside", "between two frames", "not in the list"],
            );
            log(format!("{}", Format::Json.write::<Hull>().1.entities().len()));
        }
    }
    #[derive(Component, Default)]
    struct Outside;
    impl Outside {
        fn update(&mut self) {
            let (text, report) = Format::Json.write::<(Hull, Inside)>();
            log(format!("{} of {}", report.entities().len(), text.len() / 1000));
        }
    }
    let inside = named("inside").add::<Inside>();
    named("hull").with(Hull(1));
    update_all(0.1);
    assert_eq!(take_log(), ["1"]);
    assert_eq!(inside.borrow().0, 1);
    inside.kill();
    named("inside").insert(Inside(3)).set_enabled(false);
    named("outside").add::<Outside>();
    update_all(0.1);
    assert_eq!(take_log(), ["3 of 0"]);
    // A guard that only reads is no hindrance.
    let read = find("hull").expect("it was made").borrow::<Hull>();
    Format::Json.write::<Hull>();
    drop(read);
    let write = find("hull").expect("it was made").borrow_mut::<Hull>();
    assert!(Format::Json.try_write::<Hull>().is_err());
    assert!(Format::Json.try_write::<Gun>().is_ok());
    drop(write);
    Format::Json.write::<Hull>();
}

#[test]
fn v4_a_save_can_be_loaded_in_a_hook() {
    #[derive(Component, Serialize, Deserialize)]
    struct Loader(#[serde(skip)] Option<Vec<u8>>);
    impl Loader {
        fn update(&mut self, me: Entity) {
            if let Some(bytes) = self.0.take() {
                let report = Format::Postcard.read::<(Listed, Loader)>(&bytes);
                log(format!("{} with {}", report.entities().len(), Loader::count()));
                assert!(me.is_alive());
            } else {
                log("idle");
            }
        }
    }
    scene();
    let loader = named("loader").insert(Loader(None));
    let bytes = Format::Postcard.write::<(Listed, Loader)>().0;
    loader.borrow_mut().0 = Some(bytes);
    update_all(0.1);
    assert_eq!(take_log(), ["4 with 2"], "what comes in a pass has its turn in the next");
    update_all(0.1);
    assert_eq!(take_log(), ["idle", "idle"]);
    assert_eq!((Hull::count(), ecs_core::find_all("gun").len()), (4, 2));
}

#[test]
fn v4_a_save_can_be_written_and_read_while_views_and_guards_are_held() {
    scene();
    let bytes = Format::Json.write::<Listed>().0;
    let view = Hull::view();
    let (text, _) = Format::Json.write::<Listed>();
    assert_eq!(text, bytes);
    let before: Vec<_> = view.iter().copied().collect();
    Format::Json.read::<Listed>(&bytes);
    assert_eq!(view.iter().copied().collect::<Vec<_>>(), before, "a view does not change");
    drop(view);
    World::flush();
    assert_eq!((Hull::count(), Hull::view().len()), (4, 4));
    let guard = Hull::view_mut();
    Format::Json.reload::<Listed>(&bytes);
    drop(guard);
    World::flush();
    assert_eq!((Hull::count(), Gun::count(), Score::borrow().0), (2, 1, 7));
    assert_eq!(find("ship").map(|ship| ship.borrow::<Hull>().0), Some(5));
}
