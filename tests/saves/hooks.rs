//! Law V3: which hooks run when a save is loaded: `on_load`, a `start` that was still to come, and no others.

use ecs_core::{Component, Entity, Handle, Singleton, Tick, World, find, query, update_all};
use serde::{Deserialize, Serialize};

use crate::formats::{ALL, Format, come_back};
use crate::support::{log, take_log};
use crate::{Hull, Score, named};

/// Logs all of its hooks.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
#[component(requires(Hull))]
struct Loud(u32);

impl Loud {
    fn init(&mut self) {
        log(format!("{} init", self.0));
    }
    fn on_enable(&mut self) {
        log(format!("{} on", self.0));
    }
    fn on_disable(&mut self) {
        log(format!("{} off", self.0));
    }
    fn on_reset(&mut self) {
        log(format!("{} reset", self.0));
    }
    fn start(&mut self) {
        log(format!("{} start", self.0));
    }
    fn on_load(&mut self) {
        log(format!("{} load", self.0));
    }
    fn update(&mut self) {
        log(format!("{} update", self.0));
    }
    fn shutdown(&mut self) {
        log(format!("{} shutdown", self.0));
    }
}

/// Saves what a function makes, and loads it in a world that is then current.
fn load<L: ecs_core::saves::SaveList>(format: Format, make: impl Fn(), check: impl Fn()) {
    let bytes = World::new().enter(|| {
        make();
        format.write::<L>().0
    });
    take_log();
    World::new().enter(|| {
        format.read::<L>(&bytes);
        check();
    });
    take_log();
}

#[test]
fn v3_on_load_runs_once_and_no_other_hook_of_a_birth_does() {
    for format in ALL {
        let bytes = World::new().enter(|| {
            let first = Entity::spawn().with(Loud(1));
            let second = Entity::spawn().with(Loud(2));
            second.handle::<Loud>().set_enabled(false);
            let third = Entity::spawn().with(Loud(3)).child_of(first);
            third.kill::<Hull>();
            update_all(0.1);
            first.set_enabled(false);
            Entity::spawn().with(Loud(4));
            update_all(0.1);
            format.write::<(Loud, Hull)>().0
        });
        take_log();
        World::new().enter(|| {
            format.read::<(Loud, Hull)>(&bytes);
            let expected: Vec<_> = Loud::view().iter().map(|loud| format!("{} load", loud.0)).collect();
            assert_eq!(take_log(), expected, "in the order of the rows");
            assert_eq!((expected.len(), &*expected[0]), (4, "4 load"));
            assert_eq!(Hull::count(), 3, "nothing is required: it was taken away on purpose");
            update_all(0.1);
            assert_eq!(take_log(), ["4 update"], "no `start` again, and the others are disabled");
        });
        take_log();
    }
}

#[test]
fn v3_what_was_loaded_hears_later_of_all_that_changes() {
    let make = || {
        named("on").insert(Loud(1));
        named("off").insert(Loud(2)).set_enabled(false);
        named("parent").set_enabled(false);
        named("below").insert(Loud(3)).entity().child_of(find("parent").expect("it was made"));
        update_all(0.1);
    };
    load::<Loud>(Format::Postcard, make, || {
        take_log();
        let [on, off, parent] = ["on", "off", "parent"].map(|name| find(name).expect("it was loaded"));
        on.set_enabled(false);
        off.handle::<Loud>().set_enabled(true);
        parent.set_enabled(true);
        assert_eq!(take_log(), ["1 off", "2 on", "3 on"]);
        off.despawn();
        on.despawn();
        assert_eq!(take_log(), ["2 off", "2 shutdown", "1 shutdown"]);
        parent.despawn();
        assert_eq!(take_log(), ["3 off", "3 shutdown"]);
    });
}

