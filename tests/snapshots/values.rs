//! Values in snapshots: each is dropped once, whatever panics, and a `clone` that calls the world is refused.

use std::cell::Cell;

use ecs_core::{Component, Entity, Snapshots, World, update_all};

use crate::support::{Caught, Token, assert_says, caught, live_tokens, on_thread, try_caught};

thread_local! {
    static CLONES_LEFT: Cell<i32> = const { Cell::new(i32::MAX) };
    static DROP_PANICS: Cell<bool> = const { Cell::new(false) };
}

/// Counts, and panics when it is told to.
#[derive(Component)]
struct Counted {
    number: u32,
    _token: Token,
}

impl Counted {
    fn new(number: u32) -> Self {
        Self { number, _token: Token::new() }
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        CLONES_LEFT.set(CLONES_LEFT.get() - 1);
        assert!(CLONES_LEFT.get() >= 0, "no more clones");
        Self::new(self.number)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if self.number == 13 && DROP_PANICS.get() && !std::thread::panicking() {
            DROP_PANICS.set(false);
            panic!("13 panics");
        }
    }
}

fn numbers() -> Vec<u32> {
    Counted::view().iter().map(|counted| counted.number).collect()
}

fn say(text: &str) -> impl Fn(&Caught) -> bool {
    move |caught: &Caught| caught.text.contains(text)
}

#[test]
fn r1_each_copy_is_dropped_once() {
    let all: Vec<_> = (0..300).map(|n| Entity::spawn().with(Counted::new(n))).collect();
    all.iter().step_by(5).for_each(|entity| assert!(entity.despawn()));
    let mut snapshots = Snapshots::new(3);
    for frame in 0..6 {
        snapshots.save(frame).unwrap();
        all.iter().skip(frame as usize).step_by(17).for_each(|entity| _ = entity.despawn());
        Entity::spawn().with(Counted::new(1000 + frame as u32));
    }
    let expected = {
        snapshots.load(4).unwrap();
        numbers()
    };
    for frame in [3, 5, 3, 4] {
        snapshots.load(frame).unwrap();
    }
    assert_eq!(numbers(), expected);
    assert!(live_tokens() >= 4 * 200);
    drop(snapshots);
    assert_eq!(live_tokens(), numbers().len(), "those that live");
    all.iter().for_each(|entity| _ = entity.despawn());
    Counted::clear();
    World::flush();
    assert_eq!(live_tokens(), 0);
}

#[test]
fn r1_a_clone_that_panics_leaves_the_world_and_the_snapshots() {
    (0..300).for_each(|n| _ = Entity::spawn().with(Counted::new(n)));
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    Counted::view_mut().iter_mut().for_each(|counted| counted.number += 1);
    for left in [0, 1, 150, 270, 299] {
        CLONES_LEFT.set(left);
        assert!(say("no more clones")(&caught(|| snapshots.save(1))));
        CLONES_LEFT.set(left);
        assert!(say("no more clones")(&caught(|| snapshots.load(0))));
        CLONES_LEFT.set(i32::MAX);
        assert!(numbers().into_iter().eq(1..=300), "as it was");
        assert!(!snapshots.contains(1));
    }
    snapshots.load(0).unwrap();
    assert!(numbers().into_iter().eq(0..300));
    drop(snapshots);
    assert_eq!(live_tokens(), 300);
}

#[test]
fn r1_a_drop_that_panics_after_a_clone_has_is_heard_of_later() {
    (0..300).for_each(|n| _ = Entity::spawn().with(Counted::new(n)));
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    CLONES_LEFT.set(270);
    DROP_PANICS.set(true);
    assert!(say("no more clones")(&caught(|| snapshots.load(0))));
    CLONES_LEFT.set(i32::MAX);
    assert!(say("13 panics")(&caught(World::flush)), "a clone that was made in vain");
    snapshots.load(0).unwrap();
    assert!(numbers().into_iter().eq(0..300));
}

#[test]
fn r1_a_drop_that_panics_ends_nothing_halfway() {
    let all: Vec<_> = (0..20).map(|n| Entity::spawn().with(Counted::new(n))).collect();
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    all[3].despawn();
    DROP_PANICS.set(true);
    assert!(say("13 panics")(&caught(|| snapshots.load(0))));
    assert!(numbers().into_iter().eq(0..20), "it has gone back all the same");
    update_all(0.1);
    // That of the snapshot which another one replaces drops when the next is saved.
    snapshots.save(1).unwrap();
    DROP_PANICS.set(true);
    assert!(say("13 panics")(&caught(|| snapshots.save(2))));
    assert!(snapshots.contains(1));
    snapshots.save(2).unwrap();
    snapshots.load(2).unwrap();
    drop(snapshots);
    assert_eq!(live_tokens(), 20);
}

#[test]
fn r1_a_clone_does_not_reach_the_world() {
    #[derive(Component)]
    struct Greedy(u8);
    impl Clone for Greedy {
        fn clone(&self) -> Self {
            if self.0 == 1 {
                _ = Entity::spawn();
            } else if self.0 == 2 {
                Self::view().iter().for_each(|_| ());
            }
            Self(self.0)
        }
    }
    let greedy = Entity::spawn().insert(Greedy(1));
    let mut snapshots = Snapshots::new(1);
    let text = caught(|| snapshots.save(0)).text;
    assert_says(
        &text,
        &[
            "inside the `clone` of a value, while a snapshot is made or loaded",
            "let `clone` make a copy and do nothing else",
        ],
    );
    greedy.borrow_mut().0 = 2;
    assert_says(&caught(|| snapshots.save(0)).text, &["Greedy cannot be reached inside the `clone`"]);
    greedy.borrow_mut().0 = 0;
    snapshots.save(0).unwrap();
    assert!(Entity::spawn().is_alive() && World::stats().alive == 2);
}

