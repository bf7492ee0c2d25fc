//! When it runs, and where.

use super::*;

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

/// What is borrowed is named after what was sent has run: a job may end the borrow, or begin it.
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
