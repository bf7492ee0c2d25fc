//! States in saves, snapshots and by their names.

use ecs_core::by_name::Value;
use ecs_core::{
    Component, DespawnOnExit, Enter, Entity, Exit, Handle, Save, Snapshots, State, World, check_rollback,
    observe, update_all,
};
use serde::{Deserialize, Serialize};

use crate::{PLAY, Phase, Screen, ear, heard, note};

#[derive(Component, Default, Clone, Serialize, Deserialize)]
#[component(in_state(Screen::Play { .. }))]
struct Ship {
    runs: u32,
}

impl Ship {
    fn update(&mut self) {
        self.runs += 1;
    }
}

/// Notes what is entered and left, by observers: a load ends no observer.
fn watch() {
    observe(|enter: &Enter<Screen>| note(format!("enter {:?}", enter.new()))).forever();
    observe(|exit: &Exit<Screen>| note(format!("exit {:?}", exit.old()))).forever();
    observe(|enter: &Enter<Phase>| note(format!("enter {:?}", enter.new()))).forever();
    observe(|exit: &Exit<Phase>| note(format!("exit {:?}", exit.old()))).forever();
}

type All = (Screen, Phase, DespawnOnExit<Screen>, Ship);

#[test]
fn t3_a_save_has_the_state_and_nobody_hears_of_the_load() {
    Screen::go(Screen::Play { level: 3 });
    Phase::go(Phase::Boss);
    World::flush();
    Entity::spawn().with(Ship { runs: 5 });
    let (save, _) = Save::<All>::write_with(serde_json::to_string).unwrap();
    for is_new in [true, false] {
        World::reset();
        watch();
        if !is_new {
            update_all(0.1);
            Entity::spawn().with(Ship::default());
            update_all(0.1);
            heard();
        }
        Save::<All>::reload_with(|| serde_json::from_str(&save)).unwrap();
        World::flush();
        assert!(heard().is_empty());
        assert_eq!((Screen::get(), Phase::get()), (Screen::Play { level: 3 }, Phase::Boss));
        update_all(0.1);
        assert_eq!(Ship::view().iter().map(|ship| ship.runs).collect::<Vec<_>>(), [6]);
        assert!(heard().is_empty());
    }
}

#[test]
fn t3_what_is_saved_and_copied_is_bound_as_the_original_is() {
    Screen::go(PLAY);
    World::flush();
    let ship = Entity::spawn().with(Ship { runs: 5 }).despawn_on_exit::<Screen>();
    let copy = ship.duplicate();
    let (save, _) = Save::<All>::write_with(serde_json::to_string).unwrap();
    Screen::go(Screen::Over);
    World::flush();
    assert_eq!([ship.is_alive(), copy.is_alive(), Ship::count() > 0], [false; 3]);
    Save::<All>::reload_with(|| serde_json::from_str(&save)).unwrap();
    assert_eq!((Screen::get(), Ship::count()), (PLAY, 2));
    Screen::go(Screen::Over);
    World::flush();
    assert_eq!(Ship::count(), 0);
}

#[test]
fn t3_a_load_that_leaves_the_state_lets_its_types_stand_still() {
    World::flush();
    Entity::spawn().with(Ship { runs: 5 });
    update_all(0.1);
    let (save, _) = Save::<All>::write_with(serde_json::to_string).unwrap();
    Screen::go(PLAY);
    World::flush();
    update_all(0.1);
    assert_eq!(Ship::view()[0].runs, 6);
    Save::<All>::reload_with(|| serde_json::from_str(&save)).unwrap();
    update_all(0.1);
    assert_eq!((Screen::get(), Phase::try_get(), Ship::view()[0].runs), (Screen::Menu, None, 5));
}