#[test]
fn r1_what_a_drop_does_it_does_to_the_world_as_it_is_then() {
    #[derive(Component, Clone)]
    struct Vengeful(bool);
    impl Drop for Vengeful {
        fn drop(&mut self) {
            if self.0 && Entity::spawn().is_alive() {
                self.0 = false;
            }
        }
    }
    let vengeful = Entity::spawn().insert(Vengeful(false));
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    vengeful.borrow_mut().0 = true;
    snapshots.load(0).unwrap();
    assert_eq!(World::stats().alive, 2, "spawned into the world that has gone back");
    assert!(!vengeful.borrow().0);
}

#[test]
fn r1_values_without_bytes_come_back_as_many_as_they_were() {
    #[derive(Component, Clone, Copy, Default)]
    struct Mark;
    impl Mark {
        fn update(&self) {}
    }
    #[derive(Component, Clone)]
    struct Held(#[expect(dead_code, reason = "it is dropped")] std::sync::Arc<()>);
    let held = std::sync::Arc::new(());
    let all: Vec<_> = (0..3).map(|_| Entity::spawn().with(Mark).with(Held(held.clone()))).collect();
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    all[1].despawn();
    all[0].remove::<Mark>();
    snapshots.load(0).unwrap();
    assert_eq!((Mark::count(), Held::count()), (3, 3));
    assert!(all.iter().all(|entity| entity.has::<(Mark, Held)>()));
    drop(snapshots);
    assert_eq!(std::sync::Arc::strong_count(&held), 4);
}

#[test]
fn r1_values_without_bytes_are_dropped_once() {
    thread_local! {
        static LIVE: Cell<i32> = const { Cell::new(0) };
    }
    #[derive(Component)]
    struct Mark;
    impl Mark {
        fn new() -> Self {
            LIVE.set(LIVE.get() + 1);
            Self
        }
    }
    impl Clone for Mark {
        fn clone(&self) -> Self {
            Self::new()
        }
    }
    impl Drop for Mark {
        fn drop(&mut self) {
            LIVE.set(LIVE.get() - 1);
        }
    }
    let all: Vec<_> = (0..300).map(|_| Entity::spawn().with(Mark::new())).collect();
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    all.iter().step_by(2).for_each(|entity| assert!(entity.despawn()));
    snapshots.save(1).unwrap();
    for (frame, count) in [(0, 300), (1, 150), (0, 300)] {
        snapshots.load(frame).unwrap();
        assert_eq!(Mark::count(), count);
    }
    drop(snapshots);
    assert_eq!(LIVE.get(), 300);
    World::reset();
    assert_eq!(LIVE.get(), 0);
}

#[test]
fn r1_what_is_cloned_to_go_back_in_vain_is_dropped_at_once() {
    (0..600).for_each(|n| _ = Entity::spawn().with(Counted::new(n)));
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    Counted::view_mut().iter_mut().for_each(|counted| counted.number += 1);
    let before = live_tokens();
    for left in [1, 300, 599] {
        CLONES_LEFT.set(left);
        assert!(say("no more clones")(&caught(|| snapshots.load(0))));
        assert_eq!(live_tokens(), before, "{left} were cloned");
    }
}

/// Each clone and each drop burns a bit of the fuse; the last of it panics.
#[derive(Component, Default)]
#[component(pooled(3))]
struct Bomb {
    _token: Token,
}

thread_local! {
    static FUSE: Cell<u32> = const { Cell::new(0) };
}

impl Bomb {
    fn burn() {
        if FUSE.get() != 0 && !std::thread::panicking() {
            FUSE.set(FUSE.get() - 1);
            assert!(FUSE.get() != 0, "a bomb");
        }
    }
}

impl Clone for Bomb {
    fn clone(&self) -> Self {
        Self::burn();
        Self::default()
    }
}

impl Drop for Bomb {
    fn drop(&mut self) {
        Self::burn();
    }
}

#[test]
fn r1_whichever_clone_or_drop_panics_nothing_leaks_and_nothing_drops_twice() {
    // More than there are calls: the last of them finds no bomb.
    let (count, fuses) = if cfg!(miri) { (2, 21) } else { (20, 400) };
    for fuse in 1..fuses {
        on_thread(move || {
            let mut snapshots = Snapshots::new(2);
            let all: Vec<_> = (0..count).map(|_| Entity::spawn().with(Bomb::default())).collect();
            let mut exploded = 0;
            let steps: [&dyn Fn(&mut Snapshots); 8] = [
                &|snapshots| snapshots.save(0).unwrap(),
                &|_| all.iter().step_by(3).for_each(|entity| _ = entity.despawn()),
                &|snapshots| snapshots.save(1).unwrap(),
                &|_| _ = Entity::spawn().insert(Bomb::default()),
                &|snapshots| drop(snapshots.load(0)),
                &|snapshots| drop(snapshots.load(1)),
                &|snapshots| drop(snapshots.save(2)),
                &|snapshots| drop(snapshots.load(2)),
            ];
            FUSE.set(fuse);
            for step in steps {
                exploded += u32::from(try_caught(|| step(&mut snapshots)).is_err());
            }
            assert!(exploded <= 1 && (exploded == 1) == (FUSE.get() == 0), "{fuse}: {exploded}");
            FUSE.set(0);
            World::flush();
            live_tokens();
            World::reset();
            drop(snapshots);
            assert_eq!(live_tokens(), 0, "{fuse}");
        });
    }
}
