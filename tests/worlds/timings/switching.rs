//! Switching timings on and off, frames that stop, and other worlds.

use std::cell::Cell;

use ecs_core::{Component, Entity, FailurePolicy, World, try_update_all, update_all};

use super::{labels, pass, passes, planes};
use crate::support::{caught, ignore};

#[test]
fn g2_nothing_is_timed_unless_it_is_asked_for() {
    planes(1);
    World::set_timings(false);
    update_all(1.0);
    assert_eq!((passes(), World::stats().timed_frames), (vec![], 0));
}

#[test]
fn g2_switched_off_timings_are_forgotten() {
    planes(1);
    update_all(1.0);
    assert!(!passes().is_empty());
    World::set_timings(false);
    assert!(passes().is_empty());
    World::set_timings(true);
    assert!(passes().is_empty(), "there was no frame");
    update_all(0.0);
    assert!(!labels().contains(&"fixed_update pass Plane".to_owned()), "{:?}", labels());
    assert_eq!(World::stats().timed_frames, 1);
}

#[derive(Component)]
struct Switch(Vec<bool>);

impl Switch {
    fn update(&mut self) {
        self.0.drain(..).for_each(|on| _ = World::set_timings(on));
    }
}

#[test]
fn g2_no_frame_is_timed_by_halves() {
    let switch = Entity::spawn().insert(Switch(vec![true]));
    update_all(0.0);
    assert!(passes().is_empty(), "it had begun");
    update_all(0.0);
    assert_eq!(World::stats().timed_frames, 1);
    switch.borrow_mut().0 = vec![false, true];
    update_all(0.0);
    assert!(passes().is_empty());
    update_all(0.0);
    assert_eq!(World::stats().timed_frames, 1);
    switch.borrow_mut().0 = vec![false];
    update_all(0.0);
    update_all(0.0);
    assert_eq!((passes(), World::stats().timed_frames), (vec![], 0));
}

#[test]
fn g2_a_hook_sees_the_last_frame() {
    #[derive(Component)]
    struct Overlay(u64, usize);
    impl Overlay {
        fn late_update(&mut self) {
            let stats = World::stats();
            (self.0, self.1) = (stats.timed_frames, stats.passes.len());
        }
    }
    planes(1);
    let overlay = Entity::spawn().insert(Overlay(9, 9));
    update_all(0.0);
    assert_eq!((overlay.borrow().0, overlay.borrow().1), (0, 0));
    update_all(1.0);
    assert_eq!((overlay.borrow().0, overlay.borrow().1), (1, 4), "the fixed step is new");
}

#[derive(Component)]
struct Fuse(u32);

impl Fuse {
    fn update(&mut self) {
        self.0 -= 1;
        assert!(self.0 != 0, "it burns");
    }
}

#[test]
fn g2_a_frame_that_stops_does_not_count() {
    planes(5);
    let fuse = Entity::spawn().insert(Fuse(2));
    update_all(0.0);
    let before = pass("update pass Plane");
    caught(|| update_all(0.0));
    assert_eq!(World::stats().timed_frames, 1);
    assert_eq!(pass("update pass Plane"), before);
    fuse.borrow_mut().0 = 9;
    {
        let _held = fuse.borrow();
        assert!(try_update_all(0.0).is_err());
    }
    update_all(0.0);
    assert_eq!((pass("update pass Plane").rows, pass("update pass Plane").runs), (5, 1));
    assert_eq!(World::stats().timed_frames, 2);
}

#[test]
fn g2_a_pass_that_goes_on_after_a_panic_is_timed_once() {
    planes(1);
    World::set_failure_policy(FailurePolicy::SwitchOff).expect("there is a world");
    Entity::spawn().insert(Fuse(1));
    Entity::spawn().insert(Fuse(9));
    update_all(0.0);
    assert_eq!((pass("update pass Fuse").rows, pass("update pass Fuse").runs), (2, 1));
    update_all(0.0);
    assert_eq!(pass("update pass Fuse").rows, 1);
}

#[test]
fn g2_each_world_has_its_own_timings() {
    #[derive(Component)]
    struct Portal(World);
    impl Portal {
        fn update(&mut self) {
            self.0.enter(|| update_all(1.0));
        }
    }
    planes(2);
    let inner = World::new();
    inner.enter(|| planes(7));
    let portal = Entity::spawn().insert(Portal(inner));
    update_all(0.0);
    assert_eq!(pass("update pass Plane").rows, 2);
    assert!(!labels().contains(&"fixed_update pass Plane".to_owned()));
    portal.borrow().0.enter(|| {
        assert_eq!(pass("fixed_update pass Plane").rows, 7);
        assert!(!labels().contains(&"update pass Portal".to_owned()));
        World::set_timings(false);
    });
    update_all(0.0);
    assert_eq!(pass("update pass Portal").rows, 1);
    assert!(portal.borrow().0.enter(passes).is_empty());
}

#[test]
fn g2_a_world_that_is_closing_is_not_timed() {
    thread_local!(static REFUSED: Cell<u32> = const { Cell::new(0) });
    #[derive(Component)]
    struct Last(u8);
    impl Drop for Last {
        fn drop(&mut self) {
            assert!(!World::set_timings(true));
            REFUSED.set(REFUSED.get() + u32::from(self.0));
        }
    }
    let world = World::new();
    world.enter(|| ignore(Entity::spawn().with(Last(1))));
    drop(world);
    assert_eq!(REFUSED.get(), 1);
}
