//! The value, and where it lives.

use super::*;

#[test]
fn the_default_is_made_when_it_is_first_borrowed_and_not_when_it_is_asked_for() {
    assert!(Score::get().is_none() && Score::get_mut().is_none());
    assert!(!Score::instance().is_alive());
    assert!(World::stats() == ecs_core::stats::WorldStats::default(), "asking makes no world");
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
    assert_says(&message_of(|| Score::borrow_mut().0 = 1), &["cannot borrow Score", file!()]);
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

#[test]
fn a_singleton_is_made_once_and_runs_from_the_first_frame_on() {
    #[derive(Singleton, Default)]
    struct Spawner {
        frames: u32,
    }
    impl Spawner {
        fn init(&mut self) {
            log("init");
        }

        fn update(&mut self) {
            self.frames += 1;
        }
    }
    let made = Spawner::make();
    assert_eq!(Spawner::make(), made);
    update_all(0.1);
    assert_eq!((take_log(), made.borrow().frames), (vec!["init".to_owned()], 1));
    assert_says(&message_of(Level::make), &["there is no Level yet"]);
    Level::set(Level("one"));
    assert!(Level::make().is_alive());
    assert_eq!(*Level::borrow(), Level("one"), "what is there stays");
}

#[test]
fn a_singleton_is_set_if_it_differs_or_is_not_there() {
    #[derive(Singleton, Default, PartialEq)]
    #[component(track)]
    struct Volume(u32);
    let written = |value, expected| {
        let seen = World::tick();
        assert_eq!(Volume::set_if_neq(Volume(value)), expected);
        assert_eq!((Volume::borrow().0, Volume::changed_since(seen)), (value, expected));
    };
    written(0, true);
    written(0, false);
    written(5, true);
    let guard = Volume::borrow();
    assert!(!Volume::set_if_neq(Volume(5)), "to compare it is read alone");
    assert_says(&message_of(|| Volume::set_if_neq(Volume(6))), &["Volume", "borrowed"]);
    drop(guard);
}
