//! K3: tasks: what they wait for, what ends them, and who wakes them.

use std::future::{Future, pending as never, poll_fn};
use std::pin::{Pin, pin};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::thread;

use ecs_core::{Component, Entity, Handle, Timer, World, next_frame, until, update_all, wait};

use crate::support::{assert_says, caught, log, message_of, on_thread, take_log};
use crate::{Probe, pending, probe};

#[test]
fn k3_a_task_begins_where_timers_have_their_turns_and_ends_once() {
    let probe = probe();
    let task = probe.task(async move |probe| {
        log("begins");
        wait(1.0).await;
        probe.with(Probe::fire);
        next_frame().await;
        probe.with(Probe::fire);
    });
    assert!(task.is_pending() && take_log().is_empty());
    update_all(0.5);
    assert_eq!((take_log().len(), task.remaining(), pending()), (1, Some(1.0), (0, 1)));
    update_all(0.5);
    assert_eq!(probe.borrow().turns, 0);
    update_all(0.5);
    assert_eq!((probe.borrow().turns, task.is_pending()), (1, true));
    update_all(0.0);
    assert_eq!((probe.borrow().turns, task.is_pending(), pending()), (2, false, (0, 0)));
}

#[test]
fn k3_until_asks_each_frame() {
    #[derive(Component, Default)]
    struct Door {
        open: bool,
    }
    let (door, probe) = (Entity::spawn().add::<Door>(), probe());
    probe.task(async move |probe| {
        until(move || {
            log("asks");
            door.get().is_some_and(|door| door.open)
        })
        .await;
        probe.with(Probe::fire);
    });
    update_all(1.0);
    update_all(0.0);
    assert_eq!((take_log().len(), probe.borrow().turns), (2, 0));
    door.borrow_mut().open = true;
    update_all(1.0);
    assert_eq!((take_log().len(), probe.borrow().turns), (1, 1));
}

#[test]
fn k3_a_task_waits_while_its_component_is_disabled() {
    let probe = probe();
    let task = probe.task(async move |probe| {
        wait(1.0).await;
        probe.with(Probe::fire);
        loop {
            next_frame().await;
            probe.with(Probe::fire);
        }
    });
    probe.entity().task(async |_| {
        wait(1.0).await;
        log("entity");
    });
    update_all(0.25);
    probe.entity().set_enabled(false);
    update_all(0.5);
    update_all(0.5);
    assert_eq!((take_log(), task.remaining()), (vec!["entity".to_owned()], Some(1.0)));
    probe.entity().set_enabled(true);
    update_all(0.5);
    assert_eq!(probe.borrow().turns, 0);
    update_all(0.5);
    assert_eq!(probe.borrow().turns, 1);
    update_all(0.0);
    probe.set_enabled(false);
    update_all(1.0);
    assert_eq!(probe.borrow().turns, 2);
}

/// Waits for the first of two.
async fn first(a: impl Future<Output = ()>, b: impl Future<Output = ()>) {
    let (mut a, mut b) = (pin!(a), pin!(b));
    poll_fn(move |context| match (a.as_mut().poll(context), b.as_mut().poll(context)) {
        (Poll::Pending, Poll::Pending) => Poll::Pending,
        _ => Poll::Ready(()),
    })
    .await;
}

#[test]
fn k3_of_several_waits_the_earliest_counts_and_a_disabled_time_does_not() {
    let probe = probe();
    probe.task(async move |probe| {
        first(wait(1.0), wait(3.0)).await;
        log("first");
        first(wait(2.0), until(move || probe.get().is_some_and(|probe| probe.turns > 7))).await;
        log("second");
    });
    update_all(0.0);
    update_all(1.0);
    assert_eq!(take_log(), ["first"]);
    update_all(1.0);
    probe.set_enabled(false);
    update_all(5.0);
    probe.set_enabled(true);
    update_all(0.5);
    assert!(take_log().is_empty(), "half a second is left");
    update_all(0.5);
    assert_eq!(take_log(), ["second"]);
}

#[test]
fn k3_a_task_that_waits_for_time_is_not_polled_before() {
    let probe = probe();
    let polls = Arc::new(Mutex::new(0));
    let counted = polls.clone();
    probe.task(async move |_| {
        let mut wait = pin!(wait(1.0));
        poll_fn(move |context| {
            *counted.lock().unwrap() += 1;
            wait.as_mut().poll(context)
        })
        .await;
    });
    (0..9).for_each(|_| update_all(0.125));
    assert_eq!(*polls.lock().unwrap(), 2);
}

