//! Singletons in hooks.

use super::*;

#[test]
fn a_pass_gives_it_to_one_hook_after_the_other() {
    let coins: Vec<_> = (0..5).map(|_| Entity::spawn().add::<Coin>()).collect();
    update_all(0.1);
    assert_eq!(Score::borrow().0, 5, "made by the pass");
    coins[1].kill();
    coins[2].set_enabled(false);
    update_all(0.1);
    assert_eq!(Score::borrow().0, 8);
}

#[test]
fn what_a_frame_needs_is_there_from_its_beginning() {
    #[derive(Singleton, Default)]
    struct Canvas(Vec<u8>);
    impl Canvas {
        fn update(&mut self) {
            self.0 = vec![0; 3];
        }
        fn late_update(&self, _: &Paper) {
            log(format!("{:?}", self.0));
        }
    }
    #[derive(Singleton, Default)]
    struct Paper;
    impl Paper {
        fn fixed_update(&self) {
            log("paper");
        }
    }
    #[derive(Component, Default)]
    #[component(before(late_update(Canvas)))]
    struct Pencil;
    impl Pencil {
        fn late_update(&self, canvas: &mut Canvas) {
            canvas.0[1] += 1;
        }
    }
    Entity::spawn().add::<Pencil>();
    update_all(1.0 / 60.0);
    assert_eq!(take_log(), ["paper", "[0, 1, 0]"]);
}

#[test]
fn one_that_ends_in_a_frame_is_made_anew_for_the_next_pass() {
    #[derive(Component, Default)]
    struct Ender;
    impl Ender {
        fn update(&self) {
            assert!(Score::instance().kill());
        }
    }
    Score::set(Score(5));
    Entity::spawn().with(Ender).add::<Coin>();
    update_all(0.1);
    assert_eq!(Score::borrow().0, 1);
}

#[test]
fn one_that_is_made_for_a_pass_may_change_what_the_pass_visits() {
    #[derive(Singleton, Default)]
    struct Reaper;
    impl Reaper {
        fn init(&mut self) {
            let monks: Vec<_> = query::<Entity>().filter::<With<Monk>>().iter().collect();
            let [first, second, third, ..] = monks[..] else { return };
            first.despawn();
            second.kill::<Monk>();
            third.set_enabled(false);
            Entity::spawn().insert(Monk("new".to_owned()));
        }
    }
    #[derive(Component)]
    struct Monk(String);
    impl Monk {
        fn update(&mut self, _: &Reaper) {
            log(&self.0);
        }
        fn shutdown(&mut self) {
            log(format!("{} ends", self.0));
        }
    }
    /// Ends the reaper when the frame has begun: the next pass makes another.
    #[derive(Component, Default)]
    #[component(before(Monk))]
    struct Hero;
    impl Hero {
        fn update(&self) {
            Reaper::instance().kill();
        }
    }
    for is_there_before in [false, true] {
        if is_there_before {
            drop(Reaper::borrow());
            Entity::spawn().add::<Hero>();
        }
        for n in 0..5 {
            Entity::spawn().insert(Monk(n.to_string()));
        }
        update_all(0.1);
        let mut lines = take_log();
        lines.sort();
        assert_eq!(lines, ["0 ends", "1 ends", "3", "4", "new"]);
        World::reset();
        take_log();
    }
}

#[test]
fn it_goes_with_siblings_in_one_order_and_in_another() {
    #[derive(Component)]
    struct Weight(u32);
    #[derive(Component, Default)]
    struct Body(bool);
    impl Body {
        fn update(&mut self, weight: &Weight, score: &mut Score, maybe: Option<&mut Coin>, entity: Entity) {
            assert_eq!((maybe.is_some(), entity), (self.0, self.entity()));
            score.0 = score.0 * 10 + weight.0;
        }
    }
    let all: Vec<_> = (1..=3).map(|_| Entity::spawn().with(Body(false))).collect();
    for (n, &entity) in (1..).zip(all.iter().rev()) {
        entity.insert(Weight(n));
    }
    all[1].add::<Coin>();
    all[1].borrow_mut::<Body>().0 = true;
    Body::update_all(0.0);
    assert_eq!(Score::borrow().0, 321);
    Weight::sort_like::<Body>();
    Score::set(Score(0));
    Body::update_all(0.0);
    assert_eq!(Score::borrow().0, 321);
}