#[test]
fn v3_a_start_that_was_still_to_come_comes() {
    for format in ALL {
        let make = || {
            Entity::spawn().insert(Loud(1));
            let disabled = Entity::spawn().insert(Loud(2));
            disabled.set_enabled(false);
            named("below").insert(Loud(3)).entity().set_enabled(false);
            update_all(0.1);
            Entity::spawn().insert(Loud(4));
        };
        load::<Loud>(format, make, || {
            take_log();
            update_all(0.1);
            assert_eq!(take_log(), ["4 start", "1 update", "4 update"]);
            find("below").expect("it was loaded").set_enabled(true);
            update_all(0.1);
            assert_eq!(take_log(), ["3 on", "3 start", "1 update", "4 update", "3 update"]);
            update_all(0.1);
            assert_eq!(take_log(), ["1 update", "4 update", "3 update"], "once");
        });
    }
}

#[test]
fn v3_a_start_that_was_still_to_come_survives_two_saves() {
    let make = || _ = named("late").insert(Loud(1));
    load::<Loud>(Format::Ron, make, || {
        let again = Format::Ron.write::<Loud>().0;
        World::new().enter(|| {
            take_log();
            Format::Ron.read::<Loud>(&again);
            update_all(0.1);
            assert_eq!(take_log(), ["1 load", "1 start", "1 update"]);
        });
    });
}

#[test]
fn v3_on_load_finds_all_in_its_place_with_siblings_and_singletons() {
    #[derive(Component, Serialize, Deserialize, Debug)]
    struct Wing {
        #[component(sibling)]
        #[serde(skip)]
        hull: Handle<Hull>,
        ship: Handle<Hull>,
        number: u32,
    }
    impl Wing {
        fn on_load(&mut self, me: Entity, hull: Option<&mut Hull>, tail: Option<&Tail>, score: &mut Score) {
            assert_eq!(self.hull, me.handle(), "filled before");
            assert_eq!(me.name().as_deref(), Some(&*format!("wing {}", self.number)));
            // All of it is there: what has higher numbers, what is below, and what is of later types.
            let ship = self.ship.entity();
            assert_eq!((ship.children().count(), ship.borrow::<Hull>().0), (3, 7));
            assert_eq!((Wing::count(), Tail::count(), Hull::count()), (3, 1, 4));
            assert_eq!(tail.map(|tail| tail.0), (self.number == 2).then_some(20));
            hull.expect("each has one").0 += 1;
            score.0 += self.number;
            log(format!("{} loaded", self.number));
        }
    }
    #[derive(Component, Serialize, Deserialize, Debug)]
    struct Tail(u32);
    impl Tail {
        fn on_load(&self) {
            log("tail loaded");
        }
    }
    let make = || {
        let wings = [1, 2, 3].map(|number| named(&format!("wing {number}")));
        let ship = named("ship").insert(Hull(7));
        for (wing, number) in wings.into_iter().zip(1..) {
            wing.with(Wing { hull: Handle::NULL, ship, number }).with(Hull(number)).child_of(ship.entity());
        }
        wings[1].insert(Tail(20));
        Score::set(Score(100));
    };
    for format in ALL {
        load::<(Wing, Hull, Tail, Score)>(format, make, || {
            assert_eq!(take_log(), ["1 loaded", "2 loaded", "3 loaded", "tail loaded"]);
            assert_eq!(Score::borrow().0, 106);
            let hulls: Vec<_> = query::<(&Wing, &Hull)>().iter().map(|(_, hull)| hull.0).collect();
            assert_eq!(hulls, [2, 3, 4]);
        });
    }
}

#[test]
fn v3_on_load_runs_also_for_who_lacks_a_sibling() {
    #[derive(Component, Serialize, Deserialize, Debug)]
    struct Needs(u32);
    impl Needs {
        fn on_load(&mut self, hull: Option<&Hull>) {
            log(format!("{} on {}", self.0, hull.map_or(0, |hull| hull.0)));
        }
    }
    let make = || {
        Entity::spawn().with(Needs(1)).with(Hull(10));
        Entity::spawn().with(Needs(2)).with(Hull(20)).kill::<Hull>();
        Entity::spawn().with(Needs(3)).with(Hull(30)).set_enabled(false);
    };
    load::<(Needs, Hull)>(Format::Json, make, || {
        assert_eq!(take_log(), ["1 on 10", "2 on 0", "3 on 30"], "also of what is disabled");
        assert_eq!(Needs::count(), 3);
    });
}