#[test]
fn k3_another_thread_wakes_a_task_for_the_next_frame() {
    let probe = probe();
    let (send, receive) = mpsc::channel::<Waker>();
    let done = Arc::new(Mutex::new(false));
    let is_done = done.clone();
    probe.task(async move |probe| {
        poll_fn(move |context| {
            probe.with(Probe::fire);
            let _ = send.send(context.waker().clone());
            if *is_done.lock().unwrap() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        log("done");
    });
    update_all(0.1);
    update_all(0.1);
    assert_eq!(probe.borrow().turns, 1, "nobody has woken it");
    let waker = receive.recv().unwrap();
    on_thread(move || waker.wake_by_ref());
    update_all(0.1);
    assert_eq!(probe.borrow().turns, 2);
    *done.lock().unwrap() = true;
    let waker = receive.recv().unwrap();
    probe.set_enabled(false);
    on_thread(move || waker.wake());
    update_all(0.1);
    assert_eq!(probe.borrow().turns, 2, "it is disabled");
    probe.set_enabled(true);
    update_all(0.1);
    assert_eq!((probe.borrow().turns, take_log().len(), pending()), (3, 1, (0, 0)));
}

#[test]
fn k3_who_wakes_himself_goes_on_in_the_next_frame() {
    let probe = probe();
    probe.task(async move |probe| {
        poll_fn(move |context| {
            probe.with(Probe::fire);
            context.waker().wake_by_ref();
            Poll::<()>::Pending
        })
        .await;
    });
    (0..3).for_each(|_| update_all(1.0));
    assert_eq!(probe.borrow().turns, 3);
    assert_eq!(probe.cancel_timers(), 1);
    update_all(1.0);
    assert_eq!(probe.borrow().turns, 3);
}

#[test]
fn k3_a_waker_outlives_its_task() {
    let probe = probe();
    let slot = Arc::new(Mutex::new(None::<Waker>));
    let own = slot.clone();
    probe.task(async move |_| {
        poll_fn(move |context| {
            *own.lock().unwrap() = Some(context.waker().clone());
            Poll::<()>::Pending
        })
        .await;
    });
    update_all(0.0);
    probe.kill();
    slot.lock().unwrap().take().unwrap().wake();
    update_all(0.0);
    assert_eq!(pending(), (0, 0));
}

#[test]
fn k3_a_task_that_nobody_wakes_ends_with_its_component() {
    let (probe, kept) = (probe(), Arc::new(Mutex::new(None::<Waker>)));
    let keeps = kept.clone();
    let waits = probe.task(async |_| {
        poll_fn(move |context| {
            *keeps.lock().unwrap() = Some(context.waker().clone());
            Poll::<()>::Pending
        })
        .await;
    });
    let task = probe.task(async |_| never::<()>().await);
    (0..3).for_each(|_| update_all(1.0));
    assert_eq!((waits.is_pending(), waits.remaining()), (true, None));
    assert_eq!((task.is_pending(), task.remaining(), pending()), (true, Some(0.0), (0, 2)));
    probe.kill();
    assert_eq!(pending(), (0, 0));
}

/// Is ready when it is polled for the last time, and wakes nobody: it does with each waker what it is told
/// to.
async fn polled(polls: u32, probe: Handle<Probe>, mut with: impl FnMut(&Waker)) {
    poll_fn(move |context| {
        probe.with(Probe::fire);
        with(context.waker());
        if probe.borrow().turns < polls { Poll::Pending } else { Poll::Ready(()) }
    })
    .await;
}

#[test]
fn k3_a_future_that_keeps_no_waker_is_polled_once_a_frame() {
    for with in [|_: &Waker| (), |waker: &Waker| drop(waker.clone())] {
        let probe = probe();
        let task = probe.task(async move |probe| {
            polled(3, probe, with).await;
            log("ready");
        });
        for turns in 1..3 {
            update_all(0.0);
            assert_eq!((probe.borrow().turns, task.remaining()), (turns, Some(0.0)));
        }
        probe.set_enabled(false);
        update_all(1.0);
        assert_eq!((probe.borrow().turns, take_log().len()), (2, 0), "it is disabled");
        probe.set_enabled(true);
        update_all(0.0);
        assert_eq!((probe.borrow().turns, take_log().len(), task.is_pending()), (3, 1, false));
        update_all(0.0);
        assert_eq!(probe.borrow().turns, 3);
    }
}

#[test]
fn k3_a_task_whose_last_waker_is_dropped_is_polled_once_a_frame() {
    let (probe, kept) = (probe(), Arc::new(Mutex::new(None::<Waker>)));
    let keeps = kept.clone();
    let task = probe.task(async move |probe| {
        polled(3, probe, move |waker| _ = keeps.lock().unwrap().get_or_insert_with(|| waker.clone())).await;
    });
    (0..3).for_each(|_| update_all(1.0));
    assert_eq!((probe.borrow().turns, task.remaining()), (1, None), "it may still be woken");
    probe.set_enabled(false);
    on_thread(move || drop(kept.lock().unwrap().take()));
    update_all(1.0);
    assert_eq!(probe.borrow().turns, 1, "it is disabled");
    probe.set_enabled(true);
    update_all(1.0);
    assert_eq!(probe.borrow().turns, 2);
}

/// Says so when it is dropped.
struct Says(&'static str);

impl Drop for Says {
    fn drop(&mut self) {
        log(self.0);
    }
}

#[test]
fn k3_a_task_may_end_what_it_belongs_to_and_is_dropped_after_its_turn() {
    let acts: [fn(Handle<Probe>); 5] = [
        |probe| assert!(probe.kill()),
        |probe| assert!(probe.entity().despawn()),
        |probe| _ = probe.entity().insert(Probe::default()),
        |probe| assert_eq!(probe.cancel_timers(), 1),
        |_| World::clear(),
    ];
    for act in acts {
        let probe = probe();
        let task = probe.task(async move |probe| {
            let _says = Says("dropped");
            act(probe);
            log("goes on");
            next_frame().await;
            unreachable!();
        });
        update_all(1.0);
        assert_eq!((take_log().join(", "), task.is_pending()), ("goes on, dropped".to_owned(), false));
        update_all(1.0);
        assert_eq!(pending(), (0, 0));
        World::clear();
    }
}

#[test]
fn k3_a_task_ends_in_the_middle_with_its_component() {
    let probe = probe();
    probe.task(async |_| {
        let _says = Says("dropped");
        wait(1.0).await;
        unreachable!();
    });
    update_all(0.5);
    probe.kill();
    assert_eq!(take_log(), ["dropped"]);
}

#[test]
fn k3_a_task_may_start_others_and_they_begin_in_the_next_frame() {
    let probe = probe();
    probe.task(async |probe| {
        log("outer");
        probe.task(async |probe| {
            log("inner");
            probe.after(0.0, |_| log("timer"));
        });
    });
    for line in ["outer", "inner", "timer"] {
        update_all(1.0);
        assert_eq!(take_log(), [line]);
    }
}

#[test]
fn k3_a_panicking_task_is_dropped() {
    let probe = probe();
    let task = probe.task(async |_| {
        let _says = Says("dropped");
        let _kept = Says("unwound");
        panic!("on purpose");
    });
    assert_eq!(caught(|| update_all(1.0)).text, "on purpose");
    assert_eq!((task.is_pending(), pending()), (false, (0, 0)));
    update_all(1.0);
    assert_eq!(take_log(), ["unwound", "dropped"]);
}

#[test]
fn k3_waiting_outside_of_a_task_is_a_panic_that_says_so() {
    let poll = |future: Pin<&mut dyn Future<Output = ()>>| {
        let _ = future.poll(&mut Context::from_waker(Waker::noop()));
    };
    let _probe = probe();
    assert_says(&message_of(|| poll(pin!(wait(1.0)))), &["`wait`", "outside of a task", "tasks.rs"]);
    assert_says(&message_of(|| poll(pin!(next_frame()))), &["`next_frame`", "outside of a task"]);
    assert_says(&message_of(|| poll(pin!(until(|| unreachable!())))), &["`until`", "outside of a task"]);
}

#[test]
fn k3_a_world_moves_with_its_timers_and_tasks() {
    let world = World::new();
    let (probe, timer) = world.enter(|| {
        let probe = probe();
        probe.task(async move |probe| {
            wait(1.0).await;
            probe.with(Probe::fire);
        });
        update_all(0.5);
        (probe, probe.every(0.5, Probe::fire))
    });
    let world = world.into_send().unwrap_or_else(|(_, error)| panic!("{error}"));
    let turns = thread::spawn(move || {
        let world = world.into_world();
        world.enter(|| {
            update_all(1.0);
            assert!(timer.is_pending() && pending() == (1, 0));
            probe.borrow().turns
        })
    });
    assert_eq!(turns.join().unwrap(), 3);
}

#[test]
fn k3_the_same_calls_give_the_same_turns() {
    let run = || {
        on_thread(|| {
            let probes: Vec<_> = (0..20).map(|_| probe()).collect();
            for (place, probe) in probes.iter().enumerate() {
                probe.every(0.1 + place as f32 / 64.0, move |_: &mut Probe| log(format!("{place}")));
                probe.task(async move |probe| {
                    loop {
                        wait(0.3).await;
                        log(format!("task {place} at {}", probe.entity().index()));
                    }
                });
            }
            (0..if cfg!(miri) { 20 } else { 60 }).for_each(|_| update_all(1.0 / 60.0));
            take_log()
        })
    };
    let lines = run();
    assert!(lines.len() > if cfg!(miri) { 40 } else { 100 });
    assert_eq!(lines, run());
}

#[test]
fn k3_a_task_that_was_started_twice_is_two() {
    let probe = probe();
    let tasks: [Timer; 2] = [(); 2].map(|()| probe.task(async |probe| _ = probe.with(Probe::fire)));
    assert!(tasks[0] != tasks[1] && pending() == (0, 2));
    update_all(0.0);
    assert_eq!(probe.borrow().turns, 2);
}
