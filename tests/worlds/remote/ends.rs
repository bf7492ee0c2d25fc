//! The end of the world, and what types promise.

use super::*;

#[test]
fn what_waits_is_dropped_with_the_world_and_sending_is_an_error_then() {
    let drops = DropCounter::default();
    let world = World::new();
    let remote = world.enter(World::remote);
    let sends_token = |remote: &Remote, token: CountedDrop| remote.send(move || drop(token));
    assert!(
        sends_token(&remote, drops.token()).is_ok() && sends_token(&remote.bounded(1), drops.token()).is_ok()
    );
    world.enter(World::run_remote);
    assert_eq!(drops.dropped(), 2);
    assert!(
        sends_token(&remote, drops.token()).is_ok() && sends_token(&remote.bounded(1), drops.token()).is_ok()
    );
    drop(world);
    assert_eq!((drops.made(), drops.dropped()), (4, 4));
    let Err(error) = sends_token(&remote, drops.token()) else { panic!("nobody is there") };
    assert!(matches!(error, RemoteError::Ended(_)));
    assert_eq!(
        (error.to_string().as_str(), format!("{error:?}").as_str()),
        ("cannot send to the world: it has ended; stop what sends to it", "Ended(..)")
    );
    assert_eq!((drops.made(), drops.dropped()), (5, 4), "the closure comes back");
    error.into_job()();
    assert_eq!(drops.dropped(), 5);
    assert!(matches!(remote.try_send(|| ()), Err(RemoteError::Ended(_))));
}

#[test]
fn the_threads_own_world_ends_with_its_thread() {
    let drops = DropCounter::default();
    let token = drops.token();
    let remote = on_thread(move || {
        let remote = World::remote();
        assert!(remote.send(move || drop(token)).is_ok());
        remote
    });
    assert!(matches!(remote.send(|| ()), Err(RemoteError::Ended(_))));
    assert_eq!(drops.dropped(), 1);
}

#[test]
fn the_drop_of_what_waits_may_call_anything() {
    struct Calls(Remote, Handle<Score>);
    impl Drop for Calls {
        fn drop(&mut self) {
            assert!(matches!(self.0.send(|| log("never")), Err(RemoteError::Ended(_))));
            assert!(matches!(self.0.bounded(1).try_send(|| ()), Err(RemoteError::Ended(_))));
            assert_eq!(World::try_remote().map(drop), Err(WorldError::Closing));
            assert_says(&message_of(World::remote), &["cannot send to the world", "closing"]);
            assert_eq!(World::try_run_remote(), Err(UpdateError::World(WorldError::Closing)));
            assert!(self.1.get().is_none() && self.1.try_borrow().is_err());
            assert_eq!(format!("{:?}", self.0), "Remote { waiting: 0, .. }");
            log("dropped");
        }
    }
    let world = World::new();
    let remote = world.enter(World::remote);
    let score = world.enter(|| {
        let score = Entity::spawn().add::<Score>();
        assert_eq!(score.borrow().0, 0);
        score
    });
    for _ in 0..2 {
        let calls = Calls(remote.clone(), score);
        assert!(remote.send(move || drop(calls)).is_ok());
    }
    drop(world);
    assert_eq!(take_log(), ["dropped"; 2]);
}

