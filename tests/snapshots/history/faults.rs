//! Something cannot be copied, is borrowed, panics or calls the history itself.

use std::cell::Cell;

use ecs_core::{Component, Entity, SnapshotError, World, update_all};

use super::{Ball, ball, frames, history, show};
use crate::support::{Token, assert_says, ignore, live_tokens, message_of};

#[derive(Component)]
struct Uncopied(u32);

impl Uncopied {
    fn update(&mut self) {
        self.0 += 1;
    }
}

#[test]
fn z1_what_cannot_be_copied_is_named_and_the_rest_is_kept_where_the_user_says_so() {
    World::set_history(1 << 20);
    let ball = ball(10.0);
    frames(1);
    let uncopied = Entity::spawn().insert(Uncopied(0));
    frames(2);
    assert_eq!(history().frames(), [0]);
    assert_eq!(history().trouble(), Some(SnapshotError::NotClone { components: vec!["Uncopied"] }));
    let is_left_out = || {
        let costs = history().costs();
        costs.iter().filter(|cost| cost.is_left_out).map(|cost| cost.component).collect::<Vec<_>>()
    };
    assert!(is_left_out().is_empty());

    history().keep_the_rest(true);
    frames(2);
    assert_eq!((history().frames(), history().trouble()), (vec![0, 3, 4], None));
    assert_eq!(is_left_out(), ["Uncopied"]);
    let beside = Entity::spawn().insert(Uncopied(50));
    show(3);
    // The component stays as it is, and that of an entity that did not live then ends.
    assert_eq!((ball.borrow().height, uncopied.borrow().0), (7.0, 4));
    assert!(!beside.entity().is_alive() && beside.try_borrow().is_err());
    assert_eq!(Uncopied::count(), 1);
    show(0);
    assert!(!uncopied.entity().is_alive());
}

#[test]
fn z1_timers_of_a_type_that_is_left_out_stay_with_it() {
    World::set_history(1 << 20);
    history().keep_the_rest(true);
    let (ball, uncopied) = (ball(10.0), Entity::spawn().insert(Uncopied(0)));
    frames(1);
    uncopied.after(2.5, |_| _ = Entity::spawn().set_name("of the uncopied"));
    ball.after(2.5, |_| _ = Entity::spawn().set_name("of the ball"));
    frames(1);
    show(1);
    // The timer of the ball goes back with it. That of the other has as long to wait as before.
    history().go_on();
    let names = || ["of the ball", "of the uncopied"].map(|name| ecs_core::find(name).is_some());
    let seen = [(); 3].map(|()| {
        frames(1);
        names()
    });
    assert_eq!(seen, [[false, false], [false, true], [true, true]]);
    show(1);
    assert_eq!((names(), World::stats().timers), ([false, false], 1));
}

#[test]
fn z1_tasks_are_named_and_end_when_the_world_goes_back_without_them() {
    World::set_history(1 << 20);
    let ball = ball(10.0);
    frames(1);
    ball.task(async |_| ecs_core::wait(100.0).await);
    frames(1);
    assert!(matches!(history().trouble(), Some(SnapshotError::Task { .. })), "{:?}", history().trouble());
    history().keep_the_rest(true);
    frames(1);
    assert_eq!((history().frames(), World::stats().tasks), (vec![0, 2], 1));
    show(2);
    assert_eq!(World::stats().tasks, 0);
}

#[test]
fn z1_a_guard_that_is_kept_leaves_a_gap() {
    World::set_history(1 << 20);
    let ball = ball(10.0);
    let other = Entity::spawn().insert(Uncopied(0));
    history().keep_the_rest(true);
    frames(1);
    let guard = other.borrow();
    assert_says(&message_of(|| update_all(1.0)), &["Uncopied"]);
    drop(guard);
    frames(1);
    let shown = history().show(0);
    let guard = ball.borrow();
    frames(1);
    assert!(matches!(history().trouble(), Some(SnapshotError::Busy { .. })), "{:?}", history().trouble());
    assert_eq!((shown, guard.height, history().is_held()), (Ok(()), 8.0, true));
    drop(guard);
    show(0);
}

thread_local! {
    static ON_CLONE: Cell<fn()> = const { Cell::new(|| ()) };
    static ON_DROP: Cell<fn()> = const { Cell::new(|| ()) };
}

/// Calls something when it is cloned, and when it is dropped.
#[derive(Component)]
struct Caller {
    _token: Token,
}

impl Clone for Caller {
    fn clone(&self) -> Self {
        ON_CLONE.get()();
        Self { _token: Token::new() }
    }
}

impl Drop for Caller {
    fn drop(&mut self) {
        ON_DROP.get()();
    }
}

#[test]
fn z1_each_copy_is_dropped_once() {
    World::new().enter(|| {
        World::set_history(20_000);
        let kept = Entity::spawn().insert(Caller { _token: Token::new() });
        for n in 0..100 {
            frames(1);
            if n % 9 == 8 {
                show(history().frames()[0]);
                history().go_on();
            }
            let copies = live_tokens() - 1;
            // Each frame is kept twice, and one is made before another goes.
            let frames = history().frames().len();
            assert!((2 * frames - 1..=2 * frames + 2).contains(&copies), "{copies}");
        }
        World::set_history(0);
        kept.entity().despawn();
        frames(1);
        assert_eq!(live_tokens(), 0);
        World::set_history(1 << 20);
        Entity::spawn().insert(Caller { _token: Token::new() });
        frames(3);
    });
    assert_eq!(live_tokens(), 0);
}

#[test]
fn z1_a_clone_that_panics_loses_no_frame() {
    World::set_history(1 << 20);
    let ball = ball(10.0);
    Entity::spawn().insert(Caller { _token: Token::new() });
    frames(2);
    ON_CLONE.set(|| panic!("no copy"));
    assert_says(&message_of(|| update_all(1.0)), &["no copy"]);
    ON_CLONE.set(|| ());
    assert_eq!(history().frames(), [0, 1]);
    frames(1);
    assert_eq!((history().frames(), ball.borrow().height), (vec![0, 1, 2], 7.0));
    show(0);
    assert_eq!(ball.borrow().height, 10.0);
}

#[test]
fn z1_a_drop_may_call_the_history() {
    World::set_history(2_000);
    let ball = ball(10.0);
    Entity::spawn().insert(Caller { _token: Token::new() });
    ON_DROP.set(|| {
        let history = World::history();
        ignore(history.frames());
        ignore(history.bytes());
        ignore(history.costs());
        history.hold();
        history.go_on();
    });
    frames(30);
    assert!(history().frames().len() < 10, "some were dropped");
    ON_DROP.set(|| World::set_history(0));
    frames(30);
    ON_DROP.set(|| ());
    assert_eq!((history().frames().len(), ball.borrow().height), (0, -50.0));
}

#[test]
fn z1_a_world_with_frames_stays_on_its_thread() {
    let world = World::new();
    world.enter(|| {
        World::set_history(1 << 20);
        Entity::spawn().insert(Ball { height: 1.0 });
        frames(1);
    });
    let Err((world, error)) = world.into_send() else { panic!("it has frames") };
    assert_says(&error.to_string(), &["history"]);
    world.enter(|| World::set_history(0));
    assert!(world.into_send().is_ok());
}
