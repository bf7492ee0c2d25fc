//! Singletons that end, or are set anew, while others have them.

use ecs_core::{Component, Entity, Singleton, World, send_all, try_update_all, update_all};

use crate::support::{CountedDrop, DropCounter, log, message_of, take_log};

#[derive(Singleton)]
struct Box2 {
    value: u32,
    _token: CountedDrop,
}

impl Box2 {
    fn shutdown(&mut self) {
        log(format!("shutdown {}", self.value));
    }
}

/// Does something to the singleton that its pass has.
#[derive(Component)]
struct Does {
    what: fn(&mut Box2),
}

impl Does {
    fn update(&mut self, it: &mut Box2) {
        (self.what)(it);
        it.value += 1;
    }
}

fn new(value: u32, drops: &DropCounter) -> Box2 {
    Box2 { value, _token: drops.token() }
}

#[test]
fn one_that_is_killed_in_a_pass_is_there_until_the_pass_ends() {
    let drops = DropCounter::default();
    Box2::set(new(1, &drops));
    let nothing: fn(&mut Box2) = |_| ();
    for what in [nothing, |_| assert!(Box2::instance().kill()), nothing] {
        Entity::spawn().insert(Does { what });
    }
    update_all(0.0);
    assert_eq!(take_log(), ["shutdown 4"], "all three have had the same one");
    assert!(!Box2::instance().is_alive());
    assert_eq!(drops.made(), drops.dropped());
    assert!(try_update_all(0.0).is_err(), "there is none any more");
    Box2::set(new(7, &drops));
    update_all(0.0);
    assert_eq!(take_log(), ["shutdown 10"]);
    World::reset();
    assert_eq!(drops.made(), drops.dropped());
}

thread_local! {
    static DROPS: DropCounter = DropCounter::default();
}

#[test]
fn one_that_is_set_in_a_pass_is_the_next_ones() {
    let drops = DROPS.with(DropCounter::clone);
    Box2::set(new(1, &drops));
    Entity::spawn().insert(Does {
        what: |_| {
            DROPS.with(|drops| Box2::set(new(50, drops)));
            assert_eq!(Box2::get().map(|it| it.value), Some(50));
        },
    });
    Entity::spawn().insert(Does { what: |it| assert_eq!(it.value, 50) });
    update_all(0.0);
    assert_eq!(take_log(), ["shutdown 2"]);
    assert_eq!(Box2::borrow().value, 51);
    World::reset();
    assert_eq!(take_log(), ["shutdown 51"]);
    assert_eq!(drops.made(), drops.dropped());
}

#[test]
fn the_world_may_be_reset_in_a_pass_that_has_one() {
    let drops = DropCounter::default();
    Box2::set(new(1, &drops));
    Entity::spawn().insert(Does { what: |_| World::reset() });
    Entity::spawn().insert(Does { what: |_| unreachable!("it is dead") });
    update_all(0.0);
    assert_eq!(take_log(), ["shutdown 2"]);
    assert_eq!((World::stats().alive, Does::count()), (0, 0));
    assert_eq!(drops.made(), drops.dropped());
    // Its entity comes again.
    Box2::set(new(5, &drops));
    assert_eq!((Box2::borrow().value, World::stats().alive), (5, 0));
}

struct Ping;

#[test]
fn one_that_listens_may_end_itself_or_be_set_in_its_hook() {
    #[derive(Singleton)]
    #[component(on(Ping))]
    struct Ears(u32);
    impl Ears {
        fn on_ping(&mut self, _: &Ping) {
            match self.0 {
                0 => assert!(Ears::instance().kill()),
                1 => assert!(Ears::set(Ears(9)).is_alive()),
                _ => {}
            }
            self.0 += 100;
            log(format!("heard {}", self.0));
        }
        fn shutdown(&mut self) {
            log(format!("shutdown {}", self.0));
        }
    }
    Ears::set(Ears(0));
    assert_eq!(send_all(Ping), 1);
    assert!(Ears::get().is_none());
    assert_eq!(take_log(), ["heard 100", "shutdown 100"]);
    Ears::set(Ears(1));
    assert_eq!(send_all(Ping), 1);
    assert_eq!(Ears::borrow().0, 9);
    assert_eq!(take_log(), ["heard 101", "shutdown 101"]);
}

