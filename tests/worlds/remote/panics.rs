//! Panics, and threads that wait for each other.

use super::*;

#[test]
fn a_job_that_panics_stops_the_frame_and_the_rest_waits() {
    let clock = Entity::spawn().add::<Clock>();
    let remote = World::remote();
    sends(&remote, "before");
    assert!(remote.send(|| -> () { panic!("out of here") }).is_ok());
    sends(&remote, "after");
    assert_eq!(message_of(|| update_all(0.1)), "out of here");
    assert_eq!(take_log(), ["before"]);
    assert!(clock.is_alive());
    update_all(0.1);
    assert_eq!(take_log(), ["after", "update"]);
    assert!(remote.send(|| PanicsInDrop("what it returns")).is_ok());
    sends(&remote, "last");
    assert_eq!(message_of(World::run_remote), "what it returns");
    assert_eq!(World::run_remote(), 1);
    assert_eq!(take_log(), ["last"]);
}

#[test]
fn nothing_that_was_sent_runs_while_the_thread_unwinds() {
    struct Runs;
    impl Drop for Runs {
        fn drop(&mut self) {
            assert_eq!(World::try_run_remote(), Err(UpdateError::World(WorldError::Unwinding)));
            assert_eq!(World::run_remote(), 0);
        }
    }
    sends(&World::remote(), "sent");
    message_of(|| {
        let _runs = Runs;
        panic!("unwinds")
    });
    assert!(take_log().is_empty());
    World::run_remote();
    assert_eq!(take_log(), ["sent"]);
}

/// Runs a function on a thread of its own, with a pool of two threads; fails if it waits for ever.
fn ends(f: impl FnOnce(Arc<rayon::ThreadPool>) + Send + 'static) {
    let pool = Arc::new(rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap());
    let (done, is_done) = mpsc::channel();
    let runs = thread::spawn(move || {
        f(pool);
        done.send(()).unwrap();
    });
    if is_done.recv_timeout(Duration::from_secs(20)) == Err(mpsc::RecvTimeoutError::Timeout) {
        panic!("it waits for ever");
    }
    runs.join().unwrap();
}

/// Sends by a bounded handle on each thread; returns how many were refused elsewhere than on the thread
/// `home`.
fn refused_elsewhere(remote: &Remote, home: thread::ThreadId, refused: &AtomicUsize) {
    thread::sleep(Duration::from_millis(1));
    if thread::current().id() == home {
        assert!(matches!(remote.try_send(|| ()), Ok(()) | Err(RemoteError::Full(_))));
    } else if matches!(remote.send(|| ()), Err(RemoteError::Full(_))) {
        refused.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
#[cfg_attr(miri, ignore = "has a pool of threads")]
fn a_helper_does_not_wait_for_the_world_that_waits_for_it() {
    ends(|pool| {
        World::set_thread_pool(pool).unwrap();
        Entity::spawn_many(64, |n, _| Score(n as u32));
        let (remote, home, refused) =
            (World::remote().bounded(1), thread::current().id(), AtomicUsize::new(0));
        query::<&mut Score>().par_each_chunk(1, |_| refused_elsewhere(&remote, home, &refused));
        assert!(refused.into_inner() > 0);
        assert_eq!(World::run_remote(), 1);
    });
}

/// It lives on the same thread, so it makes no room either.
#[test]
#[cfg_attr(miri, ignore = "has a pool of threads")]
fn a_helper_does_not_wait_for_another_world_of_the_thread_that_waits_for_it() {
    ends(|pool| {
        let other = World::new();
        World::set_thread_pool(pool).unwrap();
        Entity::spawn_many(64, |n, _| Score(n as u32));
        let (remote, home) = (other.enter(|| World::remote().bounded(1)), thread::current().id());
        let refused = AtomicUsize::new(0);
        query::<&mut Score>().par_each_chunk(1, |_| {
            // The helper's own world is current here, or none.
            World::new().enter(|| refused_elsewhere(&remote, home, &refused));
        });
        assert!(refused.into_inner() > 0);
    });
}

#[test]
#[cfg_attr(miri, ignore = "has a pool of threads")]
fn a_helper_waits_for_a_world_that_does_not_wait_for_it() {
    ends(|pool| {
        let (sender, remotes) = mpsc::channel();
        let (stop, stopped) = mpsc::channel::<()>();
        let there = thread::spawn(move || {
            sender.send(World::remote().bounded(1)).unwrap();
            let mut count = 0;
            while stopped.try_recv() == Err(mpsc::TryRecvError::Empty) {
                count += World::run_remote();
            }
            count + World::run_remote()
        });
        World::set_thread_pool(pool).unwrap();
        Entity::spawn_many(64, |n, _| Score(n as u32));
        let remote = remotes.recv().unwrap();
        query::<&mut Score>().par_each_chunk(1, |_| assert!(remote.send(|| ()).is_ok()));
        stop.send(()).unwrap();
        assert_eq!(there.join().unwrap(), 64);
    });
}

#[test]
#[cfg_attr(miri, ignore = "has a pool of threads")]
fn a_parallel_hook_gets_back_what_it_sends_too_much() {
    #[derive(Component)]
    #[component(parallel)]
    struct Sends(Remote, u32);
    impl Sends {
        fn update(&mut self) {
            thread::sleep(Duration::from_millis(1));
            for _ in 0..2 {
                self.1 += u32::from(self.0.send(|| ()).is_err());
            }
        }
    }
    ends(|pool| {
        World::set_thread_pool(pool).unwrap();
        let remote = World::remote().bounded(1);
        Entity::spawn_many(64, |_, _| Sends(remote.clone(), 0));
        update_all(0.1);
        assert_eq!(Sends::view().iter().map(|sends| sends.1).sum::<u32>(), 127);
    });
}