#[test]
fn t3_a_snapshot_has_the_state_what_was_asked_for_and_what_is_bound() {
    ear();
    let ship: Handle<Ship> = Entity::spawn().add();
    let mut snapshots = Snapshots::new(4);
    Screen::go(PLAY);
    World::flush();
    let bound = Entity::spawn().despawn_on_exit::<Screen>();
    Screen::go(Screen::Over);
    snapshots.save(0).unwrap();
    let hash = snapshots.hash(0).unwrap().clone();
    for _ in 0..2 {
        heard();
        World::flush();
        assert_eq!(heard().len(), 3, "phase and screen are left, and one is entered");
        update_all(0.1);
        assert_eq!((Screen::get(), bound.is_alive(), ship.borrow().runs), (Screen::Over, false, 0));
        snapshots.load(0).unwrap();
        assert_eq!((Screen::get(), Phase::get(), bound.is_alive()), (PLAY, Phase::Waves, true));
        snapshots.save(1).unwrap();
        assert_eq!(*snapshots.hash(1).unwrap(), hash);
    }
}

#[test]
fn t3_the_hash_knows_the_state_and_what_was_asked_for() {
    let mut snapshots = Snapshots::new(4);
    let mut hash = |frame| {
        snapshots.save(frame).unwrap();
        snapshots.hash(frame).unwrap().total()
    };
    World::flush();
    let _ = Screen::get();
    World::flush();
    let menu = hash(0);
    Screen::go(PLAY);
    let asked = hash(1);
    World::flush();
    let play = hash(2);
    assert!(menu != asked && asked != play && play != menu);
}

#[test]
fn t3_timers_that_stand_still_are_in_snapshots() {
    Screen::go(PLAY);
    World::flush();
    let ship: Handle<Ship> = Entity::spawn().add();
    let timer = ship.after(1.0, |ship| ship.runs += 100);
    update_all(0.5);
    Screen::go(Screen::Menu);
    World::flush();
    update_all(0.25);
    let mut snapshots = Snapshots::new(4);
    snapshots.save(0).unwrap();
    for _ in 0..2 {
        (0..8).for_each(|_| update_all(0.25));
        Screen::go(PLAY);
        World::flush();
        assert_eq!(timer.remaining(), Some(0.5));
        update_all(0.25);
        assert_eq!(ship.borrow().runs, 2);
        update_all(0.25);
        assert_eq!(ship.borrow().runs, 103);
        snapshots.load(0).unwrap();
    }
}

#[test]
fn t3_a_game_with_states_does_the_same_again() {
    #[derive(Component, Default, Clone, Serialize, Deserialize)]
    struct Director {
        frame: u32,
    }
    impl Director {
        fn update(&mut self) {
            self.frame += 1;
            match self.frame % 7 {
                0 => Screen::go(Screen::Over),
                2 => Screen::go(Screen::Play { level: self.frame }),
                4 => Phase::go(Phase::Boss),
                5 => Screen::again(),
                _ => {}
            }
            if self.frame.is_multiple_of(3) {
                let entity = Entity::spawn().with(Ship::default()).despawn_on_exit::<Screen>();
                entity.handle::<Ship>().after(0.3, |ship| ship.runs += 1000);
            }
        }
    }
    let start = || {
        World::reset();
        Entity::spawn().with(Director::default()).with(Ship::default());
    };
    start();
    let _ = (Screen::get(), Phase::try_get());
    check_rollback(40, 3, |_| update_all(0.1)).unwrap();
}

