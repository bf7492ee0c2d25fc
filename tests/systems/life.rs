//! How systems begin and end: `init` once before the first update, in an order of its own, and `shutdown`
//! once at the end, in the reverse.

use ecs_core::systems::{Item, SystemConfig};
use ecs_core::{
    Component, Entity, IntoSystem, Phase, Schedule, ScheduleError, Singleton, System, SystemId, View, World,
    set, update_all,
};

use super::{A, B, Nth, id};
use crate::support::{CountedDrop, DropCounter, assert_says, log, message_of, take_log};

/// Notes all that happens to it.
struct Watched<const N: usize> {
    updates: usize,
    _token: CountedDrop,
}

impl<const N: usize> Watched<N> {
    fn new(drops: &DropCounter) -> Self {
        Self { updates: 0, _token: drops.token() }
    }
}

impl<const N: usize> System for Watched<N> {
    type Params = ();

    fn init(&mut self) {
        // The world is at hand.
        Entity::spawn().insert(A(N as u32));
        log(format!("init {N}"));
    }

    fn update(&mut self, (): Item<'_, ()>) {
        self.updates += 1;
    }

    fn shutdown(&mut self) {
        log(format!("shutdown {N} with {} of {}", self.updates, A::count()));
    }
}

fn watched<const N: usize>() -> SystemId {
    SystemId::of::<Watched<N>>()
}

#[test]
fn each_begins_once_and_ends_once() {
    let drops = DropCounter::default();
    let mut schedule = Schedule::new().add(Watched::<0>::new(&drops)).add(Watched::<1>::new(&drops));
    assert!(take_log().is_empty());
    schedule.run(0.1);
    assert_eq!(take_log(), ["init 0", "init 1"]);
    schedule.insert(Watched::<2>::new(&drops).before(watched::<0>()));
    schedule.run(0.1);
    assert_eq!(take_log(), ["init 2"]);
    assert!(schedule.remove(watched::<0>()));
    assert!(!schedule.remove(watched::<0>()));
    assert_eq!((take_log(), drops.dropped()), (vec!["shutdown 0 with 2 of 3".into()], 1));
    schedule.run(0.1);
    schedule.clear();
    assert_eq!(take_log(), ["shutdown 2 with 2 of 3", "shutdown 1 with 3 of 3"]);
    assert!(schedule.is_empty());
    schedule.clear();
    assert_eq!((take_log().len(), drops.dropped()), (0, drops.made()));
}

#[test]
fn what_was_never_on_neither_begins_nor_ends() {
    let drops = DropCounter::default();
    let mut schedule = Schedule::new()
        .configure(set("night").disabled())
        .add(Watched::<0>::new(&drops).disabled())
        .add(Watched::<1>::new(&drops).in_set("night"))
        .add(Watched::<2>::new(&drops).disabled());
    schedule.run(0.1);
    assert!(take_log().is_empty());
    schedule.set_enabled(watched::<2>(), true);
    schedule.run(0.1);
    schedule.set_enabled(watched::<2>(), false);
    schedule.set_enabled(set("night"), true);
    schedule.run(0.1);
    schedule.run(0.1);
    assert_eq!(take_log(), ["init 2", "init 1"]);
    // What is off ends too, if it has begun.
    schedule.clear();
    assert_eq!(take_log(), ["shutdown 1 with 2 of 2", "shutdown 2 with 1 of 2"]);
    assert_eq!(drops.dropped(), drops.made());
}

#[test]
fn init_runs_in_the_order_that_is_said_for_it_and_shutdown_in_the_reverse() {
    let drops = DropCounter::default();
    let mut schedule = Schedule::new()
        .add(Watched::<0>::new(&drops).init_after(watched::<2>()))
        .stage("late")
        .add(Watched::<1>::new(&drops))
        .add(Watched::<2>::new(&drops))
        .add(Watched::<3>::new(&drops).init_before(watched::<1>()).after(watched::<2>()));
    let order: Vec<_> = schedule.explain().systems().map(|system| system.to_string()).collect();
    schedule.run(0.1);
    assert_eq!(take_log(), ["init 3", "init 1", "init 2", "init 0"]);
    assert_eq!(
        order,
        ["Watched<0>", "Watched<1>", "Watched<2>", "Watched<3>"],
        "it is not that of the turns"
    );
    schedule.clear();
    assert_eq!(take_log(), [0, 2, 1, 3].map(|number| format!("shutdown {number} with 1 of 4")),);
}

