//! Prewarmed and bounded pools, and what is borrowed.

use super::*;

// ---- prewarm, bounds ----

#[test]
fn seed_s16_prewarm_makes_parked_ones_ahead() {
    let bats = Pool::<Bat>::new();
    bats.prewarm(3);
    assert_eq!(take_log(), ["init Body", "init Wings"].repeat(3), "born disabled: nothing else runs");
    assert_eq!((bats.parked(), bats.live().count(), Body::count()), (3, 0, 3));
    update_all(0.1);
    let bat = bats.take();
    assert_eq!(bat.borrow::<Body>().0, 0);
    assert_eq!((bat.generation(), take_log().len()), (2, 2), "as if it had been used");
    bats.prewarm(2);
    assert_eq!(bats.len(), 3, "as many are parked");
    bats.prewarm(3);
    assert_eq!(bats.len(), 4);
}

#[test]
fn seed_s16_a_bounded_pool_has_so_many_living_members_and_no_more() {
    let bats = Pool::<Bat>::new().bounded(3);
    let all = [bats.take(), bats.take(), bats.take()];
    let archetype = std::any::type_name::<(Body, Wings)>();
    assert_eq!(bats.try_take(), Err(PoolError::Exhausted { archetype, max: 3 }));
    assert_eq!(
        message_of(|| bats.take()),
        "the pool of (Body, Wings) is exhausted: it has all 3 entities that it may have; give some back or \
         raise the bound"
    );
    assert_eq!((bats.len(), World::stats().alive), (3, 3));
    all[1].despawn();
    let fourth = bats.take();
    assert!(bats.try_take().is_err());
    bats.give_back(fourth);
    fourth.despawn();
    assert_eq!((bats.parked(), bats.len()), (0, 2), "despawned while parked");
    assert!(bats.try_take().is_ok() && bats.try_take().is_err());
    assert_eq!(bats.try_prewarm(1), Err(PoolError::Exhausted { archetype, max: 3 }));
    assert_says(&message_of(|| bats.prewarm(2)), &["is exhausted"]);
    assert!(Pool::<Bat>::new().bounded(0).try_take().is_err());

    // None of them is borrowed: there are too few.
    let few = Pool::<Bat>::new().bounded(2);
    assert_eq!(few.try_prewarm(3), Err(PoolError::Exhausted { archetype, max: 2 }));
    assert_eq!(few.parked(), 2, "those that were made stay");
}

#[test]
fn seed_s16_a_pool_does_not_remember_the_dead() {
    let bats = Pool::<Bat>::new();
    let count = if cfg!(miri) { 50 } else { 1_000 };
    for _ in 0..count {
        let bats: Vec<_> = (0..3).map(|_| bats.take()).collect();
        bats.iter().for_each(|bat| assert!(bat.despawn()));
    }
    assert!(bats.is_empty());
    let listed = format!("{bats:?}").matches('v').count();
    assert!(listed <= 8, "{listed} of {} are listed", 3 * count);
}

// ---- what is borrowed ----

#[test]
fn seed_s16_what_is_borrowed_may_be_parked_but_begins_no_new_life() {
    let bats = Pool::<Bat>::new();
    let (a, b) = (bats.take(), bats.take());
    let wings = a.borrow_mut::<Wings>();
    assert!(bats.give_back(b) && bats.give_back(a), "parking is allowed");
    let next = bats.take();
    assert_eq!(next.index(), b.index(), "the borrowed one is left out");
    let third = bats.take();
    assert_eq!(third.index(), 2, "and another is made");
    drop(wings);
    assert_eq!(bats.take().index(), a.index());
    take_log();
}

#[test]
fn seed_s16_a_bounded_pool_whose_parked_ones_are_borrowed_is_busy() {
    let bats = Pool::<Bat>::new().bounded(1);
    let bat = bats.take();
    bats.give_back(bat);
    let view = Wings::view();
    let archetype = std::any::type_name::<(Body, Wings)>();
    assert_eq!(bats.try_take(), Err(PoolError::Busy { archetype, max: 1 }));
    assert_says(
        &message_of(|| bats.take()),
        &["the pool of (Body, Wings) has 1 entities", "are borrowed", "raise the bound"],
    );
    drop(view);
    assert_eq!(bats.take().generation(), 2, "it was not touched in vain");
}

