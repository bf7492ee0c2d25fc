//! Q1: of many observers none looks at all others when it begins or ends, and of many that are told of what
//! is away in a pool none is asked for all above it. Of so many it would take minutes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ecs_core::{Add, Archetype, Component, Entity, Observer, Pool, Remove, observe};

const MANY: usize = 100_000;

#[derive(Component, Default)]
struct Link(u32);

/// So many observers, which count what they hear.
fn observers(heard: &Arc<AtomicUsize>) -> Vec<Observer<Add<Link>>> {
    let observer = |_| {
        let heard = heard.clone();
        observe(move |_: &Add<Link>| _ = heard.fetch_add(1, Ordering::Relaxed))
    };
    (0..MANY).map(observer).collect()
}

#[test]
fn q1_many_observers_begin_and_end() {
    let heard = Arc::new(AtomicUsize::new(0));
    let (first, last) = (observers(&heard), observers(&heard));
    Entity::spawn().add::<Link>();
    assert_eq!(heard.swap(0, Ordering::Relaxed), 2 * MANY);
    // The first first, and the last first.
    first.into_iter().for_each(drop);
    last.into_iter().rev().for_each(drop);
    assert_eq!(Entity::spawn().add::<Link>().borrow().0, 0);
    assert_eq!((heard.load(Ordering::Relaxed), Arc::strong_count(&heard)), (0, 1));
}

#[test]
fn q1_an_observer_ends_many_others() {
    let heard = Arc::new(AtomicUsize::new(0));
    let mut others = Some(observers(&heard));
    let _first = observe(move |_: &Remove<Link>| drop(others.take()));
    Entity::spawn().with(Link(0)).despawn();
    Entity::spawn().add::<Link>();
    // Of the first.
    assert_eq!((heard.load(Ordering::Relaxed), Arc::strong_count(&heard)), (MANY, 1));
}

#[test]
fn q1_observers_that_ended_on_another_thread_are_forgotten() {
    let heard = Arc::new(AtomicUsize::new(0));
    let all = observers(&heard);
    std::thread::spawn(move || drop(all)).join().unwrap();
    let _next = observe(|_: &Add<Link>| ());
    assert_eq!(Arc::strong_count(&heard), 1);
}

#[test]
fn q1_a_long_chain_is_parked_and_taken() {
    let (added, removed) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let counts = [added.clone(), removed.clone()];
    let _observers = (
        observe(move |_: &Add<Link>| _ = added.fetch_add(1, Ordering::Relaxed)),
        observe(move |_: &Remove<Link>| _ = removed.fetch_add(1, Ordering::Relaxed)),
    );
    let pool = Pool::<Archetype<(Link,)>>::new();
    let root = pool.take();
    let mut last = root;
    (1..MANY).for_each(|_| last = Entity::spawn().with(Link(0)).child_of(last));
    pool.give_back(root);
    // What comes below what is parked goes, and comes again where it leaves that.
    let other = Entity::spawn().with(Link(0)).child_of(last);
    other.detach();
    assert_eq!(pool.take().descendants().count(), MANY - 1);
    assert_eq!(counts.map(|count| count.load(Ordering::Relaxed)), [2 * MANY + 2, MANY + 1]);
}
