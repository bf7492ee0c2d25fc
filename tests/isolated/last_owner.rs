//! Law R1: a schedule ends on another thread while the world goes back, so that the call is the last to have
//! the events that wait for its systems. The moment is that in which their list is copied: the allocator
//! waits there until the schedule has ended.

use std::cell::Cell;
use std::sync::Mutex;
use std::thread;

use ecs_core::{Component, Entity, Events, Handle, Schedule, Snapshots, World, emit};

use crate::allocator::call_at;
use crate::support::{CountedDrop, DropCounter};

/// So many events wait that no other list takes as many bytes.
const EVENTS: usize = 1_000;

/// Less than a list of so many events takes, and more than all else.
const LIST: usize = EVENTS * size_of::<usize>();

/// The schedule that is about to end.
static ENDS: Mutex<Option<Schedule>> = Mutex::new(None);

thread_local! {
    /// The next event that drops here is to spawn an entity.
    static SPAWNS: Cell<bool> = const { Cell::new(false) };
    static SPAWNED: Cell<Option<Handle<Value>>> = const { Cell::new(None) };
}

#[derive(Component, Clone)]
struct Value(Vec<u32>);

/// The first that drops on the thread of the world, once it is to, spawns an entity.
struct Event(#[expect(dead_code, reason = "it is dropped")] CountedDrop);

impl Drop for Event {
    fn drop(&mut self) {
        if SPAWNS.replace(false) {
            SPAWNED.set(Some(Entity::spawn().insert(Value(vec![7; 40]))));
        }
    }
}

/// Ends the schedule on another thread.
fn end_schedule() {
    let end = || drop(ENDS.lock().expect("nothing panics while it is locked").take());
    thread::spawn(end).join().expect("it ends");
}

#[test]
fn r1_events_whose_schedule_ends_while_the_world_goes_back_drop_when_it_is_there() {
    let (counter, mut snapshots) = (DropCounter::default(), Snapshots::new(1));
    let one = Entity::spawn().insert(Value(vec![1; 40]));
    let mut schedule = Schedule::new().add(|_: Events<Event>| ());
    schedule.run(0.1);
    (0..EVENTS).for_each(|_| _ = emit(Event(counter.token())));
    snapshots.save(0).expect("nothing is under way");
    one.borrow_mut().0[39] = 2;
    // In no snapshot: it drops with the list of the schedule.
    emit(Event(counter.token()));
    *ENDS.lock().expect("nothing panics while it is locked") = Some(schedule);
    call_at(LIST, end_schedule);
    SPAWNS.set(true);
    snapshots.load(0).expect("nothing is under way");
    assert!(ENDS.lock().expect("nothing panics while it is locked").is_none(), "it has ended meanwhile");
    let spawned = SPAWNED.take().expect("an event has dropped on this thread");
    assert_eq!((spawned.borrow().0[39], one.borrow().0[39]), (7, 1));
    assert_eq!(Value::view().iter().map(|value| value.0.len()).collect::<Vec<_>>(), [40, 40]);
    World::reset();
    drop(snapshots);
    assert_eq!((counter.made(), counter.dropped()), (EVENTS + 1, EVENTS + 1));
}