#[test]
fn seed_s16_what_dies_while_it_is_borrowed_keeps_its_entity_from_a_new_life() {
    let bats = Pool::<Bat>::new();
    let bat = bats.take();
    let body = bat.borrow::<Body>();
    bat.kill::<Body>();
    bats.give_back(bat);
    assert_ne!(bats.take().index(), bat.index());
    drop(body);
    World::flush();
    let again = bats.take();
    assert_eq!((again.index(), Bat::matches(again)), (bat.index(), true));
}

thread_local! {
    static BATS: Pool<Bat> = Pool::new();
    static SWARM: Pool<Archetype<(Bullet,)>> = Pool::new();
}

#[derive(Component, Default)]
struct Bullet {
    age: u32,
}

impl Bullet {
    fn init(&mut self) {
        log("made");
    }

    fn on_enable(&mut self) {
        self.age = 0;
    }

    fn update(&mut self) {
        self.age += 1;
        if self.age == 3 {
            SWARM.with(|swarm| assert!(swarm.give_back(self.entity())));
        }
    }
}

#[derive(Component, Default)]
struct Gun;

impl Gun {
    fn update(&mut self) {
        SWARM.with(|swarm| (0..2).for_each(|_| assert!(swarm.take().is_alive())));
    }
}

#[test]
fn seed_s16_bullets_give_themselves_back_in_their_own_update() {
    Entity::spawn().add::<Gun>();
    for _ in 0..if cfg!(miri) { 15 } else { 100 } {
        update_all(0.1);
        SWARM.with(|swarm| assert!((2..=6).contains(&swarm.live().count())));
    }
    assert!(take_log().len() <= 8, "no more are made than fly at once");
    SWARM.with(|swarm| assert_eq!(swarm.len(), Bullet::count()));
}

#[test]
fn seed_s16_taking_in_the_update_of_the_own_type_renews_others_than_self() {
    thread_local! {
        static POOL: Pool<Archetype<(Splits,)>> = Pool::new();
    }
    #[derive(Component, Default)]
    struct Splits(u32);
    impl Splits {
        fn update(&mut self, me: Entity) {
            self.0 += 1;
            POOL.with(|pool| {
                assert!(pool.give_back(me));
                let other = pool.take();
                assert_ne!(other.index(), me.index(), "self is borrowed");
                assert_eq!(self.entity(), me);
            });
        }
    }
    let first = POOL.with(Pool::take);
    POOL.with(|pool| pool.prewarm(1));
    for frame in 1..20 {
        Splits::update_all(0.1);
        // In turn: the one that was parked is taken, and this pass, which has begun, may visit it too.
        POOL.with(|pool| assert_eq!(pool.live().count(), 1, "{frame}"));
    }
    assert!(!first.is_alive());
    POOL.with(|pool| assert!(pool.len() <= 3, "{}", pool.len()));
}

#[test]
fn seed_s16_given_back_and_taken_in_one_frame_it_ends_on_its_side() {
    #[derive(Component, Default)]
    struct Juggler;
    impl Juggler {
        fn update(&mut self) {
            BATS.with(|bats| {
                for bat in bats.live().collect::<Vec<_>>() {
                    assert!(bats.give_back(bat));
                }
                for _ in 0..3 {
                    let bat = bats.take();
                    bats.give_back(bat);
                    let _ = bats.take();
                }
                let parked = bats.take();
                assert!(bats.give_back(parked));
            });
        }
    }
    BATS.with(|bats| bats.prewarm(5));
    Entity::spawn().add::<Juggler>();
    for _ in 0..20 {
        take_log();
        update_all(0.1);
        BATS.with(|bats| {
            assert_eq!((bats.live().count(), bats.len()), (3, 5));
            assert!(bats.live().all(|bat| bat.handle::<Body>().is_enabled()));
        });
        assert_eq!(World::stats().stores[0].enabled, 3);
    }
}
