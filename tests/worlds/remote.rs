//! What other threads send to a world: when it runs, in which order, how it is bounded, and what ends it.

use std::cell::{Cell, RefCell};
use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use ecs_core::{
    Component, Entity, Handle, Ref, Remote, RemoteError, UpdateError, World, WorldError, query,
    try_update_all, update_all,
};

use crate::support::{
    CountedDrop, DropCounter, PanicsInDrop, assert_says, log, message_of, on_thread, take_log,
};

#[derive(Component, Default, Debug, PartialEq)]
struct Score(u32);

#[derive(Component, Default)]
struct Clock;

impl Clock {
    fn update(&mut self) {
        log("update");
    }
}

fn sends(remote: &Remote, line: &'static str) {
    assert!(remote.send(move || log(line)).is_ok());
}

// ---- when it runs, and where ----

#[test]
fn what_another_thread_sends_runs_here_at_the_start_of_the_next_frame() {
    Entity::spawn().add::<Clock>();
    let remote = World::remote();
    let there = remote.clone();
    on_thread(move || {
        sends(&there, "first");
        sends(&there, "second");
    });
    sends(&remote, "third");
    assert!(take_log().is_empty());
    update_all(0.1);
    assert_eq!(take_log(), ["first", "second", "third", "update"]);
    update_all(0.1);
    assert_eq!(take_log(), ["update"], "it runs once");
}

#[test]
fn a_job_may_do_what_code_between_frames_may() {
    #[derive(Component, Default)]
    struct Ends;
    impl Ends {
        fn shutdown(&mut self) {
            log("shutdown");
        }
    }
    impl Drop for Ends {
        fn drop(&mut self) {
            log("drop");
        }
    }
    let ends = Entity::spawn().add::<Ends>();
    let score = Entity::spawn().add::<Score>();
    let remote = World::remote();
    assert!(
        remote
            .send(move || {
                score.borrow_mut().0 += 1;
                Score::view_mut()[score].0 += 1;
                Entity::spawn().insert(Score(40)).entity().set_name("new");
                // A sync point comes with each call: this is no hook.
                assert!(ends.kill());
                log("after");
            })
            .is_ok()
    );
    assert_eq!(World::run_remote(), 1);
    assert_eq!(take_log(), ["shutdown", "drop", "after"]);
    assert_eq!(Score::view().iter().map(|score| score.0).sum::<u32>(), 42);
    assert!(ecs_core::find("new").is_some());
}

#[test]
fn what_a_job_spawns_is_updated_in_the_same_frame() {
    let remote = World::remote();
    assert!(remote.send(|| Entity::spawn().add::<Clock>()).is_ok());
    update_all(0.1);
    assert_eq!(take_log(), ["update"]);
}

#[test]
fn what_a_job_sends_runs_the_next_time() {
    fn again(remote: Remote, left: u32) -> impl FnOnce() + Send {
        move || {
            log(left.to_string());
            if left != 0 {
                assert!(remote.clone().send(again(remote, left - 1)).is_ok());
            }
        }
    }
    let remote = World::remote();
    assert!(remote.send(again(remote.clone(), 2)).is_ok());
    sends(&remote, "beside");
    for expected in [&["2", "beside"][..], &["1"], &["0"], &[]] {
        update_all(0.1);
        assert_eq!(take_log(), expected);
    }
}

#[test]
fn a_bad_time_step_and_a_call_from_inside_run_nothing() {
    #[derive(Component)]
    struct Asks;
    impl Asks {
        fn update(&mut self) {
            assert_eq!(World::try_run_remote(), Err(UpdateError::InsideHook));
            sends(&World::remote(), "sent by a hook");
            assert_says(
                &message_of(World::run_remote),
                &["cannot run what was sent", "inside a hook", "main loop"],
            );
        }
    }
    Entity::spawn().insert(Asks);
    let remote = World::remote();
    sends(&remote, "sent");
    assert!(matches!(try_update_all(f32::NAN), Err(UpdateError::BadDt { .. })));
    assert!(matches!(try_update_all(-1.0), Err(UpdateError::BadDt { .. })));
    assert!(take_log().is_empty());
    update_all(0.1);
    assert_eq!(take_log(), ["sent"]);
    assert_eq!(World::run_remote(), 1);
    assert_eq!(take_log(), ["sent by a hook"]);
}

#[test]
fn no_frame_begins_inside_a_job() {
    let remote = World::remote();
    let asks = || {
        assert_eq!(try_update_all(0.1), Err(UpdateError::InsideHook));
        assert_eq!(Score::try_update_all(0.1), Err(UpdateError::InsideHook));
        assert_eq!(World::try_run_remote(), Err(UpdateError::InsideHook));
        log("asked");
    };
    assert!(remote.send(asks).is_ok() && remote.send(asks).is_ok());
    assert_eq!(World::run_remote(), 2);
    assert!(remote.send(asks).is_ok());
    update_all(0.1);
    assert_eq!(take_log(), ["asked"; 3]);
}

/// What is lent is named after what was sent has run: a job may end the loan, or begin it.
#[test]
fn what_was_sent_runs_before_the_frame_looks_what_is_borrowed() {
    thread_local! {
        static KEPT: RefCell<Option<Ref<Clock>>> = const { RefCell::new(None) };
    }
    let clock = Entity::spawn().add::<Clock>();
    let remote = World::remote();
    KEPT.set(Some(clock.borrow()));
    assert!(remote.send(|| KEPT.set(None)).is_ok());
    update_all(0.1);
    assert!(remote.send(move || KEPT.set(Some(clock.borrow()))).is_ok());
    assert!(matches!(try_update_all(0.1), Err(UpdateError::Borrowed { component: "Clock", .. })));
    KEPT.set(None);
    assert_eq!(take_log(), ["update"]);
}

#[test]
fn the_pass_of_one_type_runs_nothing_that_was_sent() {
    Entity::spawn().add::<Clock>();
    sends(&World::remote(), "sent");
    Clock::update_all(0.1);
    assert_eq!(take_log(), ["update"]);
    update_all(0.1);
    assert_eq!(take_log(), ["sent", "update"]);
}

#[test]
fn where_nobody_sends_nothing_runs() {
    assert_eq!((World::try_run_remote(), World::run_remote()), (Ok(0), 0));
    assert_eq!(World::stats().spawned, 0);
    let remote = World::remote();
    assert_eq!(World::run_remote(), 0);
    assert_eq!(Entity::spawn().index(), 0);
    assert_eq!(format!("{remote:?}"), "Remote { waiting: 0, .. }");
    sends(&remote, "sent");
    assert_eq!(format!("{remote:?}"), "Remote { waiting: 1, .. }");
}

// ---- which world ----

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
        assert_says(&error.to_string(), &["as many closures of this handle wait", "`update_all` makes room"]);
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

// ---- panics ----

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

/// Sends by a bounded handle on each thread; returns how many were refused elsewhere than on the thread `home`.
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

// ---- the end of the world ----

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
    // What it carries need be nothing of the kind.
    let (here, bare) = (Cell::new(0), || ());
    let error = remote.try_send(bare).unwrap_err();
    is_error(&error);
    is_error(&RemoteError::Ended(&here));
    assert_eq!(format!("{error:?}"), "Full(..)");
}

/// Many threads, jobs that send, bounds and an end in the middle: each job runs once or is dropped once or comes back.
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
