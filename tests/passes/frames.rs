//! Frames: what is made, sent, refused or panics while one is prepared or runs.

use std::cell::{Cell, RefCell};

use ecs_core::{
    Changed, Component, Entity, Ref, Singleton, UpdateError, World, explain_order, query, time,
    try_update_all, update_all,
};

use crate::support::{log, message_of, take_log};

/// What comes before the frame may set the clock: the time step is looked at after it.
#[test]
fn d5_a_singleton_that_is_made_for_a_frame_may_set_the_clock() {
    #[derive(Singleton, Default)]
    struct Settings;
    impl Settings {
        fn init(&mut self) {
            World::set_longest_dt(1.0);
        }
    }
    #[derive(Component, Default)]
    struct Runs(u32);
    impl Runs {
        fn update(&mut self, _: &Settings) {
            self.0 += 1;
        }
    }
    let runs = Entity::spawn().add::<Runs>();
    assert!(matches!(try_update_all(10.0), Err(UpdateError::LongDt { .. })));
    assert_eq!((runs.borrow().0, time().frame()), (0, 0));
    update_all(0.5);
    assert!((time().elapsed() - 0.5).abs() < 1e-6 && time().remainder() < 1.0);
}

#[derive(Component)]
#[component(track)]
struct Hp(u32);

thread_local! {
    static KEPT: RefCell<Option<Ref<Plain>>> = const { RefCell::new(None) };
    static KEEP: Cell<bool> = const { Cell::new(false) };
}

#[derive(Component, Default)]
struct Plain;

/// Runs first, and may keep a guard on what the next pass takes.
#[derive(Component, Default)]
struct Keeps;

impl Keeps {
    fn update(&mut self, me: Entity) {
        if KEEP.get() {
            KEPT.set(Some(me.borrow::<Plain>()));
        }
    }
}

/// A pass that could not begin has not looked: what has changed before it is seen by the next.
#[test]
fn a_pass_that_is_refused_in_the_middle_of_a_frame_misses_no_change() {
    #[derive(Component, Default)]
    #[component(after(Keeps), isolated)]
    struct Looks(Vec<u32>);
    impl Looks {
        fn update(&mut self, _: &mut Plain) {
            self.0 = query::<&Hp>().filter::<Changed<Hp>>().iter().map(|hp| hp.0).collect();
        }
    }
    let looks = Entity::spawn().with(Plain).with(Keeps).add::<Looks>();
    let hp = Entity::spawn().insert(Hp(1));
    update_all(0.0);
    assert_eq!(looks.borrow().0, [1]);
    update_all(0.0);
    assert_eq!(looks.borrow().0, []);
    hp.borrow_mut().0 = 2;
    KEEP.set(true);
    assert!(matches!(try_update_all(0.0), Err(UpdateError::Borrowed { .. })));
    assert_eq!(looks.borrow().0, []);
    KEEP.set(false);
    KEPT.take();
    update_all(0.0);
    assert_eq!(looks.borrow().0, [2]);
}

#[test]
fn a_panic_in_a_fixed_step_ends_the_frame_and_no_later_one() {
    #[derive(Component, Default)]
    struct Steps(u32);
    impl Steps {
        fn fixed_update(&mut self, dt: f32) {
            assert_eq!(time().dt(), dt);
            self.0 += 1;
            assert_ne!(self.0, 2, "the second");
        }
        fn update(&mut self, dt: f32) {
            assert_eq!(time().dt(), dt);
            log(format!("update {dt}"));
        }
    }
    World::set_fixed_step(0.25);
    let steps = Entity::spawn().add::<Steps>();
    assert!(message_of(|| update_all(1.0)).contains("the second"));
    assert_eq!((steps.borrow().0, time().dt(), time().remainder()), (2, 1.0, 0.5));
    update_all(0.5);
    assert_eq!((steps.borrow().0, time().fixed_steps()), (6, 6));
    assert_eq!(take_log(), ["update 0.5"]);
    assert!(message_of(|| Steps::update_all(f32::NAN)).contains("NaN"));
    Steps::update_all(0.125);
    assert_eq!((take_log(), time().dt()), (vec!["update 0.125".into()], 0.5));
}

#[test]
fn the_order_may_be_explained_while_a_frame_adds_types() {
    #[derive(Component, Default)]
    struct Late;
    impl Late {
        fn update(&mut self) {
            log("late");
        }
    }
    #[derive(Singleton, Default)]
    struct Early;
    impl Early {
        fn init(&mut self) {
            log(explain_order().to_string().lines().count().to_string());
        }
        fn update(&mut self) {
            log("early");
            Entity::spawn().add::<Late>();
            log(explain_order().to_string().lines().count().to_string());
        }
    }
    #[derive(Component, Default)]
    struct First;
    impl First {
        fn update(&mut self, _: &Early) {
            log("first");
        }
    }
    Entity::spawn().add::<First>();
    update_all(0.0);
    let log = take_log();
    assert_eq!(
        log.iter().filter(|line| line.parse::<u32>().is_err()).collect::<Vec<_>>(),
        ["first", "early", "late"]
    );
}

#[test]
fn a_job_that_panics_stops_the_frame_before_its_clock() {
    let remote = World::remote();
    remote.send(|| panic!("in a job")).expect("there is room");
    remote.send(|| log("the next")).expect("there is room");
    assert_eq!(message_of(|| update_all(1.0)), "in a job");
    assert_eq!((time().frame(), take_log().len()), (0, 0));
    update_all(1.0);
    assert_eq!((time().frame(), take_log()), (1, vec!["the next".to_owned()]));
}
