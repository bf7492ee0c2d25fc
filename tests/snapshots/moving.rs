//! R1: snapshots that go to another thread with their world.

use ecs_core::{Component, Entity, SendError, Snapshots, World};

use crate::support::on_thread;

#[derive(Component, Clone)]
struct Label(String);

#[derive(Component, Clone)]
struct Shared(std::rc::Rc<()>);

#[test]
fn r1_snapshots_go_to_another_thread_with_their_world() {
    let world = World::new();
    let (label, snapshots) = world.enter(|| {
        let label = Entity::spawn().insert(Label("a".into()));
        let mut snapshots = Snapshots::new(2);
        snapshots.save(0).unwrap();
        label.borrow_mut().0.push('b');
        snapshots.save(1).unwrap();
        snapshots.load(0).unwrap();
        (label, snapshots)
    });
    let world = world.into_send().map_err(|(_, error)| error).unwrap();
    let snapshots = snapshots.into_send().map_err(|(_, error)| error).unwrap();
    on_thread(move || {
        let (mut snapshots, world) = (snapshots.into_snapshots(), world.into_world());
        world.enter(|| {
            assert_eq!(label.borrow().0, "a");
            snapshots.load(1).unwrap();
            assert_eq!(label.borrow().0, "ab");
            label.borrow_mut().0.push('c');
            snapshots.save(2).unwrap();
            snapshots.load(1).unwrap();
            snapshots.load(2).unwrap();
            assert_eq!(label.borrow().0, "abc");
        });
    });
}

#[test]
fn r1_snapshots_stay_where_a_value_of_them_must() {
    let shared = Entity::spawn().insert(Shared(std::rc::Rc::default()));
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    let rc = shared.borrow().0.clone();
    shared.kill();
    World::flush();
    snapshots.save(1).unwrap();
    let (mut snapshots, error) = snapshots.into_send().unwrap_err();
    assert_eq!(error, SendError::NotSend { component: "Shared" });
    snapshots.load(0).unwrap();
    assert!(shared.is_alive(), "they are as they were");
    shared.kill();
    World::flush();
    (2..4).for_each(|frame| snapshots.save(frame).unwrap());
    let snapshots = snapshots.into_send().map_err(|(_, error)| error).unwrap();
    assert_eq!(std::rc::Rc::strong_count(&rc), 1, "nothing of it is left in what goes");
    assert!(snapshots.into_snapshots().contains(3));
}