#[test]
fn a_contradictory_order_of_init_is_an_error() {
    let drops = DropCounter::default();
    let error = Schedule::new()
        .add(Watched::<0>::new(&drops).init_after(watched::<1>()))
        .add(Watched::<1>::new(&drops).init_after(watched::<0>()))
        .try_run(0.1)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot order the `init` of the systems: Watched<1> before Watched<0> before Watched<1>; remove one \
         of their `init_after` or `init_before`"
    );
    let error = Schedule::new().add(Watched::<0>::new(&drops).init_after("audio")).try_run(0.1).unwrap_err();
    assert_says(&error.to_string(), &["audio, which is not in the schedule"]);
    assert!(take_log().is_empty());
}

#[test]
fn a_type_says_its_own_place() {
    struct Draw;
    impl System for Draw {
        type Params = (&'static mut super::Log,);
        fn place(system: SystemConfig) -> SystemConfig {
            system.after("collide").in_set("picture").run_if(|| true)
        }
        fn update(&mut self, (log,): Item<'_, Self::Params>) {
            log.0.push(9);
        }
    }
    let mut schedule = Schedule::new()
        .add(Draw.after("fall"))
        .add(Nth::<1>.named("collide"))
        .add(Nth::<2>.named("fall"))
        .add(Nth::<3>);
    schedule.run(0.1);
    assert_eq!(super::take_log(), [1, 2, 9, 3]);
    schedule.set_enabled(set("picture"), false);
    schedule.run(0.1);
    assert_eq!(super::take_log(), [1, 2, 3]);
}

#[test]
fn what_has_not_begun_does_not_end() {
    let drops = DropCounter::default();
    let mut schedule = Schedule::new().add(Watched::<0>::new(&drops)).add(Watched::<1>::new(&drops));
    schedule.remove(watched::<0>());
    drop(schedule);
    assert_eq!((take_log().len(), drops.dropped()), (0, 2));
}

#[test]
fn a_schedule_that_is_dropped_shuts_nothing_down() {
    let drops = DropCounter::default();
    let mut schedule = Schedule::new().add(Watched::<0>::new(&drops));
    schedule.run(0.1);
    drop(schedule);
    assert_eq!((take_log(), drops.dropped()), (vec!["init 0".into()], 1));
}

#[test]
fn what_was_removed_can_be_added_again() {
    let drops = DropCounter::default();
    let mut schedule = Schedule::new().add(Watched::<0>::new(&drops));
    schedule.run(0.1);
    schedule.remove(watched::<0>());
    schedule.insert(Watched::<0>::new(&drops));
    assert_eq!(schedule.len(), 1);
    schedule.run(0.1);
    assert_eq!(take_log(), ["init 0", "shutdown 0 with 1 of 1", "init 0"]);
}

#[test]
fn init_may_set_what_the_systems_take() {
    #[derive(Singleton)]
    struct Level(u32);
    struct Load;
    impl System for Load {
        type Params = (&'static mut Level,);
        fn init(&mut self) {
            Level::set(Level(7));
        }
        fn update(&mut self, (level,): Item<'_, Self::Params>) {
            level.0 += 1;
        }
    }
    Schedule::new().add(Load).run(0.1);
    assert_eq!(Level::borrow().0, 8);
}

#[test]
fn a_panic_in_shutdown_leaves_the_others_to_the_next_clear() {
    let drops = DropCounter::default();
    struct Faulty;
    impl System for Faulty {
        type Params = ();
        fn update(&mut self, (): Item<'_, ()>) {}
        fn shutdown(&mut self) {
            panic!("disk full");
        }
    }
    let mut schedule =
        Schedule::new().add(Watched::<0>::new(&drops)).add(Faulty).add(Watched::<1>::new(&drops));
    schedule.run(0.1);
    take_log();
    assert_eq!(message_of(|| schedule.clear()), "disk full");
    assert_eq!(take_log(), ["shutdown 1 with 1 of 2"]);
    schedule.run(0.1);
    schedule.clear();
    assert_eq!(take_log(), ["shutdown 0 with 2 of 2"]);
}

#[test]
fn a_name_is_given_once() {
    let mut schedule = Schedule::new().add(Nth::<0>.named("count"));
    let error = schedule.try_insert(Nth::<1>.named("count")).unwrap_err();
    assert_eq!(error, ScheduleError::Again { system: "count" });
    assert_says(
        &error.to_string(),
        &["cannot add a second system of the name \"count\"", "choose another name"],
    );
    fn twice() {}
    assert_eq!(
        message_of(|| Schedule::new().add(twice.named("count")).add(twice.named("count"))),
        error.to_string()
    );
    assert_eq!(schedule.len(), 1);
    assert!(schedule.remove("count"));
    schedule.insert(Nth::<1>.named("count"));
}

#[test]
fn several_of_one_function_are_switched_and_removed_together() {
    fn note(number: usize) -> impl Fn(&mut super::Log) {
        move |log: &mut super::Log| log.0.push(number)
    }
    let mut schedule = Schedule::new().add(note(1)).add(note(2).named("second")).add(note(3)).add(Nth::<7>);
    schedule.run(0.1);
    assert_eq!(super::take_log(), [1, 2, 3, 7]);
    assert!(schedule.set_enabled("second", false) && !schedule.set_enabled("third", false));
    assert_eq!((schedule.is_enabled("second"), schedule.is_enabled("third")), (Some(false), None));
    schedule.run(0.1);
    assert_eq!(super::take_log(), [1, 3, 7]);
    assert_eq!(
        schedule.explain().to_string(),
        "main:\
         \n  1. {{closure}}: added 1st\
         \n  2. second: added 2nd; switched off; not in parallel with {{closure}}, because of Log\
         \n  3. {{closure}}: added 3rd; not in parallel with second, because of Log\
         \n  4. Nth<7>: added 4th; not in parallel with {{closure}}, because of Log\n"
    );
    assert!(schedule.set_enabled(note(0), true));
    assert!(schedule.remove(note(0)));
    assert_eq!(schedule.len(), 1);
}

#[test]
fn several_of_one_type_begin_and_end_each() {
    let drops = DropCounter::default();
    let mut schedule = Schedule::new().add(Watched::<0>::new(&drops)).add(Watched::<0>::new(&drops));
    schedule.run(0.1);
    assert!(schedule.remove(watched::<0>()));
    assert_eq!(take_log(), ["init 0", "init 0", "shutdown 0 with 1 of 2", "shutdown 0 with 1 of 2"]);
    assert!(schedule.is_empty());
}

#[test]
fn a_stage_must_be_there() {
    let error = Schedule::new().try_insert(Nth::<0>.in_stage("physics")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot add Nth<0> to the stage \"physics\": the schedule has none of this name; make it with \
         `stage(\"physics\")` before"
    );
    assert_eq!(
        message_of(|| Schedule::new().stage("input").add(Nth::<0>.in_stage("physics"))),
        error.to_string()
    );
}

#[test]
fn names_are_shown_without_paths() {
    let mut schedule = Schedule::new().add(Nth::<3>).add((|_: f32| ()).named("the closure"));
    assert_eq!(
        schedule.explain().to_string(),
        "main:\n  1. Nth<3>: added 1st\n   + the closure: added 2nd\n"
    );
    assert!(schedule.remove(id::<3>()));
}

#[test]
fn a_world_that_ends_drops_its_schedules() {
    let drops = DropCounter::default();
    let world = World::new();
    world.enter(|| {
        World::set_schedule(Phase::Update, Schedule::new().add(Watched::<0>::new(&drops)));
        World::set_schedule(Phase::LateUpdate, Schedule::new().add(Watched::<1>::new(&drops)));
        update_all(0.1);
    });
    drop(world);
    assert_eq!((take_log(), drops.dropped()), (vec!["init 0".into(), "init 1".into()], 2));
}

#[test]
fn a_system_may_move_with_its_world() {
    fn count(all: View<B>) {
        assert_eq!(all.len(), 1);
    }
    let drops = DropCounter::default();
    let world = World::new();
    world.enter(|| {
        Entity::spawn().insert(B(1));
        World::set_schedule(Phase::Update, Schedule::new().add(Watched::<0>::new(&drops)).add(count));
        update_all(0.1);
    });
    let world = world.into_send().unwrap_or_else(|(_, error)| panic!("{error}"));
    let there = std::thread::spawn(move || {
        let world = world.into_world();
        world.enter(|| {
            update_all(0.1);
            World::take_schedule(Phase::Update).unwrap().clear();
        });
        take_log()
    });
    assert_eq!(there.join().unwrap(), ["shutdown 0 with 2 of 1"]);
    assert_eq!((take_log(), drops.dropped()), (vec!["init 0".into()], 1));
}

/// Its first `init` breaks.
struct Late(u32);

impl System for Late {
    type Params = ();

    fn init(&mut self) {
        self.0 += 1;
        assert!(self.0 > 1, "the first breaks");
    }

    fn update(&mut self, (): Item<'_, ()>) {
        assert_eq!(self.0, 2);
    }
}

/// Would catch: an `init` that counts before it has come to its end.
#[test]
fn an_init_that_panics_runs_again() {
    let mut schedule = Schedule::new().add(Late(0));
    assert_eq!(message_of(|| schedule.run(1.0)), "the first breaks");
    schedule.run(1.0);
    schedule.run(1.0);
}
