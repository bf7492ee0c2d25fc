//! What a subscriber of `tracing` sees: spans of frames, phases, passes and systems, and warnings.

mod seen;

use std::sync::Arc;

use ecs_core::{
    Commands, Component, Entity, FailurePolicy, Handle, Phase, Query, Schedule, World, send_all, update_all,
};

use seen::{Seen, watch};

#[derive(Component, Default)]
struct Plane(u32);

impl Plane {
    fn update(&mut self) {
        self.0 += 1;
    }
}

#[derive(Component, Default)]
#[component(inherits)]
struct Place(u32);

impl Place {
    fn start(&mut self) {}

    fn inherit(&mut self, parent: Option<&Place>) {
        self.0 = parent.map_or(1, |parent| parent.0 + 1);
    }
}

#[derive(Component)]
#[component(parallel)]
struct Boid(u32);

impl Boid {
    fn update(&mut self) {
        self.0 += 1;
    }
}

/// What is seen of a function, which runs in a world of its own, on one thread.
fn seen_of(f: impl FnOnce()) -> Seen {
    World::new().enter(|| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread starts");
        World::set_thread_pool(Arc::new(pool)).expect("there is a world");
        watch(f)
    })
}

#[test]
fn g2_spans_lie_one_inside_the_other() {
    fn spawn(commands: Commands) {
        commands.spawn((Plane(0),));
    }
    let seen = seen_of(|| {
        World::set_fixed_step(1.0);
        let parent = Entity::spawn().with(Place(0)).with(Plane(0));
        Entity::spawn().with(Place(0)).with(Boid(0)).child_of(parent);
        parent.after(0.0, |_| ());
        Entity::spawn().with(Plane(0)).despawn_after(0.0);
        World::set_schedule(Phase::LateUpdate, Schedule::new().add(spawn));
        World::remote().send(|| ()).expect("the world is there");
        update_all(1.0);
    });
    let expected = "\
frame
  remote rows=1
  phase phase=fixed_update
  later
  phase phase=update
    start component=Place rows=2
    pass component=Plane rows=2
    pass component=Boid rows=1
      part rows=1
  phase phase=late_update
    system system=spawn
    sync_point after=spawn
  inherit component=Place rows=2
  frame_end
";
    assert_eq!(seen.tree(), expected);
}

#[test]
fn g2_no_span_is_that_of_a_row() {
    let spans = |rows: u32| {
        seen_of(|| {
            for n in 0..rows {
                Entity::spawn().with(Plane(n)).with(Place(n));
            }
            update_all(0.1);
        })
    };
    let (few, many) = (spans(3).tree(), spans(1000).tree());
    assert_eq!(few.lines().count(), many.lines().count());
    assert_eq!(few.replace("rows=3", "rows=1000"), many);
}

#[test]
fn g2_passes_side_by_side_are_spans_beside_each_other() {
    #[derive(Component)]
    #[component(parallel)]
    struct Fish(u32);
    impl Fish {
        fn update(&mut self) {
            self.0 += 1;
        }
    }
    let seen = seen_of(|| {
        Entity::spawn().with(Boid(0)).with(Fish(0));
        update_all(0.1);
    });
    let expected = "\
  phase phase=update
    pass component=Boid rows=1
      part rows=1
    pass component=Fish rows=1
      part rows=1
";
    assert!(seen.tree().contains(expected), "{}", seen.tree());
}

#[test]
fn g2_what_a_system_shares_out_has_parts_inside_the_system() {
    fn steer(mut boids: Query<&mut Boid>) {
        boids.par_each(|boid| boid.0 += 1);
    }
    let seen = seen_of(|| {
        Entity::spawn().with(Boid(0));
        Schedule::new().add(steer).run(0.1);
    });
    assert_eq!(seen.tree(), "system system=steer\n  part rows=1\n");
}

#[test]
fn g2_spans_and_timings_know_nothing_of_each_other() {
    for is_timed in [false, true] {
        let seen = seen_of(|| {
            World::set_timings(is_timed);
            Entity::spawn().with(Plane(0));
            update_all(0.1);
            assert_eq!(World::stats().passes.len(), if is_timed { 2 } else { 0 });
        });
        assert!(seen.tree().contains("    pass component=Plane rows=1\n"), "{}", seen.tree());
    }
    World::new().enter(|| {
        Entity::spawn().with(Plane(0));
        World::set_timings(true);
        update_all(0.1);
        assert_eq!(World::stats().passes.len(), 2, "without a subscriber");
    });
}

#[test]
fn g2_a_panic_leaves_all_spans() {
    #[derive(Component)]
    struct Fuse;
    impl Fuse {
        fn update(&mut self) {
            panic!("it burns");
        }
    }
    let seen = seen_of(|| {
        let fuse = Entity::spawn().insert(Fuse);
        std::panic::catch_unwind(|| update_all(0.1)).expect_err("it burns");
        fuse.kill();
        update_all(0.1);
    });
    let frames = seen.tree().matches("frame\n").count();
    assert_eq!(frames, 2, "{}", seen.tree());
    assert!(seen.tree().lines().all(|line| line != "  frame"), "no frame inside another: {}", seen.tree());
}

#[test]
fn g2_soft_failures_are_warnings() {
    struct Hit;
    let seen = seen_of(|| {
        let boss = Entity::spawn().with(Plane(0));
        boss.set_name("boss");
        let plane: Handle<Place> = boss.handle();
        plane.kill();
        send_all(Hit);
        send_all(Hit);
    });
    let [kill, unheard] = &seen.warnings()[..] else { panic!("{:?}", seen.warnings()) };
    assert!(kill.starts_with("ecs-core: `Handle::kill` on `Place` of 0v1 \"boss\""), "{kill}");
    assert!(unheard.contains("nobody listens to `Hit`"), "{unheard}");
}

#[test]
fn g2_what_is_printed_is_a_warning_too() {
    let seen = seen_of(|| World::set_fixed_step(60.0));
    let expected: &[&str] = if cfg!(debug_assertions) { &["60 steps a second are"] } else { &[] };
    assert_eq!(seen.warnings().len(), expected.len());
    assert!(seen.warnings().iter().zip(expected).all(|(warning, part)| warning.contains(part)));
}

#[test]
fn g2_a_panic_after_which_the_frame_goes_on_is_a_warning() {
    #[derive(Component)]
    struct Enemy;
    impl Enemy {
        fn update(&mut self) {
            panic!("no path");
        }
    }
    let seen = seen_of(|| {
        World::set_failure_policy(FailurePolicy::SwitchOff).expect("there is a world");
        Entity::spawn().with(Enemy);
        update_all(0.1);
    });
    let expected = "ecs-core: the frame goes on: `Enemy::update` of 0v1 panicked: no path";
    assert_eq!(seen.warnings(), [expected]);
}
