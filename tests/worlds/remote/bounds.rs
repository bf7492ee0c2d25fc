//! How it is bounded, and to which world it goes.

use super::*;

#[test]
fn each_world_runs_what_was_sent_to_it_while_it_is_current() {
    let (one, two) = (World::new(), World::new());
    let score = one.enter(|| Entity::spawn().add::<Score>());
    let (to_one, to_two) = (one.enter(World::remote), two.enter(World::remote));
    assert!(to_one.send(move || score.borrow_mut().0 = 7).is_ok());
    assert!(to_two.send(move || assert!(!score.is_alive())).is_ok());
    update_all(0.1);
    two.enter(|| update_all(0.1));
    assert_eq!(one.enter(|| score.borrow().0), 0);
    assert_eq!(one.enter(World::run_remote), 1);
    assert_eq!(one.enter(|| score.borrow().0), 7);
}

#[test]
fn a_world_that_moves_takes_along_what_was_sent() {
    let world = World::new();
    let score = world.enter(|| Entity::spawn().add::<Score>());
    let remote = world.enter(World::remote);
    assert!(remote.send(move || score.borrow_mut().0 += 1).is_ok());
    let world = world.into_send().unwrap();
    assert!(remote.send(move || score.borrow_mut().0 += 10).is_ok(), "while it is on its way");
    let world = on_thread(move || {
        let world = world.into_world();
        assert_eq!(world.enter(World::run_remote), 2);
        assert_eq!(world.enter(|| score.borrow().0), 11);
        world.into_send().unwrap()
    });
    drop(world);
    assert!(matches!(remote.send(|| ()), Err(RemoteError::Ended(_))));
}

// ---- bounds ----

#[test]
fn a_bounded_handle_has_no_more_waiting_than_its_bound() {
    let free = World::remote();
    let (narrow, wide) = (free.bounded(2), free.bounded(3));
    let clone = narrow.clone();
    sends(&narrow, "1");
    sends(&clone, "2");
    for full in [&narrow, &clone] {
        let Err(RemoteError::Full(job)) = full.try_send(|| log("full")) else { panic!("it should be full") };
        job();
    }
    sends(&wide, "3");
    sends(&free, "4");
    World::run_remote();
    assert_eq!(take_log(), ["full", "full", "1", "2", "3", "4"]);
    sends(&narrow, "5");
    sends(&narrow, "6");
    assert!(narrow.try_send(|| ()).is_err());
    // None is one.
    let none = free.bounded(0);
    sends(&none, "7");
    assert!(none.try_send(|| ()).is_err());
}

#[test]
fn a_job_leaves_its_bound_when_it_begins() {
    let remote = World::remote().bounded(1);
    let again = remote.clone();
    assert!(
        remote
            .send(move || {
                assert!(again.try_send(|| log("again")).is_ok());
                assert!(again.try_send(|| ()).is_err());
            })
            .is_ok()
    );
    update_all(0.1);
    update_all(0.1);
    assert_eq!(take_log(), ["again"]);
}

/// It would wait for itself: also if another world is current, or none.
#[test]
fn on_the_thread_of_the_world_a_full_handle_does_not_wait() {
    let world = World::new();
    let remote = world.enter(|| World::remote().bounded(1));
    let is_full = |remote: &Remote| {
        let Err(error @ RemoteError::Full(_)) = remote.send(|| log("not sent")) else {
            panic!("it should be full")
        };
        assert_says(
            &error.to_string(),
            &["the queue of this handle is full", "`update_all` of the world makes room"],
        );
        error.into_job()();
    };
    sends(&remote, "sent");
    is_full(&remote);
    world.enter(|| is_full(&remote));
    World::new().enter(|| is_full(&remote));
    let there = remote.clone();
    let world = world.into_send().unwrap();
    on_thread(move || {
        let world = world.into_world();
        is_full(&there);
        world.enter(World::run_remote);
    });
    assert_eq!(take_log(), ["not sent"; 3], "the other lines are on the other thread");
}

#[test]
fn a_full_handle_waits_for_room_and_keeps_the_order() {
    const JOBS: usize = if cfg!(miri) { 20 } else { 2_000 };
    thread_local! {
        static SEEN: RefCell<[Vec<usize>; 3]> = const { RefCell::new([const { Vec::new() }; 3]) };
    }
    let remote = World::remote();
    let senders = [0, 1, 2].map(|sender| {
        let remote = remote.bounded(4);
        thread::spawn(move || {
            for n in 0..JOBS {
                assert!(remote.send(move || SEEN.with_borrow_mut(|seen| seen[sender].push(n))).is_ok());
            }
        })
    });
    while SEEN.with_borrow(|seen| seen.iter().any(|seen| seen.len() != JOBS)) {
        assert!(World::run_remote() <= 12, "four of each sender");
        thread::yield_now();
    }
    senders.into_iter().for_each(|sender| sender.join().unwrap());
    SEEN.with_borrow(|seen| assert!(seen.iter().all(|seen| seen.iter().copied().eq(0..JOBS))));
}