#[test]
fn t3_by_its_name_a_state_is_read_and_asked_for() {
    ear();
    World::flush();
    heard();
    let world = World::by_name();
    let globals = world.singletons().unwrap();
    let text = serde_json::to_string(&world.read(globals, "Screen").unwrap()).unwrap();
    assert_eq!(text, "\"Menu\"");
    let value: Value = serde_json::from_str(r#"{ "Play": { "level": 7 } }"#).unwrap();
    world.write(globals, "Screen", "", &value).unwrap();
    assert_eq!(Screen::get(), Screen::Menu);
    World::flush();
    assert_eq!(Screen::get(), Screen::Play { level: 7 });
    assert_eq!(heard()[0], "exit Menu to Some(Play { level: 7 }), is Menu");
}

#[test]
fn t3_a_nested_state_that_a_save_brings_where_it_is_wrong_ends_at_the_next_flush() {
    Screen::go(PLAY);
    Phase::go(Phase::Boss);
    World::flush();
    let (save, _) = Save::<(Phase,)>::write_with(serde_json::to_string).unwrap();
    Screen::go(Screen::Over);
    World::flush();
    assert!(Phase::try_get().is_none());
    Save::<(Phase,)>::read_with(|| serde_json::from_str(&save)).unwrap();
    World::flush();
    assert!(Phase::try_get().is_none());
}

/// What a save of a boss fight is loaded into.
#[derive(Clone, Copy, Debug)]
enum Before {
    Menu,
    NewWorld,
    NewWorldThatListens,
    NewWorldThatHasRun,
    OtherPhase,
}

#[test]
fn t3_nobody_hears_of_a_load_whatever_was_there_before() {
    let fight = World::new().enter(|| {
        Screen::go(PLAY);
        Phase::go(Phase::Boss);
        World::flush();
        Entity::spawn().with(Ship { runs: 5 }).despawn_on_exit::<Screen>();
        Save::<All>::write_with(serde_json::to_string).unwrap().0
    });
    use Before::*;
    for into in [Menu, NewWorld, NewWorldThatListens, NewWorldThatHasRun, OtherPhase] {
        World::new().enter(|| {
            if !matches!(into, NewWorld) {
                watch();
            }
            match into {
                NewWorld | NewWorldThatListens => {}
                NewWorldThatHasRun => update_all(0.1),
                Menu | OtherPhase => {
                    Screen::go(PLAY);
                    update_all(0.1);
                    if matches!(into, Menu) {
                        Screen::go(Screen::Menu);
                        update_all(0.1);
                    }
                }
            }
            heard();
            Save::<All>::reload_with(|| serde_json::from_str(&fight)).unwrap();
            let now = || (Screen::get(), Phase::try_get(), Ship::count());
            assert_eq!(now(), (PLAY, Some(Phase::Boss), 1), "{into:?}");
            update_all(0.1);
            update_all(0.1);
            assert_eq!((now(), heard()), ((PLAY, Some(Phase::Boss), 1), vec![]), "{into:?}");
            Screen::go(Screen::Over);
            update_all(0.1);
            assert_eq!(now(), (Screen::Over, None, 0), "{into:?}");
        });
    }
}

#[test]
fn t3_a_nested_state_that_a_load_makes_wrong_ends_and_nobody_hears_of_it() {
    watch();
    update_all(0.1);
    let (menu, _) = Save::<All>::write_with(serde_json::to_string).unwrap();
    Screen::go(PLAY);
    Phase::go(Phase::Boss);
    update_all(0.1);
    let bound = Entity::spawn().despawn_on_exit::<Phase>();
    heard();
    Save::<All>::reload_with(|| serde_json::from_str(&menu)).unwrap();
    assert_eq!((Screen::get(), Phase::try_get()), (Screen::Menu, None), "at once");
    update_all(0.1);
    assert_eq!((Screen::get(), Phase::try_get(), bound.is_alive()), (Screen::Menu, None, false));
    assert!(heard().is_empty());
    Screen::go(PLAY);
    update_all(0.1);
    assert_eq!(heard(), ["exit Menu", "enter Play { level: 1 }", "enter Waves"]);
}

#[test]
fn t3_a_state_that_no_save_has_is_entered_as_ever() {
    watch();
    let (save, _) = Save::<(Ship,)>::write_with(serde_json::to_string).unwrap();
    Save::<(Ship,)>::reload_with(|| serde_json::from_str(&save)).unwrap();
    update_all(0.1);
    assert_eq!(heard(), ["enter Menu"]);
}