#[test]
fn v3_a_handle_that_was_saved_in_a_sibling_field_leads_to_the_own_entity() {
    #[derive(Component, Serialize, Deserialize, Default, Debug)]
    struct Wing {
        #[component(sibling)]
        hull: Handle<Hull>,
    }
    let make = || {
        named("whole").with(Hull(3)).add::<Wing>();
        named("wreck").with(Hull(4)).add::<Wing>();
        find("wreck").expect("it was made").kill::<Hull>();
    };
    come_back::<(Wing, Hull)>(make, |_| {
        let whole = find("whole").expect("it was loaded");
        assert_eq!(whole.borrow::<Wing>().hull.borrow().0, 3);
        let wreck = find("wreck").expect("it was loaded");
        assert!(wreck.borrow::<Wing>().hull.get().is_none());
        wreck.insert(Hull(5));
        assert_eq!(wreck.borrow::<Wing>().hull.get().map(|hull| hull.0), Some(5));
    });
}

#[test]
fn v3_singletons_have_their_on_load() {
    #[derive(Singleton, Serialize, Deserialize, Default, Debug)]
    struct Map(u32, #[serde(skip)] u32);
    impl Map {
        fn init(&mut self) {
            log("init");
        }
        fn on_load(&mut self) {
            self.1 = self.0 * 2;
            log("load");
        }
    }
    let make = || _ = Map::set(Map(4, 8));
    for format in ALL {
        load::<Map>(format, make, || {
            assert_eq!(take_log(), ["load"]);
            assert_eq!((Map::borrow().0, Map::borrow().1), (4, 8));
        });
    }
}

#[test]
fn v3_types_with_hooks_and_without_size_are_loaded_as_others() {
    #[derive(Component, Serialize, Deserialize, Default, Debug)]
    struct Bell;
    impl Bell {
        fn init(&mut self) {
            log("init");
        }
        fn on_load(&mut self, me: Entity) {
            log(format!("load {}", me.name().expect("it has one")));
        }
        fn start(&mut self) {
            log("start");
        }
        fn shutdown(&mut self) {
            log("shutdown");
        }
    }
    let make = || ["a", "b"].iter().for_each(|name| _ = named(name).add::<Bell>());
    load::<Bell>(Format::Postcard, make, || {
        assert_eq!(take_log(), ["load a", "load b"]);
        update_all(0.1);
        World::clear();
        assert_eq!(take_log(), ["start", "start", "shutdown", "shutdown"]);
    });
}

#[derive(Component, Serialize, Deserialize, Default, Debug)]
#[component(track)]
struct Tracked(u32);

#[test]
fn v3_tracked_types_count_as_changed_when_they_are_loaded() {
    use ecs_core::{Added, Changed};
    let make = || {
        for number in 0..3 {
            Entity::spawn().insert(Tracked(number));
        }
        update_all(0.1);
    };
    load::<Tracked>(Format::Json, make, || {
        let all = || query::<Entity>().filter::<ecs_core::With<Tracked>>().iter().collect::<Vec<_>>();
        let changed = |since: Tick| query::<&Tracked>().filter::<Changed<Tracked>>().since(since).count();
        assert!(all().iter().all(|one| one.handle::<Tracked>().changed_since(Tick::default())));
        let then = World::tick();
        assert_eq!(changed(then), 0);
        let bytes = Format::Json.write::<Tracked>().0;
        assert_eq!(changed(then), 0, "saving changes nothing");
        Format::Json.read::<Tracked>(&bytes);
        assert_eq!(changed(then), 3, "those that have come");
        assert_eq!(query::<&Tracked>().filter::<Added<Tracked>>().since(then).count(), 3);
        all()[0].borrow_mut::<Tracked>().0 = 9;
        assert_eq!(changed(then), 4);
    });
}
