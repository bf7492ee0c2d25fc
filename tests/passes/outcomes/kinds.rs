//! Law Y1: all kinds of hooks and closures return the same.

use ecs_core::systems::Item;
use ecs_core::{
    Add, Component, Entity, Failed, Handle, Handled, IntoSystem, Phase, Schedule, Singleton, System, World,
    local, next_frame, observe, update_all,
};

use super::*;

/// What a hook is to return.
#[derive(Clone, Copy, PartialEq, Debug)]
enum End {
    Done,
    Nothing,
    Fails,
}

impl End {
    fn of(self, hook: &str) -> Result<(), Failed> {
        log(hook);
        match self {
            Self::Done => Ok(()),
            Self::Nothing => Err(Failed::NOTHING),
            Self::Fails => Err(Failed::new(format_args!("{hook} is broken"))),
        }
    }

    fn maybe(self, hook: &str) -> Option<()> {
        self.of(hook).ok()
    }
}

struct Hit;

#[derive(Component)]
#[component(on(Hit))]
struct Ship {
    end: End,
}

impl Ship {
    fn init(&mut self) -> Option<()> {
        self.end.maybe("init")
    }
    fn start(&mut self) -> Result<(), Failed> {
        self.end.of("start")
    }
    fn fixed_update(&mut self) -> Result<(), Failed> {
        self.end.of("fixed_update")
    }
    fn update(&mut self, _: f32) -> Result<(), Failed> {
        self.end.of("update")
    }
    fn late_update(&self, _: Entity) -> Option<()> {
        self.end.maybe("late_update")
    }
    fn on_enable(&mut self) -> Result<(), Failed> {
        self.end.of("on_enable")
    }
    fn on_disable(&mut self) -> Result<(), Failed> {
        self.end.of("on_disable")
    }
    fn on_hit(&mut self, _: &Hit) -> Result<(), Failed> {
        self.end.of("on_hit")
    }
    fn shutdown(&mut self) -> Result<(), Failed> {
        self.end.of("shutdown")
    }
}

const HOOKS: [&str; 8] =
    ["on_enable", "start", "fixed_update", "update", "late_update", "on_hit", "on_disable", "shutdown"];

/// The whole life of a ship.
fn live(end: End) {
    World::set_fixed_step(0.1);
    let ship = Entity::spawn().insert(Ship { end });
    update_all(0.1);
    ship.entity().send(Hit);
    ship.entity().despawn();
}

#[test]
fn y1_ok_and_some_are_as_if_nothing_was_returned() {
    live(End::Done);
    assert_eq!(take_log(), [&["init"], &HOOKS[..]].concat());
    assert!(idle().is_empty() && failures().is_empty());
}

#[test]
fn y1_none_of_each_hook_is_counted_by_its_name() {
    live(End::Nothing);
    assert_eq!(take_log(), [&["init"], &HOOKS[..]].concat());
    let named = |hook| format!("`Ship::{hook}` had nothing to do for 1 entity: 0v1");
    assert_eq!(idle(), [&["init"], &HOOKS[..]].concat().into_iter().map(named).collect::<Vec<_>>());
    assert!(failures().is_empty());
}

#[test]
fn y1_an_error_of_each_hook_is_reported_by_its_name_and_stops_nothing() {
    live(End::Fails);
    assert_eq!(take_log(), [&["init"], &HOOKS[..]].concat());
    // `late_update` returns an `Option`.
    let named = |hook: &&str| format!("`Ship::{hook}` of 0v1 failed: {hook} is broken");
    let fail = HOOKS.iter().filter(|&&hook| hook != "late_update");
    assert_eq!(failures(), fail.map(named).collect::<Vec<_>>());
    assert_eq!(World::stats().failures.count, 7);
}

#[test]
fn y1_a_hook_of_a_value_that_is_used_again_returns_too() {
    #[derive(Component, Default)]
    #[component(pooled(4))]
    struct Bat(Vec<u8>);
    impl Bat {
        fn on_reset(&mut self) -> Option<()> {
            self.0.pop().map(drop)
        }
    }
    Entity::spawn().add::<Bat>().kill();
    Entity::spawn().add::<Bat>();
    assert_eq!(idle(), ["`Bat::on_reset` had nothing to do for 1 entity: 1v1"]);
}

#[derive(Component, Default)]
struct Door {
    opened: u32,
}

#[test]
fn y1_timers_and_tasks_return_too() {
    let door = Entity::spawn().add::<Door>();
    door.after(0.1, |door| {
        door.opened += 1;
        None::<()>.map(drop)
    });
    door.every(0.1, |_| Err::<(), _>("stuck"));
    door.task(async |door| {
        next_frame().await;
        let _there = door.try_borrow()?;
        Err::<(), Failed>(Failed::new("no key"))
    });
    door.entity().after(0.1, |_| None::<()>);
    door.entity().task(async |_| Err::<(), _>("no door"));
    for _ in 0..3 {
        update_all(0.1);
    }
    assert_eq!(door.borrow().opened, 1);
    let mut found = failures();
    found.sort();
    found.dedup();
    assert_eq!(
        found,
        [
            "`Door::every` of 0v1 failed: stuck",
            "`Door::task` of 0v1 failed: no key",
            "`Entity::task` of 0v1 failed: no door",
        ]
    );
    assert_eq!(
        idle(),
        [
            "`Door::after` had nothing to do for 1 entity: 0v1",
            "`Entity::after` had nothing to do for 1 entity: 0v1",
        ]
    );
}

