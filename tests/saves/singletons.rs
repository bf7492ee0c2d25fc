//! Law V3: singletons of a save take the places of those that are there.

use ecs_core::{Component, Entity, Handle, Singleton, World, find};
use serde::{Deserialize, Serialize};

use crate::formats::{ALL, Format, come_back};
use crate::support::{log, take_log};
use crate::{Hull, Score, named};

#[derive(Singleton, Serialize, Deserialize, Default, PartialEq, Debug)]
struct Wallet {
    coins: u32,
    owner: Handle<Hull>,
}

impl Wallet {
    fn init(&mut self) {
        log(format!("init {}", self.coins));
    }
    fn shutdown(&mut self) {
        log(format!("shutdown {} {}", self.coins, Hull::count()));
    }
}

fn saved(format: Format) -> Vec<u8> {
    let bytes = World::new().enter(|| {
        let owner = named("owner").insert(Hull(1));
        Wallet::set(Wallet { coins: 5, owner });
        Score::set(Score(3));
        format.write::<(Wallet, Hull, Score)>().0
    });
    take_log();
    bytes
}

#[test]
fn v3_singletons_come_back() {
    let make = || {
        let owner = named("owner").insert(Hull(1));
        Wallet::set(Wallet { coins: 5, owner });
    };
    come_back::<(Wallet, Hull, Score)>(make, |report| {
        assert_eq!(report.entities().len(), 1, "theirs is not in it");
        assert_eq!(Wallet::borrow().owner.entity(), find("owner").expect("it was loaded"));
        assert!(Score::get().is_none(), "it was not there");
    });
    take_log();
}

#[test]
fn v3_a_singleton_that_is_there_is_shut_down_before_and_handles_to_it_lead_to_the_new_one() {
    for format in ALL {
        let bytes = saved(format);
        World::new().enter(|| {
            let old = Wallet::set(Wallet { coins: 1, owner: Handle::NULL });
            let kept = Score::set(Score(0));
            take_log();
            format.read::<(Wallet, Hull, Score)>(&bytes);
            assert_eq!(take_log(), ["shutdown 1 0"], "before anything has come, and no `init`");
            assert_eq!((old.borrow().coins, kept.borrow().0), (5, 3));
            assert_eq!(Wallet::borrow().owner.borrow().0, 1);
            let globals = old.entity();
            format.reload::<(Wallet, Hull, Score)>(&bytes);
            assert_eq!(Wallet::borrow().entity(), globals, "one entity has them all");
            assert_eq!((Wallet::count(), Hull::count()), (1, 1));
        });
        take_log();
    }
}

#[test]
fn v3_singletons_that_are_not_in_the_save_stay() {
    let bytes = World::new().enter(|| {
        Score::set(Score(3));
        Format::Json.write::<(Wallet, Score)>().0
    });
    Wallet::set(Wallet { coins: 8, owner: Handle::NULL });
    take_log();
    Format::Json.reload::<(Wallet, Score)>(&bytes);
    assert_eq!((Wallet::borrow().coins, Score::borrow().0), (8, 3));
    assert_eq!(take_log(), [""; 0]);
}

#[test]
fn v3_a_singleton_that_was_replaced_while_it_is_borrowed_ends_when_it_is_let_go() {
    let bytes = saved(Format::Postcard);
    Wallet::set(Wallet { coins: 1, owner: Handle::NULL });
    take_log();
    let held = Wallet::borrow();
    Format::Postcard.read::<(Wallet, Hull, Score)>(&bytes);
    assert_eq!((held.coins, Wallet::borrow().coins), (1, 5));
    drop(held);
    World::flush();
    assert_eq!(take_log(), ["shutdown 1 1"], "late");
    assert_eq!(Wallet::borrow().coins, 5);
}

#[test]
fn v3_a_shutdown_that_asks_for_another_singleton_does_not_keep_the_one_of_the_save_out() {
    #[derive(Singleton, Serialize, Deserialize, Default, Debug)]
    struct Bank(u32);
    impl Bank {
        fn shutdown(&mut self) {
            Score::borrow_mut().0 += self.0;
            log(format!("bank {}", Score::borrow().0));
        }
    }
    for format in ALL {
        World::reset();
        take_log();
        let bytes = World::new().enter(|| {
            Score::set(Score(9));
            Bank::set(Bank(2));
            format.write::<(Score, Bank)>().0
        });
        take_log();
        Score::set(Score(50));
        Bank::set(Bank(1));
        format.read::<(Score, Bank)>(&bytes);
        assert_eq!((Score::borrow().0, Score::count(), Bank::borrow().0), (9, 1, 2));
        assert_eq!(take_log(), ["bank 1"], "of one that was made anew, and is replaced too");
    }
    World::reset();
    take_log();
}

#[test]
fn v3_a_save_of_a_singleton_makes_their_entity_and_a_save_without_does_not() {
    let bytes = saved(Format::Json);
    let without = World::new().enter(|| {
        named("bare").with(Hull(1));
        Format::Json.write::<(Wallet, Hull, Score)>().0
    });
    let next = |bytes: &[u8]| {
        World::new().enter(|| {
            let loaded = Format::Json.read::<(Wallet, Hull, Score)>(bytes).entities().len();
            let singletons = usize::from(Wallet::get().is_some());
            (World::stats().alive, loaded, singletons)
        })
    };
    assert_eq!(next(&without), (1, 1, 0));
    let (_, loaded, singletons) = next(&bytes);
    assert_eq!((loaded, singletons), (1, 1));
}

#[test]
fn v3_an_entity_that_refers_to_a_singleton_of_no_world_yet_makes_its_place() {
    #[derive(Component, Serialize, Deserialize, Debug)]
    struct Fan(Handle<Wallet>);
    let bytes = World::new().enter(|| {
        let wallet = Wallet::set(Wallet::default());
        Entity::spawn().insert(Fan(wallet));
        Format::Postcard.write::<Fan>().0
    });
    take_log();
    let fan = Format::Postcard.read::<Fan>(&bytes).entities()[0];
    let wallet = fan.borrow::<Fan>().0;
    assert!(wallet.get().is_none());
    assert_eq!(wallet.entity(), Wallet::borrow().entity());
    assert!(World::dangling().found().is_empty());
    take_log();
}

#[test]
fn d6_a_singleton_that_the_drop_of_the_one_before_has_made_ends_too() {
    #[derive(Singleton, Serialize, Deserialize, Debug)]
    struct Fiend(u32);
    impl Fiend {
        fn shutdown(&mut self) {
            log(format!("shutdown {}", self.0));
        }
    }
    impl Drop for Fiend {
        fn drop(&mut self) {
            if self.0 == 1 {
                Self::set(Self(2));
            }
        }
    }
    for format in ALL {
        let bytes = World::new().enter(|| {
            Fiend::set(Fiend(3));
            format.write::<(Fiend,)>().0
        });
        World::new().enter(|| {
            Fiend::set(Fiend(1));
            take_log();
            format.read::<(Fiend,)>(&bytes);
            assert_eq!(take_log(), ["shutdown 1", "shutdown 2"]);
            assert_eq!((Fiend::borrow().0, Fiend::count()), (3, 1));
        });
    }
}