#[test]
fn events_take_it_in_every_mode() {
    #[derive(Component, Default)]
    struct Guest;
    impl Guest {
        fn init(&mut self, score: &mut Score, level: Option<&Level>) {
            score.0 += 1;
            assert!(level.is_none());
        }
        fn on_disable(&mut self, score: &mut Score) {
            score.0 += 10;
        }
        fn on_enable(&mut self, score: Option<&mut Score>) {
            score.expect("it is there").0 += 100;
        }
        fn shutdown(&self, score: &Score) {
            log(format!("bye at {}", score.0));
        }
    }
    let guest = Entity::spawn().add::<Guest>();
    guest.set_enabled(false);
    guest.set_enabled(true);
    guest.kill();
    assert_eq!((Score::borrow().0, take_log()), (221, vec!["bye at 221".to_owned()]));
}

#[test]
fn a_pass_that_misses_one_is_an_error_and_an_optional_one_is_none() {
    #[derive(Component, Default)]
    struct Player(u32);
    impl Player {
        fn fixed_update(&mut self, level: Option<&Level>) {
            self.0 += u32::from(level.is_some());
        }
        fn update(&mut self, level: &Level) {
            self.0 += level.0.len() as u32;
        }
    }
    let earlier = Entity::spawn().add::<Coin>();
    let player = Entity::spawn().add::<Player>();
    let missing =
        UpdateError::Singleton(SingletonError::Needed { component: "Level", by: "Player", hook: "update" });
    assert_eq!(try_update_all(1.0 / 60.0), Err(missing.clone()));
    assert_eq!(Player::try_update_all(0.0), Err(missing));
    assert_says(
        &message_of(|| update_all(0.0)),
        &["cannot update", "`Player::update` takes Level", "there is none yet"],
    );
    assert_eq!(player.borrow().0, 0);
    assert!(Score::borrow().0 == 0 && earlier.is_alive(), "nothing has run");
    Level::set(Level("cave"));
    update_all(1.0 / 60.0);
    assert_eq!(player.borrow().0, 5);
}

#[test]
fn an_event_that_misses_one_panics_with_the_remedy() {
    #[derive(Component, Default)]
    struct Player;
    impl Player {
        fn init(&mut self, _: &Level) {}
    }
    let player = Entity::spawn();
    assert_says(
        &message_of(|| _ = player.add::<Player>()),
        &["`Player::init` takes Level", "there is none yet", "`Level::set(..)`"],
    );
    assert!(!player.has::<Player>());
}

#[test]
fn d4_a_guard_that_lives_is_reported_before_anything_runs() {
    let coin = Entity::spawn().add::<Coin>();
    let guard = Score::borrow();
    assert!(matches!(try_update_all(0.1), Err(UpdateError::Borrowed { component: "Score", .. })));
    drop(guard);
    update_all(0.1);
    assert_eq!(Score::borrow().0, 1);
    assert!(coin.is_alive());
}

#[test]
fn while_a_pass_has_it_others_do_not() {
    #[derive(Component, Default)]
    struct Thief;
    impl Thief {
        fn update(&mut self, _: &mut Score) {
            assert!(matches!(Score::try_borrow(), Err(SingletonError::Borrow(BorrowError::Borrowed { .. }))));
            assert!(Score::instance().kill(), "killing is always allowed");
            assert!(Score::get().is_none());
            log("stolen");
        }
    }
    Score::set(Score(9));
    Entity::spawn().add::<Thief>();
    update_all(0.1);
    assert_eq!((take_log().len(), Score::borrow().0), (1, 0));
}

#[test]
fn a_hook_that_panics_releases_it() {
    #[derive(Component, Default)]
    struct Bomb;
    impl Bomb {
        fn update(&mut self, score: &mut Score) {
            score.0 += 1;
            panic!("boom");
        }
    }
    Entity::spawn().add::<Bomb>();
    assert!(message_of(|| update_all(0.1)).contains("boom"));
    assert_eq!(Score::borrow_mut().0, 1);
}

#[test]
fn one_that_is_named_twice_is_an_error_at_the_first_add() {
    #[derive(Component, Default)]
    struct Greedy;
    impl Greedy {
        fn update(&mut self, _: &Score, _: &mut Score) {}
    }
    assert_says(&message_of(|| _ = Entity::spawn().add::<Greedy>()), &["Greedy", "update", "Score"]);
}

