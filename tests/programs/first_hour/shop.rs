//! A shop with a wallet and a stock of which there is one each, and functions that look into them by
//! themselves.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_core::{Component, Entity, Singleton, World, query, update_all};

#[derive(Singleton, Default)]
struct Wallet {
    coins: u32,
}

#[derive(Singleton, Default)]
struct Stock {
    apples: u32,
    sold: u32,
}

fn can_afford(price: u32) -> bool {
    Wallet::borrow().coins >= price
}

fn pay(price: u32) {
    Wallet::borrow_mut().coins -= price;
}

#[derive(Component)]
struct Shop {
    price: u32,
    bill: u32,
}

impl Shop {
    fn update(&mut self, wallet: &Wallet, stock: &mut Stock) {
        if can_afford(self.price) && stock.apples > 0 {
            assert!(wallet.coins >= self.price);
            stock.apples -= 1;
            stock.sold += 1;
            self.bill = self.price;
        }
    }

    fn late_update(&mut self) {
        if self.bill > 0 {
            pay(self.bill);
            self.bill = 0;
        }
    }
}

/// Raises the price for who is rich, and closes when the stock is empty.
#[derive(Component)]
struct Owner;

impl Owner {
    fn late_update(&self, me: Entity, shop: &mut Shop, wallet: Option<&Wallet>, stock: &Stock) {
        if wallet.is_some() && can_afford(100) {
            shop.price += 1;
        }
        if stock.apples == 0 && richest() < 100 {
            me.despawn();
        }
    }
}

/// What was earned, which is to be saved at the end of the game.
#[derive(Singleton, Default)]
struct Savings {
    coins: u32,
}

impl Savings {
    fn shutdown(&mut self) {
        assert_eq!((self.coins, richest()), (12, 2), "what one singleton asks of another is there");
        SAVED.set(self.coins);
    }
}

thread_local! {
    static SAVED: Cell<u32> = const { Cell::new(0) };
}

/// A function that others call from anywhere.
fn richest() -> u32 {
    Wallet::get().map_or(0, |wallet| wallet.coins)
}

/// Has the wallet in hand for writing, and asks a function that reads it. That cannot be.
#[derive(Component)]
struct Thief;

impl Thief {
    fn update(&self, wallet: &mut Wallet) {
        if can_afford(1) {
            wallet.coins -= 1;
        }
    }
}

/// Has the wallet in hand for reading, and calls a function that writes to it.
#[derive(Component)]
struct Beggar;

impl Beggar {
    fn update(&self, wallet: &Wallet) {
        if wallet.coins > 0 {
            pay(1);
        }
    }
}

fn shop(price: u32) -> Entity {
    Entity::spawn().with(Shop { price, bill: 0 })
}

/// What the frame panics with.
fn frame_panics() -> String {
    let panic = catch_unwind(AssertUnwindSafe(|| update_all(1.0))).expect_err("the frame shall panic");
    panic.downcast_ref::<String>().expect("a text").clone()
}

#[test]
fn the_shop_sells_while_there_are_coins() {
    Wallet::borrow_mut().coins = 10;
    Stock::borrow_mut().apples = 100;
    shop(3);
    for left in [7, 4, 1, 1, 1] {
        update_all(1.0);
        assert_eq!(Wallet::borrow().coins, left);
    }
    assert_eq!((Stock::borrow().apples, Stock::borrow().sold), (97, 3));
}

/// Between two levels all shops go, and the coins stay.
#[test]
fn a_wallet_outlives_the_level() {
    Wallet::borrow_mut().coins = 10;
    Stock::borrow_mut().apples = 1;
    let old = shop(3);
    update_all(1.0);
    World::clear();
    assert!(!old.is_alive() && query::<&Shop>().is_empty());
    assert_eq!((Wallet::borrow().coins, Stock::borrow().sold), (7, 1));

    // The next level.
    Stock::borrow_mut().apples = 1;
    shop(5);
    update_all(1.0);
    assert_eq!((Wallet::borrow().coins, Stock::borrow().sold), (2, 2));

    // The end of the game.
    Savings::borrow_mut().coins = Wallet::borrow().coins + 10;
    World::reset();
    assert_eq!(SAVED.get(), 12);
    assert!(Wallet::get().is_none() && Stock::get().is_none());
}

#[test]
fn several_shops_share_one_stock() {
    Wallet::borrow_mut().coins = 100;
    Stock::borrow_mut().apples = 5;
    let [cheap, dear, closed] = [2, 7, 1].map(shop);
    closed.set_enabled(false);
    for _ in 0..2 {
        update_all(1.0);
    }
    assert_eq!((Wallet::borrow().coins, Stock::borrow().apples), (82, 1));
    dear.despawn();
    for _ in 0..2 {
        update_all(1.0);
    }
    assert_eq!((Wallet::borrow().coins, Stock::borrow().apples, Stock::borrow().sold), (80, 0, 5));
    assert!(cheap.is_alive() && query::<&Shop>().iter().all(|shop| shop.bill == 0));
}

#[test]
fn an_owner_looks_at_the_wallet_twice() {
    Wallet::borrow_mut().coins = 112;
    Stock::borrow_mut().apples = 3;
    let [first, second] = [shop(5).with(Owner), shop(6)];
    update_all(1.0);
    assert_eq!([first, second].map(|shop| shop.borrow::<Shop>().price), [6, 6]);
    for _ in 0..3 {
        update_all(1.0);
    }
    assert!(!first.is_alive() && second.is_alive());
    assert_eq!(Stock::borrow().sold, 3);
}

#[test]
fn a_wallet_that_nobody_has_filled() {
    shop(1);
    update_all(1.0);
    assert_eq!((Wallet::borrow().coins, Stock::borrow().sold, richest()), (0, 0, 0));
}

#[test]
fn a_wallet_in_hand_for_writing_is_said_to_be_in_hand() {
    Wallet::borrow_mut().coins = 10;
    let thief = Entity::spawn().with(Thief);
    let message = frame_panics();
    for part in ["Wallet", "Thief::update"] {
        assert!(message.contains(part), "{message}");
    }
    assert!(!message.contains("drop that guard"), "there is none: {message}");

    // The world is usable after it.
    thief.despawn();
    update_all(1.0);
    assert_eq!(Wallet::borrow().coins, 10);
}

#[test]
fn a_wallet_in_hand_for_reading_is_said_to_be_in_hand() {
    Wallet::borrow_mut().coins = 10;
    let beggar = Entity::spawn().with(Beggar);
    let message = frame_panics();
    for part in ["Wallet", "Beggar::update"] {
        assert!(message.contains(part), "{message}");
    }
    assert!(!message.contains("drop that guard"), "there is none: {message}");
    beggar.set_enabled(false);
    update_all(1.0);
    pay(4);
    assert_eq!(richest(), 6);
}