#[test]
fn y1_observers_return_too() {
    let _nothing = observe(|_: &Add<Door>| None::<()>);
    let _fails = observe(|new: &Add<Door>| {
        let _there = new.handle().try_borrow()?;
        Err::<(), Failed>(Failed::new("not wanted"))
    });
    Entity::spawn().add::<Door>();
    assert_eq!(idle(), ["`Add<Door>::observe` had nothing to do for 1 entity: 0v1"]);
    assert_eq!(failures(), ["`Add<Door>::observe` of 0v1 failed: not wanted"]);
}

#[test]
fn y1_systems_return_too() {
    fn idles(_: f32) -> Option<()> {
        None
    }
    fn breaks() -> Result<(), &'static str> {
        Err("out of order")
    }
    struct Plain;
    impl System for Plain {
        type Params = f32;
        fn update(&mut self, _: Item<'_, f32>) {
            log("plain");
        }
    }
    let mut schedule = Schedule::new().add(idles).add(breaks).add(local(|| Err::<(), _>("here"))).add(Plain);
    schedule.run(0.1);
    World::set_schedule(Phase::Update, schedule);
    update_all(0.1);
    assert_eq!(take_log(), ["plain", "plain"]);
    assert_eq!(idle(), ["`idles` had nothing to do"]);
    let found = failures();
    assert_eq!(found.len(), 4, "{found:?}");
    assert_says(&found[0], &["breaks` failed: out of order"]);
    assert_says(&found[1], &["` failed: here"]);
    assert!(World::stats().failures.last.iter().all(|failure| failure.entity == Entity::NONE));
}

#[test]
fn y1_inherit_returns_too() {
    #[derive(Component)]
    #[component(inherits)]
    struct Place(i32);
    impl Place {
        fn inherit(&mut self, parent: Option<&Self>) -> Option<()> {
            self.0 += parent?.0;
            Some(())
        }
    }
    let root = Entity::spawn().with(Place(1));
    let leaf = Entity::spawn().child_of(root).insert(Place(10));
    update_all(0.1);
    assert_eq!(leaf.borrow().0, 11);
    assert_eq!(idle(), ["`Place::inherit` had nothing to do for 1 entity: 0v1"]);
}

#[test]
fn y1_a_closure_that_always_panics_compiles_in_each_place() {
    let door = Entity::spawn().add::<Door>();
    door.after(0.1, |_| panic!("after"));
    assert_eq!(message_of(|| update_all(0.1)), "after");
    door.entity().every(0.1, |_| unreachable!("every"));
    assert_says(&message_of(|| update_all(0.1)), &["every"]);
    door.entity().cancel_timers();
    door.task(async |_| todo!("task"));
    assert_says(&message_of(|| update_all(0.1)), &["task"]);
    let observer = observe(|_: &Add<Door>| panic!("observe"));
    assert_eq!(message_of(|| Entity::spawn().add::<Door>()), "observe");
    drop(observer);
    let mut schedule = Schedule::new().add(local(|| panic!("system")).named("breaks"));
    assert_eq!(message_of(|| schedule.run(0.1)), "system");
}

#[test]
fn y1_the_methods_that_listen_may_say_that_they_have_handled_the_event() {
    #[derive(Component)]
    #[component(on(Hit))]
    struct Shield(u8);
    impl Shield {
        fn on_hit(&mut self, _: &Hit) -> Result<Handled, Failed> {
            self.0 = self.0.checked_sub(1).ok_or(Failed::NOTHING)?;
            Ok(Handled::Yes)
        }
    }
    let shield = Entity::spawn().insert(Shield(1));
    assert_eq!((shield.entity().send(Hit), Shield::send_all(Hit)), (1, 1));
    assert_eq!(idle(), ["`Shield::on_hit` had nothing to do for 1 entity: 0v1"]);
}

#[derive(Singleton, Default)]
struct Score(u32);

#[test]
fn y4_what_may_be_gone_is_read_with_a_question_mark() {
    #[derive(Component, Default)]
    struct Turret {
        target: Handle<Door>,
        turns: u32,
    }
    impl Turret {
        fn update(&mut self) -> Option<()> {
            let target = self.target.entity();
            drop(self.target.get()?);
            self.target.get_mut()?.opened += 1;
            drop(target.get::<Door>()?);
            target.get_mut::<Door>()?.opened += 1;
            drop(Score::get()?);
            Score::get_mut()?.0 += 1;
            self.turns += 1;
            Some(())
        }
    }
    let target = Entity::spawn().add::<Door>();
    let turret = Entity::spawn().insert(Turret { target, turns: 0 });
    update_all(0.1);
    assert_eq!((turret.borrow().turns, target.borrow().opened), (0, 2), "there is no score yet");
    Score::set(Score(0));
    update_all(0.1);
    assert_eq!((turret.borrow().turns, Score::borrow().0), (1, 1));
    target.kill();
    update_all(0.1);
    assert_eq!(turret.borrow().turns, 1);
    assert_eq!(idle(), ["`Turret::update` had nothing to do for 1 entity: 1v1"]);
}
