//! Hooks that never run, because a component was forgotten: `World::stats` and `explain_order` say which, of
//! how many, and what is missing (D8).

use ecs_core::stats::Skipped;
use ecs_core::{Component, Entity, Handle, Singleton, World, explain_order, time, update_all};

#[derive(Component, Default)]
struct Transform(f32);

#[derive(Component, Default)]
struct Velocity(f32);

#[derive(Component, Default)]
struct Plane(u32);

impl Plane {
    fn update(&mut self, transform: &mut Transform, velocity: &Velocity) {
        transform.0 += velocity.0;
        self.0 += 1;
    }

    fn late_update(&mut self, _transform: &Transform) {}
}

fn skipped() -> Vec<String> {
    World::stats().skipped.iter().map(Skipped::to_string).collect()
}

#[test]
fn d8_a_hook_that_skips_is_reported_once_until_it_skips_nobody_more() {
    let planes: Vec<_> = (0..3).map(|_| Entity::spawn().add::<Plane>()).collect();
    assert_eq!(skipped(), Vec::<String>::new(), "no pass has run");
    planes[0].entity().set_name("red baron");
    for _ in 0..2 {
        // Nobody has ever added one of these.
        update_all(0.1);
        assert_eq!(
            skipped(),
            [
                "`Plane::update` skips 3 entities: the first, 0v1 \"red baron\", has no Transform",
                "`Plane::late_update` skips 3 entities: the first, 0v1 \"red baron\", has no Transform",
            ]
        );
    }
    let report = World::stats().skipped[0];
    assert_eq!(
        (report.component, report.hook, report.missing, report.count),
        ("Plane", "update", "Transform", 3)
    );
    assert_eq!(report.first, planes[0].entity());
    planes[0].add::<Transform>();
    planes[1].add::<Transform>();
    planes[1].add::<Velocity>();
    update_all(0.1);
    assert_eq!(
        skipped(),
        [
            "`Plane::update` skips 2 entities: the first, 0v1 \"red baron\", has no Velocity",
            "`Plane::late_update` skips 1 entity: 2v1 has no Transform",
        ]
    );
    assert_eq!(planes.iter().map(|plane| plane.borrow().0).collect::<Vec<_>>(), [0, 1, 0]);
    planes[2].set_enabled(false);
    update_all(0.1);
    assert_eq!(skipped(), ["`Plane::update` skips 1 entity: 0v1 \"red baron\" has no Velocity"]);
    // The pass of the type alone is the last one of its `update`.
    planes[0].add::<Velocity>();
    Plane::update_all(0.1);
    assert_eq!(skipped(), Vec::<String>::new());
}

#[test]
fn d8_explain_order_shows_it_with_the_pass() {
    #[derive(Component, Default)]
    #[component(fixed_update = step)]
    struct Body;
    impl Body {
        fn step(&mut self, _transform: &Transform) {}
    }
    World::set_fixed_step(0.1);
    Entity::spawn().add::<Body>();
    Entity::spawn_many(2, |_, _| (Plane(0), Transform(0.0)));
    assert!(!explain_order().to_string().contains("skips"));
    update_all(0.1);
    assert_eq!(
        explain_order().to_string(),
        "fixed_update:\n  \
           1. Body: added 1st; skips 1 entity: 0v1 has no Transform\n\
         update:\n  \
           1. Plane: added 2nd; skips 2 entities: the first, 1v1, has no Velocity\n\
         late_update:\n  \
           1. Plane: added 2nd\n"
    );
    assert_eq!(skipped()[0], "`Body::step` skips 1 entity: 0v1 has no Transform");
}

#[test]
#[cfg_attr(miri, ignore = "rayon casts numbers to pointers")]
fn d8_isolated_and_parallel_passes_tell_it_too() {
    #[derive(Component, Default)]
    #[component(isolated)]
    struct Alone;
    impl Alone {
        fn update(&mut self, _transform: &mut Transform) {}
    }
    #[derive(Component, Default)]
    #[component(parallel)]
    struct Worker;
    impl Worker {
        fn update(&mut self, _velocity: &Velocity, _transform: &mut Transform) {}
    }
    let all = Entity::spawn_many(100, |_, _| (Alone, Worker));
    for entity in all.iter().step_by(2) {
        entity.add::<Transform>();
    }
    for entity in &all[..10] {
        entity.add::<Velocity>();
    }
    update_all(0.1);
    assert_eq!(
        skipped(),
        [
            "`Alone::update` skips 50 entities: the first, 1v1, has no Transform",
            "`Worker::update` skips 95 entities: the first, 1v1, has no Transform",
        ]
    );
    for entity in &all {
        entity.add::<Transform>();
        entity.add::<Velocity>();
    }
    update_all(0.1);
    assert_eq!(skipped(), Vec::<String>::new());
}

/// What is not needed, or not there to be visited, is skipped by nobody.
#[test]
fn d8_only_a_needed_sibling_is_missed() {
    #[derive(Singleton, Default)]
    struct Score(u32);
    #[derive(Component, Default)]
    struct Counter;
    impl Counter {
        fn update(&mut self, _transform: Option<&Transform>, score: &mut Score) {
            score.0 += 1;
        }
    }
    let all = Entity::spawn_many(3, |_, _| (Counter, Plane(0)));
    for entity in &all {
        entity.kill::<Plane>();
    }
    update_all(0.1);
    assert_eq!((skipped(), Score::borrow().0), (vec![], 3));
    // In another world nothing is known of this one.
    all[0].add::<Plane>();
    update_all(0.1);
    assert_eq!(skipped().len(), 2);
    assert_eq!(World::new().enter(skipped), Vec::<String>::new());
}

#[test]
fn d8_the_stats_print() {
    Entity::spawn().add::<Plane>();
    Handle::<Plane>::NULL.kill();
    update_all(0.1);
    assert_eq!(time().frame(), 1);
    let text = World::stats().to_string();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with("entities: 1 alive, 1 spawned, 0 despawned; "), "{text}");
    assert!(lines[1].starts_with("  Plane: 1, 1 enabled; "), "{text}");
    assert_eq!(lines[2], "`Plane::update` skips 1 entity: 0v1 has no Transform");
    assert_eq!(lines[4], "1 soft failure:");
}
