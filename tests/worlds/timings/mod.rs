//! Timings: what each pass, system and other part of a frame took.

mod parts;
mod switching;

use std::time::Duration;

use ecs_core::stats::{PassStats, Work};
use ecs_core::{Commands, Component, Entity, IntoSystem, Phase, Query, Schedule, World, update_all};

use crate::support::ignore;

#[derive(Component, Default)]
struct Plane(u32);

impl Plane {
    fn fixed_update(&mut self) {
        self.0 += 1;
    }

    fn update(&mut self) {
        self.0 += 1;
    }

    fn late_update(&mut self) {
        self.0 += 1;
    }
}

/// Spawns so many, in a world that is timed and has fixed steps of a second.
fn planes(count: usize) -> Vec<Entity> {
    World::set_timings(true);
    World::set_fixed_step(1.0);
    World::set_most_fixed_steps(100);
    (0..count).map(|_| Entity::spawn().with(Plane(0))).collect()
}

fn passes() -> Vec<PassStats> {
    World::stats().passes
}

/// What was timed, as it is called in a text.
fn labels() -> Vec<String> {
    passes().iter().map(label).collect()
}

fn label(pass: &PassStats) -> String {
    let name = pass.name.rsplit("::").next().unwrap_or_default();
    let phase = pass.phase.map_or(String::new(), |phase| format!("{phase} "));
    format!("{phase}{} {name}", pass.work).trim_end().to_owned()
}

/// The only one that is called so.
fn pass(called: &str) -> PassStats {
    let mut found = passes().into_iter().filter(|pass| label(pass) == called);
    let pass = found.next().unwrap_or_else(|| panic!("no `{called}` among {:?}", labels()));
    assert!(found.next().is_none(), "two are called `{called}`");
    pass
}

#[test]
fn g2_each_pass_has_its_rows_and_how_often_it_ran() {
    let planes = planes(10);
    planes[3].set_enabled(false);
    update_all(3.0);
    let counts = |called: &str| (pass(called).rows, pass(called).runs);
    assert_eq!(counts("fixed_update pass Plane"), (27, 3));
    assert_eq!(counts("update pass Plane"), (9, 1));
    assert_eq!(counts("late_update pass Plane"), (9, 1));
    assert_eq!(counts("frame"), (0, 1));
    planes[3].set_enabled(true);
    update_all(0.0);
    assert_eq!(counts("update pass Plane"), (10, 1), "of the last frame");
    let fixed = pass("fixed_update pass Plane");
    assert_eq!((fixed.rows, fixed.runs, fixed.time), (0, 0, Duration::ZERO), "there was no step");
    assert_eq!(World::stats().timed_frames, 2);
}

#[test]
fn g2_what_was_timed_stands_in_the_order_of_the_frame() {
    #[derive(Component, Default)]
    struct Late;
    impl Late {
        fn update(&mut self) {}
    }
    planes(1);
    update_all(0.0);
    assert_eq!(labels(), ["frame", "update pass Plane", "late_update pass Plane"]);
    Entity::spawn().add::<Late>().after(1.0, |_| ());
    update_all(1.0);
    let all = [
        "frame",
        "fixed_update pass Plane",
        "later",
        "update pass Plane",
        "update pass Late",
        "late_update pass Plane",
    ];
    assert_eq!(labels(), all);
    update_all(1.0);
    assert_eq!(labels(), all);
}

#[test]
fn g2_two_types_of_one_name_are_two_entries() {
    mod other {
        #[derive(ecs_core::Component, Default)]
        pub struct Plane;
        impl Plane {
            fn update(&mut self) {}
        }
    }
    planes(2);
    Entity::spawn().with(other::Plane);
    fn fly() {}
    let schedule = Schedule::new().add(fly).add(fly.named("glide"));
    World::set_schedule(Phase::Update, schedule);
    update_all(0.0);
    let found: Vec<_> = passes().into_iter().filter(|pass| label(pass) == "update pass Plane").collect();
    assert_eq!(found.iter().map(|pass| pass.rows).collect::<Vec<_>>(), [2, 1]);
    assert_eq!((pass("update system fly").runs, pass("update system glide").runs), (1, 1));
}