#[test]
fn a_panic_in_the_drop_of_what_waits_spares_the_others() {
    let drops = DropCounter::default();
    let world = World::new();
    let remote = world.enter(World::remote);
    for bomb in ["first", "second"] {
        let (bomb, token) = (PanicsInDrop(bomb), drops.token());
        assert!(remote.send(move || drop((bomb, token))).is_ok());
    }
    let token = drops.token();
    world.enter(|| {
        #[derive(Component)]
        struct Holds(#[expect(dead_code, reason = "counts its drop")] CountedDrop);
        Entity::spawn().insert(Holds(token))
    });
    assert_eq!(message_of(|| drop(world)), "first");
    assert_eq!(drops.dropped(), 3);
}

#[test]
fn who_waits_for_room_is_notified_of_the_end() {
    let (gives, takes) = mpsc::channel();
    let world = thread::spawn(move || {
        let remote = World::remote();
        let lanes = [remote.bounded(1), remote.bounded(2)];
        lanes.iter().for_each(|lane| while lane.try_send(|| ()).is_ok() {});
        let barrier = Arc::new(Barrier::new(7));
        gives.send((lanes, barrier.clone())).unwrap();
        barrier.wait();
        // Some wait now, and some will find that nobody is there.
        thread::yield_now();
    });
    let (lanes, barrier) = takes.recv().unwrap();
    let senders: Vec<_> = (0..6)
        .map(|n| {
            let (remote, barrier) = (lanes[n % 2].clone(), barrier.clone());
            thread::spawn(move || {
                barrier.wait();
                matches!(remote.send(|| ()), Err(RemoteError::Ended(_)))
            })
        })
        .collect();
    world.join().unwrap();
    assert!(senders.into_iter().all(|sender| sender.join().unwrap()));
}

#[test]
fn a_remote_keeps_no_world_alive_and_leaks_nothing() {
    let drops = DropCounter::default();
    let world = World::new();
    let remote = world.enter(World::remote);
    let (own, token) = (remote.clone(), drops.token());
    // It would be a circle if the end did not break it.
    assert!(remote.send(move || drop((own, token))).is_ok());
    drop(remote);
    drop(world);
    assert_eq!(drops.dropped(), 1);
}

// ---- promises of types ----

#[test]
fn a_remote_may_be_sent_and_shared_and_its_error_is_one() {
    fn is_shared<T: Send + Sync + Clone + 'static>(_: &T) {}
    fn is_error<T: Error>(_: &T) {}
    let remote = World::remote();
    is_shared(&remote);
    let remote = remote.bounded(1);
    assert!(remote.send(|| ()).is_ok());
    // Its payload need be nothing of the kind.
    let (here, bare) = (Cell::new(0), || ());
    let error = remote.try_send(bare).unwrap_err();
    is_error(&error);
    is_error(&RemoteError::Ended(&here));
    assert_eq!(format!("{error:?}"), "Full(..)");
}

/// Many threads, jobs that send, bounds and an end in the middle: each job runs once or is dropped once or
/// comes back.
#[test]
fn under_a_storm_no_job_is_lost_or_runs_twice() {
    const JOBS: usize = if cfg!(miri) { 12 } else { 500 };
    for frames in [0, 1, if cfg!(miri) { 3 } else { 50 }] {
        let drops = DropCounter::default();
        let (ran, refused) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (gives, takes) = mpsc::channel();
        let world = thread::spawn(move || {
            gives.send(World::remote()).unwrap();
            for _ in 0..frames {
                update_all(0.1);
            }
        });
        let remote = takes.recv().unwrap();
        let senders: Vec<_> = (0..4)
            .map(|n| {
                let remote = if n % 2 == 0 { remote.clone() } else { remote.bounded(n) };
                let (drops, ran, refused) = (drops.clone(), ran.clone(), refused.clone());
                thread::spawn(move || {
                    for _ in 0..JOBS {
                        let (token, ran) = (drops.token(), ran.clone());
                        let job = move || {
                            drop(token);
                            ran.fetch_add(1, Ordering::Relaxed);
                        };
                        if remote.send(job).is_err() {
                            refused.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                })
            })
            .collect();
        world.join().unwrap();
        senders.into_iter().for_each(|sender| sender.join().unwrap());
        assert_eq!((drops.made(), drops.dropped()), (4 * JOBS, 4 * JOBS));
        assert!(ran.load(Ordering::Relaxed) + refused.load(Ordering::Relaxed) <= 4 * JOBS);
    }
}

#[test]
fn what_is_called_at_the_end_may_panic_and_the_rest_ends_all_the_same() {
    #[derive(Component)]
    struct Counted(#[expect(dead_code, reason = "it drops")] CountedDrop);

    let drops = DropCounter::default();
    let (world, ended) = (World::new(), drops.token());
    let remote = world.enter(|| {
        Entity::spawn().insert(Counted(drops.token()));
        World::remote()
    });
    remote.on_end(|| panic!("out of here"));
    remote.on_end(move || drop(ended));
    assert_eq!(message_of(|| drop(world)), "out of here");
    assert_eq!((drops.made(), drops.dropped()), (2, 2));
    let late = drops.token();
    remote.on_end(move || drop(late));
    assert_eq!(drops.dropped(), 3, "the world has ended");
}