#[test]
fn c5_a_shutdown_waits_for_the_guard_that_the_default_of_what_it_takes_keeps() {
    thread_local! {
        static KEPT: std::cell::Cell<Option<ecs_core::Ref<Vault>>> = const { std::cell::Cell::new(None) };
    }
    #[derive(Singleton)]
    struct Vault;
    impl Default for Vault {
        fn default() -> Self {
            let kept = Self::set(Self).borrow();
            KEPT.set(Some(kept));
            Self
        }
    }
    #[derive(Component, Default)]
    struct Coffer;
    impl Coffer {
        fn on_disable(&mut self, _: &mut Vault) {
            log("on_disable");
        }
        fn shutdown(&mut self, _: &mut Vault) {
            log("shutdown");
        }
    }
    Entity::spawn().add::<Coffer>().kill();
    assert_eq!((take_log(), Coffer::count()), (vec![], 0));
    KEPT.set(None);
    World::flush();
    assert_eq!(take_log(), ["on_disable", "shutdown"]);
}

#[test]
fn d6_a_panic_in_the_default_of_what_a_shutdown_takes_keeps_the_shutdown() {
    thread_local! {
        static PANICS: std::cell::Cell<bool> = const { std::cell::Cell::new(true) };
    }
    #[derive(Singleton)]
    struct Ledger;
    impl Default for Ledger {
        fn default() -> Self {
            assert!(!PANICS.get(), "no ledger");
            Self
        }
    }
    #[derive(Component, Default)]
    struct Account;
    impl Account {
        fn shutdown(&mut self, _: &mut Ledger) {
            log("shutdown");
        }
    }
    let account = Entity::spawn().add::<Account>();
    assert_eq!(message_of(|| account.kill()), "no ledger");
    assert!(!account.is_alive() && take_log().is_empty());
    PANICS.set(false);
    World::flush();
    assert_eq!(take_log(), ["shutdown"]);
}

#[test]
fn d6_a_shutdown_waits_if_what_it_takes_is_gone_once_it_was_made() {
    thread_local! {
        static IS_CURSED: std::cell::Cell<bool> = const { std::cell::Cell::new(true) };
    }
    #[derive(Singleton)]
    struct Crown;
    impl Default for Crown {
        fn default() -> Self {
            // The value that is made drops, as there is another one by now.
            if IS_CURSED.get() {
                Self::set(Self);
            }
            Self
        }
    }
    impl Drop for Crown {
        fn drop(&mut self) {
            Self::instance().kill();
        }
    }
    #[derive(Component, Default)]
    struct King;
    impl King {
        fn shutdown(&mut self, _: &mut Crown) {
            log("shutdown");
        }
    }
    let king = Entity::spawn().add::<King>();
    assert_says(&message_of(|| king.kill()), &["`King::shutdown`", "Crown"]);
    assert!(!king.is_alive() && take_log().is_empty());
    IS_CURSED.set(false);
    World::flush();
    assert_eq!(take_log(), ["shutdown"]);
}

thread_local! {
    static PURSE: std::cell::Cell<Option<ecs_core::Ref<Purse>>> = const { std::cell::Cell::new(None) };
}

#[derive(Component, Default)]
struct Purse;

/// Its `Default` keeps a guard on the first purse.
#[derive(Singleton)]
struct Tax;

impl Default for Tax {
    fn default() -> Self {
        let purse = query::<Entity>().filter::<With<Purse>>().with_disabled().iter().next();
        PURSE.set(purse.and_then(Entity::get));
        Self
    }
}

#[test]
fn d6_a_start_comes_later_if_the_default_of_what_it_takes_keeps_a_guard() {
    #[derive(Component, Default)]
    struct Citizen;
    impl Citizen {
        fn start(&mut self, _: &Tax, _: Option<&mut Purse>) {
            log("start");
        }
        fn update(&mut self) {
            log("update");
        }
    }
    Entity::spawn().with(Purse).add::<Citizen>();
    assert_says(&message_of(|| update_all(0.1)), &["`Citizen::start`", "Purse", "borrowed"]);
    PURSE.set(None);
    update_all(0.1);
    assert_eq!(take_log(), ["start", "update"]);
}

#[test]
fn an_on_reset_is_refused_if_the_default_of_what_it_takes_keeps_a_guard() {
    #[derive(Component, Default)]
    struct Robber;
    impl Robber {
        fn on_reset(&mut self, _: &Tax, _: Option<&mut Purse>) {
            log("on_reset");
        }
    }
    let robbers = Pool::<Archetype<(Purse, Robber)>>::new();
    robbers.prewarm(1);
    let refused = robbers.try_take();
    assert!(matches!(refused, Err(PoolError::Reset(BorrowError::Borrowed { component: "Purse", .. }))));
    assert_eq!(robbers.parked(), 1);
    PURSE.set(None);
    assert!(robbers.take().is_enabled());
    assert_eq!(take_log(), ["on_reset"]);
}
