//! The queue of `World::remote`.

use shuttle::thread;

use crate::queue::{BoundedLane, Queue, QueueRefusal};
use crate::sync::{Arc, AtomicUsize, Ordering, ThreadId, current};
use crate::{in_all_orders, in_many_orders};

/// Who sent it, and how many of that sender came before.
type Job = (usize, usize);

/// No thread waits for the sender.
fn nobody(_: ThreadId) -> bool {
    false
}

/// Sends one after the other, and returns how many were taken before the queue was closed.
fn send_all(queue: &Queue<Job>, lane: Option<&Arc<BoundedLane>>, sender: usize, count: usize) -> usize {
    (0..count)
        .take_while(|&n| queue.room(lane, true, nobody).map(|room| room.push((sender, n))).is_ok())
        .count()
}

/// A frame: takes as many as wait when it begins.
fn frame(queue: &Queue<Job>) -> Vec<Job> {
    (0..queue.len()).map_while(|_| queue.pop()).collect()
}

/// What of one sender came out, which must be in order and without gaps.
fn count_in_order(all: &[Job], sender: usize) -> usize {
    let own: Vec<_> = all.iter().filter(|job| job.0 == sender).map(|job| job.1).collect();
    assert!(own.iter().copied().eq(0..own.len()), "{all:?}");
    own.len()
}

/// The world ends while some send, in vain or not: each thing that was sent comes out once, and no sender
/// waits for ever.
fn end_while_some_send(lanes: usize, max: usize, senders: usize, count: usize, frames: usize) {
    let queue = Arc::new(Queue::new());
    let lanes: Vec<_> = (0..lanes).map(|_| Arc::new(BoundedLane::new(max))).collect();
    let threads: Vec<_> = (0..senders)
        .map(|sender| {
            let (queue, lane) = (queue.clone(), lanes[sender % lanes.len()].clone());
            thread::spawn(move || send_all(&queue, Some(&lane), sender, count))
        })
        .collect();
    let mut all = Vec::new();
    for _ in 0..frames {
        let taken = frame(&queue);
        for lane in 0..lanes.len() {
            assert!(taken.iter().filter(|job| job.0 % lanes.len() == lane).count() <= max, "{taken:?}");
        }
        all.extend(taken);
    }
    all.extend(queue.close());
    let sent: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    for (sender, &sent) in sent.iter().enumerate() {
        assert_eq!(count_in_order(&all, sender), sent);
    }
    assert!(queue.pop().is_none());
    assert!(matches!(queue.room(None, true, nobody), Err(QueueRefusal::Closed)));
}

#[test]
fn whoever_waits_when_the_world_ends_is_notified() {
    in_all_orders(|| end_while_some_send(1, 1, 2, 1, 0));
}

#[test]
fn room_that_comes_wakes_one_who_waits_for_it() {
    in_all_orders(|| end_while_some_send(1, 1, 1, 2, 1));
}

#[test]
fn lanes_do_not_take_each_others_room() {
    in_many_orders(|| end_while_some_send(2, 1, 4, 2, 2));
    in_many_orders(|| end_while_some_send(2, 2, 4, 3, 3));
}

/// The world lives until all was sent: nobody is refused.
#[test]
fn all_that_is_sent_comes_out_in_order() {
    in_many_orders(|| {
        const SENDERS: usize = 3;
        const COUNT: usize = 3;
        let queue = Arc::new(Queue::new());
        let lane = Arc::new(BoundedLane::new(2));
        let threads: Vec<_> = (0..SENDERS)
            .map(|sender| {
                let (queue, lane) = (queue.clone(), lane.clone());
                // One is not bounded.
                thread::spawn(move || send_all(&queue, (sender != 0).then_some(&lane), sender, COUNT))
            })
            .collect();
        let mut all = Vec::new();
        while all.len() < SENDERS * COUNT {
            all.extend(frame(&queue));
            thread::yield_now();
        }
        assert!(threads.into_iter().all(|thread| thread.join().unwrap() == COUNT));
        assert!((0..SENDERS).all(|sender| count_in_order(&all, sender) == COUNT));
        assert_eq!(queue.len(), 0);
    });
}

/// What is sent while a frame runs, by those who have waited too, is left to the next one.
#[test]
fn a_frame_takes_what_was_there_when_it_began() {
    in_all_orders(|| {
        let queue = Arc::new(Queue::new());
        let lane = Arc::new(BoundedLane::new(1));
        queue.room(Some(&lane), false, nobody).unwrap_or_else(|_| panic!("there is room")).push((0, 0));
        let sender = {
            let (queue, lane) = (queue.clone(), lane.clone());
            thread::spawn(move || send_all(&queue, Some(&lane), 1, 1))
        };
        assert_eq!(frame(&queue), [(0, 0)]);
        assert!(frame(&queue).len() <= 1);
        drop(queue.close());
        assert!(sender.join().unwrap() <= 1);
    });
}

/// On the thread where the world lives nobody waits, wherever the world has been.
#[test]
fn nobody_waits_at_home() {
    in_all_orders(|| {
        let queue = Arc::new(Queue::<Job>::new());
        let lane = Arc::new(BoundedLane::new(1));
        let refused = Arc::new(AtomicUsize::new(0));
        queue.room(Some(&lane), true, nobody).unwrap_or_else(|_| panic!("there is room")).push((0, 0));
        assert!(matches!(queue.room(Some(&lane), true, nobody), Err(QueueRefusal::Full)));
        queue.move_to(None);
        let there = {
            let (queue, lane, refused) = (queue.clone(), lane.clone(), refused.clone());
            thread::spawn(move || {
                queue.move_to(Some(current().id()));
                if matches!(queue.room(Some(&lane), true, nobody), Err(QueueRefusal::Full)) {
                    refused.fetch_add(1, Ordering::Relaxed);
                }
                frame(&queue).len()
            })
        };
        // Here it is not at home any more: this waits until there is room.
        assert_eq!(send_all(&queue, Some(&lane), 0, 1), 1);
        assert!((1..=2).contains(&there.join().unwrap()));
        assert_eq!(refused.load(Ordering::Relaxed), 1);
    });
}

/// Who helps the thread where the world lives does not wait there, also if the world comes to it while this
/// waits.
#[test]
fn nobody_waits_for_who_waits_for_him() {
    in_all_orders(|| {
        let queue = Arc::new(Queue::<Job>::new());
        let lane = Arc::new(BoundedLane::new(1));
        queue.room(Some(&lane), true, nobody).unwrap_or_else(|_| panic!("there is room")).push((0, 0));
        let home = current().id();
        queue.move_to(None);
        let helper = {
            let (queue, lane) = (queue.clone(), lane.clone());
            thread::spawn(move || {
                matches!(queue.room(Some(&lane), true, |thread| thread == home), Err(QueueRefusal::Full))
            })
        };
        queue.move_to(Some(home));
        assert!(helper.join().unwrap());
    });
}
