//! Singletons: one value of a type for each world, on an entity that is the world's.

use ecs_core::{
    AddError, AnyOf, Archetype, BorrowError, Component, Entity, Group, Handle, Query, Schedule, Singleton,
    SingletonError, SpawnError, UpdateError, With, Without, World, WorldError, find, find_all, query,
    try_update_all, update_all,
};

use crate::support::{assert_says, log, message_of, take_log};

#[derive(Singleton, Default, Debug, PartialEq)]
struct Score(u32);

/// Has no default value.
#[derive(Singleton, Debug, PartialEq)]
struct Level(&'static str);

#[derive(Component, Default)]
struct Coin;

impl Coin {
    fn update(&mut self, score: &mut Score) {
        score.0 += 1;
    }
}

// ---- the value ----

#[test]
fn the_default_is_made_when_it_is_first_borrowed_and_not_when_it_is_asked_for() {
    assert!(Score::get().is_none() && Score::get_mut().is_none());
    assert!(!Score::instance().is_alive());
    assert!(World::stats() == ecs_core::WorldStats::default(), "asking makes no world");
    assert_eq!(*Score::borrow(), Score(0));
    Score::borrow_mut().0 = 7;
    assert_eq!(Score::get().map(|score| score.0), Some(7));
    assert_eq!((Score::count(), World::stats().alive), (1, 0), "its entity is none of mine");
}

#[test]
fn defaults_that_ask_for_each_other_without_end_are_an_error() {
    #[derive(Singleton)]
    struct Hen;
    impl Default for Hen {
        fn default() -> Self {
            log("hen");
            drop(Egg::borrow());
            Self
        }
    }
    #[derive(Singleton)]
    struct Egg;
    impl Default for Egg {
        fn default() -> Self {
            drop(Hen::borrow());
            Self
        }
    }
    World::set_init_limit(10).unwrap();
    assert_says(&message_of(|| drop(Hen::borrow())), &["cannot make the", "nested deeper than 10"]);
    assert_eq!(take_log().len(), 5);
    assert!(Hen::get().is_none() && Egg::get().is_none());
    assert_eq!(Score::borrow().0, 0, "the depth is as before");
}

#[test]
fn a_type_without_a_default_must_be_set() {
    assert_eq!(Level::try_borrow().map(drop), Err(SingletonError::Unset { component: "Level" }));
    assert_eq!(Level::try_borrow_mut().map(drop), Err(SingletonError::Unset { component: "Level" }));
    assert_says(
        &message_of(|| drop(Level::borrow())),
        &["there is no Level yet", "`Level::set(..)`", "`Default`"],
    );
    let level = Level::set(Level("cave"));
    assert_eq!((level, level.borrow().0), (Level::instance(), "cave"));
    Level::borrow_mut().0 = "tower";
    assert_eq!(*Level::borrow(), Level("tower"));
}

#[test]
fn setting_it_again_ends_the_old_value_and_handles_see_the_new_one() {
    #[derive(Singleton)]
    struct Song(&'static str);
    impl Song {
        fn init(&self) {
            log(format!("{} begins", self.0));
        }
        fn shutdown(&self) {
            log(format!("{} ends", self.0));
        }
    }
    let song = Song::set(Song("march"));
    assert_eq!(Song::set(Song("waltz")), song);
    assert_eq!(song.borrow().0, "waltz");
    assert_eq!(take_log(), ["march begins", "march ends", "waltz begins"]);
    song.kill();
    assert!(Song::get().is_none());
    assert_eq!(take_log(), ["waltz ends"]);
}

#[test]
fn singletons_share_one_entity_which_comes_again_after_its_end() {
    let score = Score::borrow().entity();
    assert_eq!(Level::set(Level("cave")).entity(), score);
    score.despawn();
    assert!(Level::get().is_none());
    assert_eq!(Score::borrow().0, 0);
    assert_ne!(Score::instance().entity(), score);
}

#[test]
fn it_lives_on_no_entity_of_mine() {
    #[derive(Component, Default)]
    #[component(requires(Score))]
    struct Needy;
    let entity = Entity::spawn();
    let refused = AddError::Singleton { component: "Score" };
    assert_eq!(entity.try_add::<Score>(), Err(refused));
    assert_eq!(entity.try_insert(Score(1)), Err(refused));
    assert_eq!(entity.try_add::<Needy>().map(drop), Err(refused));
    assert_eq!(Entity::try_spawn_many(2, |_, _| (Coin, Score(1))), Err(SpawnError::Add(refused)));
    assert_eq!(Archetype::<(Coin, Score)>::try_spawn(), Err(SpawnError::Add(refused)));
    let text = message_of(|| _ = entity.insert(Score(1)));
    assert_says(&text, &["cannot add Score", "a singleton", "`Score::set(..)`"]);
    assert_eq!((World::stats().alive, entity.components().len()), (1, 0));
}

#[test]
fn each_world_has_its_own() {
    Score::borrow_mut().0 = 1;
    let other = World::new();
    other.enter(|| {
        assert!(Score::get().is_none());
        Score::borrow_mut().0 = 2;
    });
    assert_eq!((Score::borrow().0, other.enter(|| Score::borrow().0)), (1, 2));
}

#[test]
fn h3_borrows_conflict_as_those_of_components_do() {
    let reader = Score::borrow();
    drop(Score::borrow());
    let error = Score::try_borrow_mut().map(drop);
    assert!(matches!(error, Err(SingletonError::Borrow(BorrowError::Borrowed { component: "Score", .. }))));
    assert_says(
        &message_of(|| Score::borrow_mut().0 = 1),
        &["cannot borrow Score", "tests/worlds/singletons.rs"],
    );
    assert_says(&message_of(|| drop(Score::get_mut())), &["cannot borrow Score"]);
    drop(reader);
    let writer = Score::borrow_mut();
    assert!(Score::try_borrow().is_err());
    drop(writer);
}

#[test]
fn it_is_a_component_with_hooks_handles_and_queries() {
    #[derive(Singleton, Default)]
    struct Day {
        hour: f32,
        own: Handle<Self>,
    }
    impl Day {
        fn init(&mut self) {
            self.own = self.handle();
            log("dawn");
        }
        fn update(&mut self, dt: f32, score: Option<&Score>) {
            self.hour += dt;
            log(format!("{} {}", self.hour, score.is_some()));
        }
    }
    assert_eq!(Day::borrow().own, Day::instance());
    update_all(2.0);
    Score::set(Score(1));
    update_all(1.0);
    assert_eq!(take_log(), ["dawn", "2 false", "3 true"]);
    Day::instance().set_enabled(false);
    update_all(1.0);
    assert_eq!(take_log(), [""; 0]);
}

#[test]
fn a_generic_type_has_one_for_each_argument() {
    #[derive(Singleton, Default)]
    struct Best<T: Default + 'static>(T);
    Best::<u32>::borrow_mut().0 = 3;
    Best::<String>::borrow_mut().0.push('x');
    assert_eq!((Best::<u32>::borrow().0, Best::<String>::borrow().0.len()), (3, 1));
}

// ---- in hooks ----

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
        let mut told = take_log();
        told.sort();
        assert_eq!(told, ["0 ends", "1 ends", "3", "4", "new"]);
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
fn d4_a_guard_that_lives_is_told_before_anything_runs() {
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
fn a_hook_that_panics_gives_it_back() {
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

// ---- the end ----

#[test]
fn d9_a_reset_of_the_world_ends_it_after_all_else() {
    #[derive(Singleton, Default)]
    struct Tally(u32);
    impl Tally {
        fn shutdown(&self) {
            log(format!("tally {}", self.0));
        }
    }
    #[derive(Component, Default)]
    struct Soldier;
    impl Soldier {
        fn shutdown(&mut self, tally: &mut Tally) {
            tally.0 += 1;
        }
    }
    drop(Tally::borrow());
    for _ in 0..3 {
        Entity::spawn().add::<Soldier>();
    }
    World::reset();
    assert_eq!(take_log(), ["tally 3"]);
    assert_eq!((World::stats().alive, Tally::get().is_none()), (0, true));
}

#[test]
fn d9_clearing_the_world_leaves_it_and_its_handles_alone() {
    let score = Score::set(Score(7));
    let coin = Entity::spawn().add::<Coin>();
    World::clear();
    World::clear();
    assert_eq!((coin.is_alive(), score.borrow().0, Score::instance() == score), (false, 7, true));
    World::reset();
    assert!(!score.is_alive());
    World::reset();
    assert_eq!(Score::borrow().0, 0);
}

/// Would catch: an entity that `for entity in &query::<Entity>() { entity.despawn(); }` ends for all.
#[test]
fn d9_its_entity_is_in_no_query_count_or_list() {
    #[derive(Component)]
    struct Monk;
    /// Without a value, as a tag is.
    #[derive(Singleton, Default)]
    struct Mode;
    let counts = || {
        [
            query::<Entity>().count(),
            query::<Option<&Coin>>().count(),
            query::<Option<&Score>>().iter().filter(Option::is_some).count(),
            query::<(Entity, Option<&mut Score>)>().with_disabled().count(),
            query::<Entity>().filter::<Without<Monk>>().count(),
            query::<Entity>().filter::<AnyOf<(Score, Mode)>>().count(),
            query::<Entity>().filter::<AnyOf<(Coin, Score)>>().count(),
            query::<Entity>().filter::<With<Score>>().count(),
            query::<Entity>().filter::<With<Mode>>().count(),
            query::<&Score>().count(),
            query::<&mut Score>().with_disabled().iter_mut().count(),
            query::<&Mode>().count(),
            query::<(&Score, Option<&Mode>)>().count(),
            query::<&Score>().first().iter().count(),
            Archetype::<(Score,)>::find().len(),
            Archetype::<(Mode, Score)>::find().len(),
            World::stats().alive,
            World::stats().spawned as usize,
            World::stats().despawned as usize,
        ]
    };
    let coins = [(); 3].map(|()| Entity::spawn().add::<Coin>().entity());
    let before = counts();
    assert_eq!(before.iter().sum::<usize>(), 7 * 3, "{before:?}");
    drop((Score::borrow(), Mode::borrow()));
    assert_eq!(counts(), before);
    Score::instance().set_enabled(false);
    assert_eq!(counts(), before);
    Score::instance().set_enabled(true);

    let own = Score::instance().entity();
    assert!(query::<&Score>().get(own).is_none() && query::<Entity>().get(own).is_none());
    let mut seen = Vec::new();
    query::<(Entity, Option<&Score>)>().each(|(entity, score)| seen.push((entity, score.is_some())));
    assert_eq!(seen, coins.map(|coin| (coin, false)));
    query::<&mut Score>().each(|_| unreachable!("it is in no query"));
    if !cfg!(miri) {
        // Rayon casts numbers to pointers.
        query::<Entity>().par_each(|entity| assert_ne!(entity, own));
    }
    let mut group = Group::<With<Score>>::new();
    group.refresh();
    assert!(group.active().is_empty());
    own.set_name("score");
    assert!(find("score").is_none() && find_all("score").is_empty() && format!("{own:?}").contains("score"));
    Schedule::new().add(|all: Query<Entity>| assert_eq!(all.count(), 3)).run(0.1);

    for entity in &query::<Entity>() {
        entity.set_enabled(false);
    }
    assert!(Score::instance().is_enabled());
    World::reset();
    assert_eq!(counts().iter().sum::<usize>(), 6, "three were spawned, and three despawned");
    drop(Score::borrow());
    assert_eq!(counts().iter().sum::<usize>(), 6);
}

#[test]
fn a_closing_world_makes_none() {
    struct Asks;
    impl Drop for Asks {
        fn drop(&mut self) {
            let closing =
                SingletonError::Make { component: "Score", error: SpawnError::World(WorldError::Closing) };
            assert_eq!(Score::try_borrow().map(drop), Err(closing));
            assert_eq!(Score::try_set(Score(1)), Err(closing));
            assert!(Score::get().is_none());
            log("asked");
        }
    }
    #[derive(Singleton)]
    struct Holder(Asks);
    let world = World::new();
    world.enter(|| Holder::set(Holder(Asks)));
    drop(world);
    assert_eq!(take_log(), ["asked"]);
}

#[test]
fn a_world_with_one_that_is_not_send_stays() {
    #[derive(Singleton, Default)]
    struct Local(std::rc::Rc<u32>);
    let world = World::new();
    world.enter(|| Local::borrow().0.clone());
    let Err((world, error)) = world.into_send() else { panic!("`Rc` is not `Send`") };
    assert_says(&error.to_string(), &["Local"]);
    world.enter(|| Local::instance().kill());
    assert!(world.into_send().is_ok());
}