#[test]
fn g2_what_a_frame_does_lies_within_it() {
    planes(100);
    for _ in 0..20 {
        update_all(1.0);
    }
    let frame = pass("frame");
    let parts = passes().into_iter().filter(|pass| pass.work != Work::Frame);
    assert!(parts.map(|pass| pass.time).sum::<Duration>() <= frame.time);
    for pass in passes() {
        assert_eq!(pass.frame, frame.time);
        assert!(pass.longest >= pass.time && pass.longest >= pass.mean, "{pass:?}");
        assert!((0.0..=1.0).contains(&pass.share()), "{pass:?}");
        assert_eq!((pass.parts, pass.parts_time), (0, Duration::ZERO), "one thread has run all");
    }
    assert_eq!(frame.share(), 1.0);
}

#[test]
fn g2_systems_are_timed_by_their_phase_and_commands_in_the_sync_point_after_them() {
    fn spawn(commands: Commands) {
        commands.spawn((Plane(0),));
    }
    fn look(planes: Query<&Plane>) {
        ignore(planes.count());
    }
    planes(1);
    World::set_schedule(Phase::FixedUpdate, Schedule::new().add(look));
    World::set_schedule(Phase::LateUpdate, Schedule::new().add((look, spawn).chain()));
    update_all(2.0);
    assert_eq!(pass("fixed_update system look").runs, 2);
    assert_eq!((pass("late_update system look").runs, pass("late_update system look").rows), (1, 0));
    assert_eq!(pass("late_update system spawn").runs, 1);
    assert_eq!(pass("late_update sync point spawn").runs, 1);
    let sync_points = labels().into_iter().filter(|label| label.contains("sync point"));
    assert_eq!(sync_points.count(), 1, "nothing waited after the others");
}

#[test]
fn g2_all_that_a_frame_does_is_timed() {
    #[derive(Component, Default)]
    struct Born;
    impl Born {
        fn start(&mut self) {}
    }
    #[derive(Component, Default)]
    #[component(inherits)]
    struct Place(u8);
    impl Place {
        fn inherit(&mut self, parent: Option<&Place>) {
            self.0 = parent.map_or(1, |parent| parent.0 + 1);
        }
    }
    planes(1);
    update_all(0.0);
    let (mother, child) =
        (Entity::spawn().with(Place(0)).with(Born), Entity::spawn().with(Place(0)).with(Born));
    child.child_of(mother);
    for _ in 0..2 {
        mother.after(0.0, |_| ());
        World::remote().send(|| ()).expect("the world is there");
    }
    Entity::spawn().with(Plane(0)).despawn_after(0.0);
    child.despawn_after(0.0);
    World::remote().send(move || ()).expect("the world is there");
    update_all(0.0);
    let rows = |called: &str| (pass(called).rows, pass(called).runs);
    assert_eq!(rows("remote"), (3, 1));
    assert_eq!(rows("update start Born"), (2, 1));
    assert_eq!(rows("inherit Place"), (2, 1));
    assert_eq!((rows("later"), pass("later").phase), ((2, 1), None));
    assert_eq!(rows("frame end"), (2, 1));
}

#[test]
fn g2_what_runs_between_two_frames_counts_to_the_next() {
    fn look(planes: Query<&Plane>) {
        ignore(planes.count());
    }
    planes(3);
    let mut schedule = Schedule::new().add(look);
    update_all(0.0);
    schedule.run(0.1);
    Plane::update_all(0.1);
    assert!(!labels().contains(&"system look".to_owned()));
    assert_eq!(pass("update pass Plane").rows, 3);
    update_all(0.0);
    assert_eq!((pass("system look").runs, pass("system look").phase), (1, None));
    assert_eq!(pass("update pass Plane").rows, 6);
}

#[test]
fn g2_timings_are_printed() {
    planes(1000);
    update_all(0.0);
    let text = World::stats().to_string();
    let at = text.find("last of 1 timed frames").expect("the stores stand before it");
    let lines: Vec<_> = text[at..].lines().take(4).collect();
    assert!(lines[0].ends_with("rows runs      time      mean   longest  share"), "{text}");
    assert!(lines[1].starts_with("  frame "), "{text}");
    assert!(lines[2].starts_with("  update: pass Plane "), "{text}");
    let widths: Vec<_> = lines.iter().map(|line| line.chars().count()).collect();
    assert_eq!(widths, [widths[0]; 4], "the numbers stand below each other: {text}");
    assert!(pass("update pass Plane").to_string().starts_with("update: pass Plane: 1000 rows in "));
    World::set_timings(false);
    assert!(!World::stats().to_string().contains("timed"));
}
