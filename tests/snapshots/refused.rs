//! R2: what has no snapshot, and is refused with all names.

use ecs_core::{
    Component, Entity, Phase, Schedule, SnapshotError, Snapshots, View, World, WorldError, query, update_all,
    wait,
};

use crate::support::on_thread;

#[derive(Component, Clone, Copy, Default)]
struct Body(u32);

#[derive(Component)]
struct Texture(#[expect(dead_code, reason = "no tag")] u32);

#[derive(Component)]
struct Sound(#[expect(dead_code, reason = "no tag")] u32);

fn refusal(snapshots: &mut Snapshots) -> String {
    snapshots.save(0).unwrap_err().to_string()
}

#[test]
fn r2_types_without_clone_are_all_named() {
    let entity = Entity::spawn().with(Body(1)).with(Texture(1)).with(Sound(1));
    let mut snapshots = Snapshots::new(1);
    let error = snapshots.save(0).unwrap_err();
    assert_eq!(error, SnapshotError::NotClone { components: vec!["Texture", "Sound"] });
    assert_eq!(
        error.to_string(),
        "Texture, Sound are not `Clone`, so snapshots cannot have them: derive `Clone`, or write \
         `#[component(no_snapshot)]` above them if the game goes on the same without them"
    );
    entity.remove::<Sound>();
    let generic = SnapshotError::NotClone { components: vec!["Bag<Ore>"] };
    assert!(generic.to_string().ends_with("in its declaration: `struct Bag<T: Clone>`"));
    assert!(refusal(&mut snapshots).starts_with("Texture is not `Clone`, so snapshots cannot have it:"));
    entity.remove::<Texture>();
    snapshots.save(0).unwrap();
    entity.insert(Texture(2));
    snapshots.load(0).unwrap();
    assert!(!entity.has::<Texture>(), "what came since goes, whatever it is");
}

#[test]
fn r2_nothing_may_be_borrowed() {
    let body = Entity::spawn().insert(Body(1));
    let mut snapshots = Snapshots::new(1);
    snapshots.save(7).unwrap();
    let guard = body.borrow_mut();
    for error in [snapshots.save(0).unwrap_err(), snapshots.load(7).unwrap_err()] {
        assert!(matches!(error, SnapshotError::Busy { component: "Body", .. }), "{error}");
        assert!(error.to_string().starts_with("a Body is mutably borrowed"), "{error}");
    }
    drop(guard);
    let view = Body::view();
    assert!(matches!(snapshots.save(0), Err(SnapshotError::Busy { .. })));
    drop(view);
    let query = query::<&Body>();
    assert!(matches!(snapshots.load(7), Err(SnapshotError::Busy { .. })));
    drop(query);
    assert!(snapshots.contains(7) && !snapshots.contains(0), "nothing was lost");
    snapshots.load(7).unwrap();
}

#[test]
fn r2_no_hook_pass_or_system_may_run() {
    #[derive(Component, Clone, Copy, Default)]
    struct Greedy(bool);
    impl Greedy {
        fn update(&mut self) {
            let mut snapshots = Snapshots::new(1);
            self.0 = snapshots.save(0) == Err(SnapshotError::InsideHook);
        }
    }
    fn system(_: View<Body>) {}
    let greedy = Entity::spawn().add::<Greedy>();
    World::set_schedule(
        Phase::Update,
        Schedule::new().add(system).add(ecs_core::local(|| {
            assert_eq!(Snapshots::new(1).save(0), Err(SnapshotError::InsideHook));
        })),
    );
    update_all(0.1);
    assert!(greedy.borrow().0);
    Snapshots::new(1).save(0).unwrap();
}

#[test]
fn r2_a_task_cannot_be_copied() {
    let body = Entity::spawn().insert(Body(1));
    let task = body.task(async |_| wait(1.0).await);
    let mut snapshots = Snapshots::new(1);
    assert_eq!(
        refusal(&mut snapshots),
        "a task of 0v1 runs, of its Body; a task cannot be copied: use `after` or `every`, end it before, or \
         write `#[component(no_snapshot)]` above Body, which then stays as it is when the world goes back"
    );
    task.cancel();
    snapshots.save(0).unwrap();
    let task = body.entity().task(async |_| wait(1.0).await);
    assert!(matches!(snapshots.save(1), Err(SnapshotError::Task { component: None, .. })));
    snapshots.load(0).unwrap();
    assert!(!task.is_pending(), "it had not begun");
}

#[test]
fn r2_snapshots_are_those_of_one_world() {
    let (red, blue) = (World::new(), World::new());
    let mut snapshots = Snapshots::new(1);
    red.enter(|| {
        Entity::spawn().with(Body(1));
        snapshots.save(0).unwrap();
    });
    blue.enter(|| {
        Entity::spawn().with(Body(2));
        assert_eq!(snapshots.save(1), Err(SnapshotError::WrongWorld));
        assert_eq!(snapshots.load(0), Err(SnapshotError::WrongWorld));
        assert_eq!(Body::view()[0].0, 2);
    });
    drop(red);
    blue.enter(|| assert_eq!(snapshots.load(0), Err(SnapshotError::WrongWorld)));
}

#[test]
fn r2_a_frame_that_was_not_saved_is_said_with_those_that_were() {
    let mut snapshots = Snapshots::new(2);
    let _first = Entity::spawn();
    assert_eq!(
        snapshots.load(3).unwrap_err().to_string(),
        "there is no snapshot of frame 3: none was saved yet"
    );
    (4..8).for_each(|frame| snapshots.save(frame).unwrap());
    assert_eq!(
        snapshots.load(3).unwrap_err().to_string(),
        "there is no snapshot of frame 3: kept are 2 of the frames 6 to 7; `Snapshots::new` says how many"
    );
    assert!(snapshots.hash(3).is_err() && snapshots.state(3).is_err());
}

#[test]
fn r2_without_a_world_there_is_nothing_to_go_back_to() {
    on_thread(|| {
        let mut snapshots = Snapshots::new(1);
        assert_eq!(snapshots.load(0), Err(SnapshotError::World(WorldError::NoWorld)));
        snapshots.save(0).unwrap();
        let first = Entity::spawn();
        snapshots.load(0).unwrap();
        assert_eq!((first.is_alive(), World::stats().alive), (false, 0));
    });
}

#[test]
fn r2_what_was_sent_from_elsewhere_is_not_in_it() {
    let body = Entity::spawn().insert(Body(1));
    let remote = World::remote();
    let mut snapshots = Snapshots::new(1);
    remote.send(move || body.borrow_mut().0 += 10).unwrap();
    snapshots.save(0).unwrap();
    update_all(0.1);
    assert_eq!(body.borrow().0, 11);
    snapshots.load(0).unwrap();
    update_all(0.1);
    assert_eq!(body.borrow().0, 1, "it comes once");
}
