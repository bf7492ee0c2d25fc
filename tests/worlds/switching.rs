//! Worlds that are entered, cleared, sent or ended from events, closures and jobs.

use std::thread;

use ecs_core::{Component, Entity, Pool, Singleton, World, find, send_all, update_all};

use crate::support::{log, message_of, on_thread, take_log};

struct Ping(u32);

#[derive(Component, Default)]
#[component(track, on(Ping))]
struct Ear(Vec<u32>);

impl Ear {
    fn on_ping(&mut self, ping: &Ping, me: Entity) {
        self.0.push(ping.0);
        if ping.0 == 1 {
            // Another world has its own stores, times and names.
            let other = World::new();
            other.enter(|| {
                let ear = Entity::spawn().add::<Ear>();
                ear.entity().set_name("there");
                let seen = World::tick();
                assert_eq!(send_all(Ping(2)), 1);
                assert_eq!(ear.borrow().0, [2]);
                assert!(ear.changed_since(seen));
                Ear::for_each(|ear| ear.0.clear());
                World::remote().send(|| log("a job there")).expect("there is room");
                update_all(0.5);
                World::clear();
            });
            assert!(other.into_send().is_ok());
            assert_eq!((find("there"), find("here")), (None, Some(me)));
            let remote = World::remote();
            remote.send(|| send_all(Ping(3))).expect("there is room");
        }
    }
}

#[test]
fn another_world_may_run_inside_an_event() {
    let ears = [(); 3].map(|()| Entity::spawn().add::<Ear>());
    ears[1].entity().set_name("here");
    ears[0].kill();
    ears[2].kill();
    let seen = World::tick();
    assert_eq!(send_all(Ping(1)), 1);
    assert_eq!(take_log(), ["a job there"]);
    assert_eq!(ears[1].borrow().0, [1]);
    assert!(ears[1].changed_since(seen));
    assert_eq!(World::run_remote(), 1);
    assert_eq!(ears[1].borrow().0, [1, 3]);
}

#[test]
fn the_world_may_be_cleared_in_a_closure_an_event_and_a_job() {
    #[derive(Component, Default)]
    #[component(on(Ping))]
    struct Clears;
    impl Clears {
        fn on_ping(&mut self, _: &Ping) {
            World::clear();
        }
    }
    let spawn = || (0..5).for_each(|_| assert!(Entity::spawn().add::<Clears>().is_alive()));
    spawn();
    assert_eq!(Clears::send_all(Ping(0)), 1);
    assert_eq!(World::stats().alive, 0);
    spawn();
    assert_eq!(send_all(Ping(0)), 1);
    spawn();
    let mut visited = 0;
    Clears::for_each(|_| {
        visited += 1;
        World::clear();
    });
    assert_eq!((visited, World::stats().alive), (1, 0));
    spawn();
    World::remote().send(World::clear).expect("there is room");
    update_all(0.0);
    assert_eq!(World::stats().alive, 0);
}

#[test]
fn w3_a_sent_world_goes_on_with_its_ticks_its_time_and_its_jobs() {
    #[derive(Singleton, Default)]
    #[component(track)]
    struct Score(u32);
    #[derive(Component, Default)]
    struct Coin;
    impl Coin {
        fn update(&mut self, score: &mut Score) {
            score.0 += 1;
        }
    }
    on_thread(|| {
        let world = World::new();
        let remote = world.enter(World::remote);
        let (ear, seen) = world.enter(|| {
            Entity::spawn().add::<Coin>();
            let ear = Entity::spawn().add::<Ear>();
            ear.entity().set_name("ear");
            update_all(0.5);
            (ear, World::tick())
        });
        remote.send(|| send_all(Ping(7))).expect("the world lives");
        let sent = world.into_send().unwrap_or_else(|(_, error)| panic!("{error}"));
        let world = thread::spawn(move || {
            let world = sent.into_world();
            world.enter(|| {
                assert!(!ear.changed_since(seen) && !Score::instance().changed_since(seen));
                update_all(0.5);
                assert!(ear.changed_since(seen) && Score::instance().changed_since(seen));
                assert_eq!((ear.borrow().0.clone(), Score::borrow().0), (vec![7], 2));
                assert_eq!(find("ear"), Some(ear.entity()));
            });
            world.into_send().unwrap_or_else(|(_, error)| panic!("{error}"))
        });
        let world = world.join().expect("nothing fails there").into_world();
        world.enter(|| assert_eq!(Score::borrow().0, 2));
        drop(world);
        assert!(remote.send(|| ()).is_err());
    });
}

#[test]
fn w3_an_event_that_is_not_send_keeps_no_world_in_two_threads() {
    struct Shared(std::rc::Rc<()>);
    #[derive(Component, Default)]
    #[component(on(Shared))]
    struct Hears(usize);
    impl Hears {
        fn on_shared(&mut self, shared: &Shared) {
            self.0 = std::rc::Rc::strong_count(&shared.0);
        }
    }
    let (world, rc) = (World::new(), std::rc::Rc::new(()));
    world.enter(|| {
        let hears = Entity::spawn().add::<Hears>();
        let guard = hears.borrow();
        hears.entity().send(Shared(rc.clone()));
        drop(guard);
    });
    let sent = world.into_send().unwrap_or_else(|(_, error)| panic!("{error}"));
    assert_eq!(std::rc::Rc::strong_count(&rc), 1, "it was notified, and dropped, before");
    drop(sent);
}

#[test]
fn seed_s16_an_event_for_an_earlier_life_is_not_delivered() {
    let pool = Pool::with(Ear::default, |_| ());
    let first = pool.take();
    first.set_name("first");
    let ear = first.handle::<Ear>();
    let guard = ear.borrow();
    first.send(Ping(9));
    drop(guard);
    assert!(pool.give_back(first));
    let again = pool.take();
    World::flush();
    assert_eq!(again.index(), first.index());
    assert_eq!(again.borrow::<Ear>().0, [9], "notified before it was parked");
    assert_eq!((again.name(), find("first")), (None, None));
}

#[test]
fn w2_a_panic_in_a_job_that_has_entered_another_world_leaves_both_usable() {
    thread_local! {
        static OTHER: World = World::new();
    }
    World::remote()
        .send(|| {
            OTHER.with(|other| {
                other.enter(|| {
                    Entity::spawn().add::<Ear>();
                    Ear::for_each(|_| panic!("inside"));
                });
            });
        })
        .expect("there is room");
    assert_eq!(message_of(|| update_all(0.0)), "inside");
    let here = Entity::spawn().add::<Ear>();
    assert_eq!(send_all(Ping(5)), 1);
    assert_eq!((here.borrow_mut().0.clone(), Ear::count()), (vec![5], 1));
    OTHER.with(|other| other.enter(|| assert_eq!(send_all(Ping(6)), 1)));
    update_all(0.0);
}