#[test]
fn an_event_that_takes_a_borrowed_one_waits_until_the_pass_releases_it() {
    #[derive(Singleton, Default)]
    struct Shared(u32);
    #[derive(Component, Default)]
    #[component(on(Ping))]
    struct Ear;
    impl Ear {
        fn on_ping(&mut self, _: &Ping, shared: &mut Shared) {
            shared.0 += 1;
        }
    }
    #[derive(Component, Default)]
    struct Sender;
    impl Sender {
        fn update(&mut self, _: &mut Shared) {
            send_all(Ping);
        }
    }
    Entity::spawn().add::<Ear>();
    let sender = Entity::spawn().add::<Sender>();
    update_all(0.0);
    assert_eq!(Shared::borrow_mut().0, 1);
    sender.kill();
    assert_eq!((send_all(Ping), Shared::borrow().0), (1, 2));
}

#[test]
fn a_tag_is_a_singleton_as_others_are() {
    #[derive(Singleton, Default)]
    struct Marker;
    #[derive(Component, Default)]
    struct Takes(u32);
    impl Takes {
        fn update(&mut self, _: &mut Marker) {
            Marker::instance().kill();
            self.0 += 1;
        }
        fn late_update(&mut self, marker: Option<&Marker>) {
            self.0 += u32::from(marker.is_none());
        }
    }
    let takes = [(); 2].map(|()| Entity::spawn().add::<Takes>());
    update_all(0.0);
    assert_eq!(takes.map(|takes| takes.borrow().0), [2, 2]);
    assert!(Marker::set(Marker).is_alive() && Marker::borrow_mut().eq_type());
}

impl<T> EqType for T {}
trait EqType {
    fn eq_type(&self) -> bool {
        true
    }
}

#[test]
fn a_default_that_panics_before_a_frame_leaves_a_usable_world() {
    #[derive(Singleton)]
    struct Fails;
    impl Default for Fails {
        fn default() -> Self {
            panic!("no default today");
        }
    }
    #[derive(Component, Default)]
    struct Needs(u32);
    impl Needs {
        fn update(&mut self) {
            self.0 += 1;
        }
        fn late_update(&mut self, _: &Fails) {}
    }
    let needs = Entity::spawn().add::<Needs>();
    assert_eq!(message_of(|| update_all(0.0)), "no default today");
    assert_eq!(needs.borrow().0, 0, "nothing has run");
    Fails::set(Fails);
    update_all(0.0);
    assert_eq!(needs.borrow().0, 1);
}

#[test]
fn a_reset_of_the_world_ends_one_that_a_shutdown_has_made() {
    #[derive(Singleton, Default)]
    struct Tally(u32);
    impl Tally {
        fn shutdown(&mut self) {
            log(format!("tally {}", self.0));
        }
    }
    #[derive(Component, Default)]
    struct Counted;
    impl Counted {
        fn shutdown(&mut self, tally: &mut Tally) {
            tally.0 += 1;
        }
    }
    let _all = [(); 3].map(|()| Entity::spawn().add::<Counted>());
    World::reset();
    assert_eq!(take_log(), ["tally 3"]);
    assert_eq!(World::stats().alive, 0);
}

#[test]
fn one_that_a_pass_has_is_notified_when_the_pass_has_ended() {
    #[derive(Singleton, Default)]
    #[component(on(Ping))]
    struct Ears(u32);
    impl Ears {
        fn on_ping(&mut self, _: &Ping) {
            log(format!("heard after {}", self.0));
        }
    }
    #[derive(Component, Default)]
    struct Sender;
    impl Sender {
        fn update(&mut self, ears: &mut Ears) {
            assert_eq!(send_all(Ping), 1);
            ears.0 += 1;
        }
        fn late_update(&mut self) {
            log("late");
        }
    }
    Entity::spawn().add::<Sender>();
    update_all(0.0);
    assert_eq!(take_log(), ["heard after 1", "late"]);
}

/// A shutdown of the singletons' own entity asks for one that was never made.
#[test]
fn a_singletons_shutdown_may_ask_for_another() {
    #[derive(Singleton, Default)]
    struct Never;
    #[derive(Singleton, Default)]
    struct Asks;
    impl Asks {
        fn shutdown(&mut self, never: Option<&Never>) {
            log(format!("{}", never.is_some()));
            log(format!("{}", Never::try_borrow().is_err()));
        }
    }
    drop(Asks::borrow());
    World::reset();
    assert_eq!(take_log(), ["false", "true"]);
    assert_eq!(World::stats().alive, 0);
}
