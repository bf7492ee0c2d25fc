//! When a state changes, and who hears of it in which order.

use std::sync::{Arc, Mutex};

use ecs_core::{
    Commands, Component, Enter, Entity, Events, Exit, IntoSystem, Phase as Part, Schedule, Singleton, State,
    SystemCondition, UpdateError, World, in_state, not, observe, try_update_all, update_all,
};

use crate::support::message_of;
use crate::{Ear, PLAY, Screen, ear, heard, note};

#[test]
fn t1_the_default_is_entered_at_the_first_place_and_then_what_was_asked_for() {
    ear();
    Screen::go(Screen::Over);
    assert_eq!(Screen::get(), Screen::Menu);
    assert!(heard().is_empty());
    World::flush();
    assert_eq!(
        heard(),
        [
            "enter Menu from None, is Menu",
            "exit Menu to Some(Over), is Menu",
            "enter Over from Some(Menu), is Over"
        ]
    );
    World::flush();
    update_all(0.1);
    assert!(heard().is_empty());
}

#[test]
fn t1_a_state_to_which_only_a_component_listens_is_entered_too() {
    ear();
    update_all(0.1);
    assert_eq!(heard(), ["enter Menu from None, is Menu"]);
}

#[test]
fn t1_a_state_to_which_only_a_closure_listens_is_entered_too() {
    let _observer = observe(|enter: &Enter<Screen>| note(format!("{:?}", enter.new())));
    update_all(0.1);
    assert_eq!(heard(), ["Menu"]);
}

#[test]
fn t1_new_data_in_the_same_variant_is_a_change_and_what_is_equal_is_nothing() {
    ear();
    Screen::go(PLAY);
    World::flush();
    heard();
    Screen::go(PLAY);
    World::flush();
    assert!(heard().is_empty());
    let rock = Entity::spawn().despawn_on_exit::<Screen>();
    Screen::go(Screen::Play { level: 2 });
    World::flush();
    assert_eq!(heard(), ["change Play { level: 1 } to Play { level: 2 }, is Play { level: 2 }"]);
    assert!(rock.is_alive());
}

#[test]
fn t1_again_leaves_and_enters_the_same_and_the_last_call_counts() {
    ear();
    World::flush();
    heard();
    let rock = Entity::spawn().despawn_on_exit::<Screen>();
    Screen::go(Screen::Over);
    Screen::again();
    World::flush();
    assert_eq!(heard(), ["exit Menu to Some(Menu), is Menu", "enter Menu from Some(Menu), is Menu"]);
    assert!(!rock.is_alive());
    Screen::again();
    Screen::go(Screen::Menu);
    World::flush();
    assert!(heard().is_empty());
}

/// Asks for the next state in each phase, and notes what it sees.
#[derive(Component, Default)]
struct Asker;

impl Asker {
    fn fixed_update(&mut self, screen: &Screen) {
        note(format!("fixed {screen:?}"));
        Screen::go(PLAY);
    }

    fn update(&mut self, screen: &Screen) {
        note(format!("update {screen:?}"));
        Screen::go(Screen::Over);
    }

    fn late_update(&mut self, screen: &Screen) {
        note(format!("late {screen:?}"));
        Screen::go(Screen::Menu);
    }
}

#[test]
fn t1_a_change_is_made_after_the_schedule_of_a_phase_and_once_for_all_fixed_steps() {
    fn note_state(screen: &Screen, commands: Commands) {
        let text = format!("system {screen:?}");
        commands.run(move || note(text));
    }
    World::set_fixed_step(0.5);
    Entity::spawn().add::<Asker>();
    for part in Part::ALL {
        World::set_schedule(part, Schedule::new().add(note_state));
    }
    ear();
    update_all(1.0);
    assert_eq!(
        heard(),
        [
            "fixed Menu",
            "system Menu",
            "fixed Menu",
            "system Menu",
            "enter Menu from None, is Menu",
            "exit Menu to Some(Play { level: 1 }), is Menu",
            "enter Play { level: 1 } from Some(Menu), is Play { level: 1 }",
            "enter Waves from None, is Some(Waves)",
            "update Play { level: 1 }",
            "system Play { level: 1 }",
            "exit Waves to None, is Some(Waves)",
            "exit Play { level: 1 } to Some(Over), is Play { level: 1 }",
            "enter Over from Some(Play { level: 1 }), is Over",
            "late Over",
            "system Over",
            "exit Over to Some(Menu), is Over",
            "enter Menu from Some(Over), is Menu",
        ]
    );
}

#[test]
fn t1_where_no_frame_runs_a_schedule_and_a_flush_make_the_change() {
    fn over(commands: Commands) {
        commands.go(Screen::Over);
    }
    Schedule::new().add(over).run(0.1);
    assert_eq!(Screen::get(), Screen::Over);
    Screen::go(Screen::Menu);
    assert_eq!(Screen::get(), Screen::Over);
    World::flush();
    assert_eq!(Screen::get(), Screen::Menu);
}

#[test]
fn t1_a_flush_inside_a_frame_makes_no_change() {
    #[derive(Component, Default)]
    struct Flushing;
    impl Flushing {
        fn update(&mut self) {
            Screen::go(Screen::Over);
            World::flush();
            note(format!("{:?}", Screen::get()));
        }
    }
    Entity::spawn().add::<Flushing>();
    update_all(0.1);
    assert_eq!((heard(), Screen::get()), (vec!["Menu".to_owned()], Screen::Over));
}

#[test]
fn t1_what_is_bound_ends_between_exit_and_enter() {
    #[derive(Component)]
    struct Bound(&'static str);
    impl Bound {
        fn shutdown(&mut self) {
            note(format!("end of {}, is {:?}", self.0, Screen::get()));
        }
    }
    ear();
    World::flush();
    heard();
    let kept = Entity::spawn().with(Bound("kept")).despawn_on_exit::<Screen>();
    kept.remove::<ecs_core::DespawnOnExit<Screen>>();
    let ship = Entity::spawn().with(Bound("ship")).despawn_on_exit::<Screen>();
    let _gun = Entity::spawn().with(Bound("gun")).child_of(ship);
    Screen::go(Screen::Over);
    World::flush();
    let all = heard();
    assert_eq!(all[0], "exit Menu to Some(Over), is Menu");
    assert_eq!(all.len(), 4, "{all:?}");
    assert!(all[1..3].iter().all(|text| text.starts_with("end of ") && text.ends_with("is Menu")), "{all:?}");
    assert_eq!(all[3], "enter Over from Some(Menu), is Over");
    assert!(kept.is_alive());
}

#[test]
fn t1_what_is_bound_in_enter_is_bound_to_the_new_state() {
    #[derive(Component, Default)]
    #[component(on(Enter<Screen>, Exit<Screen>))]
    struct Stage {
        rocks: Vec<Entity>,
    }
    impl Stage {
        fn on_enter_screen(&mut self, _: &Enter<Screen>) {
            self.rocks.push(Entity::spawn().despawn_on_exit::<Screen>());
        }
        fn on_exit_screen(&mut self, _: &Exit<Screen>) {
            self.rocks.push(Entity::spawn().despawn_on_exit::<Screen>());
        }
    }
    let stage = Entity::spawn().add::<Stage>();
    World::flush();
    Screen::go(Screen::Over);
    World::flush();
    let alive: Vec<bool> = stage.borrow().rocks.iter().map(|rock| rock.is_alive()).collect();
    assert_eq!(alive, [false, false, true]);
}

#[test]
fn t1_an_entity_that_has_the_index_later_is_not_bound() {
    use ecs_core::{Archetype, Pool};
    #[derive(Component, Default)]
    struct Shot;
    World::flush();
    let pool = Pool::<Archetype<(Shot,)>>::new();
    let first = pool.take();
    first.despawn_on_exit::<Screen>();
    assert!(pool.give_back(first));
    let second = pool.take();
    assert_eq!(first.index(), second.index());
    Screen::go(Screen::Over);
    World::flush();
    assert!(second.is_alive());
}

#[test]
fn t1_a_dead_entity_is_bound_to_nothing_and_that_is_counted() {
    let dead = Entity::spawn();
    dead.despawn();
    dead.despawn_on_exit::<Screen>();
    assert_eq!(World::stats().soft.last[0].call, "Entity::despawn_on_exit");
}

#[test]
fn t1_one_that_is_asked_for_by_a_listener_follows() {
    #[derive(Component, Default)]
    #[component(on(Enter<Screen>, Exit<Screen>))]
    struct Intro;
    impl Intro {
        fn on_exit_screen(&mut self, exit: &Exit<Screen>) {
            if *exit.old() == Screen::Menu {
                Screen::go(Screen::Over);
            }
        }
        fn on_enter_screen(&mut self, enter: &Enter<Screen>) {
            note(format!("{:?}", enter.new()));
        }
    }
    Entity::spawn().add::<Intro>();
    Screen::go(PLAY);
    World::flush();
    assert_eq!(heard(), ["Menu", "Play { level: 1 }", "Over"]);
}

/// Asks for the other one of two whenever one is entered.
#[derive(Component, Default)]
#[component(on(Enter<Screen>))]
struct Circle;

impl Circle {
    fn on_enter_screen(&mut self, enter: &Enter<Screen>) {
        Screen::go(if *enter.new() == Screen::Over { PLAY } else { Screen::Over });
    }
}

#[test]
fn t1_a_circle_is_an_error_that_names_it_after_sixteen_changes() {
    Entity::spawn().add::<Circle>();
    let Err(UpdateError::EndlessStates { circle, limit }) = try_update_all(0.1) else {
        panic!("there is no end of it")
    };
    assert_eq!(limit, 16);
    let mut names = circle.to_vec();
    names.sort();
    assert_eq!(names, ["Screen::Over", "Screen::Play { level: 1 }"]);
    // What was asked for is forgotten, and nothing else is: a listener asks when it hears of something.
    let before = Screen::get();
    update_all(0.1);
    assert_eq!(Screen::get(), before);
    Screen::again();
    let text = message_of(World::flush);
    let circle =
        ["Screen::Over, then Screen::Play { level: 1 }", "Screen::Play { level: 1 }, then Screen::Over"];
    assert!(
        circle.iter().any(|circle| text.contains(circle)) && text.contains(" again without end"),
        "{text}"
    );
}

#[test]
fn t1_systems_read_what_has_happened() {
    fn read(entered: Events<Enter<Screen>>, left: Events<Exit<Screen>>, commands: Commands) {
        for (_, enter) in &entered {
            let text = format!("entered {:?}", enter.new());
            commands.run(move || note(text));
        }
        for (_, exit) in &left {
            let text = format!("left {:?}", exit.old());
            commands.run(move || note(text));
        }
    }
    let mut schedule = Schedule::new().add(read);
    schedule.run(0.1);
    Screen::go(Screen::Over);
    World::flush();
    schedule.run(0.1);
    assert_eq!(heard(), ["entered Menu", "entered Over", "left Menu"]);
}

#[test]
fn t1_a_condition_asks_for_a_pattern() {
    #[derive(Singleton, Default)]
    struct Runs([u32; 4]);
    fn count(place: usize) -> impl Fn(&mut Runs) {
        move |runs: &mut Runs| runs.0[place] += 1
    }
    let least = 2;
    let mut schedule = Schedule::new()
        .add(count(0).run_if(in_state!(Screen::Play { .. })))
        .add(count(1).run_if(in_state!(Screen::Menu | Screen::Over)))
        .add(count(2).run_if(in_state!(Screen::Play { level } if level >= least)))
        .add(count(3).run_if(not(in_state!(Screen::Menu)).and(in_state!(Screen::Play { level: 1 }))));
    for level in 1..=3 {
        schedule.run(0.1);
        Screen::go(Screen::Play { level });
        World::flush();
    }
    schedule.run(0.1);
    assert_eq!(Runs::borrow().0, [3, 1, 2, 1]);
}

#[test]
fn t1_observers_hear_it_at_once_and_end_with_their_guard() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let to = seen.clone();
    let observer = observe(move |exit: &Exit<Screen>| to.lock().unwrap().push(exit.new().cloned()));
    World::flush();
    Screen::go(PLAY);
    World::flush();
    drop(observer);
    Screen::go(Screen::Menu);
    World::flush();
    assert_eq!(*seen.lock().unwrap(), [Some(PLAY)]);
}

#[test]
fn t1_the_order_of_the_listeners_is_explained() {
    ear();
    let text = ecs_core::explain_order().to_string();
    assert!(text.contains("Enter<Screen> is heard by Ear::on_enter_screen"), "{text}");
}

#[test]
fn t1_a_listener_that_is_borrowed_hears_of_it_at_the_next_sync_point() {
    let ear = ear();
    let guard = ear.borrow();
    World::flush();
    assert!(heard().is_empty());
    drop(guard);
    Screen::go(Screen::Over);
    World::flush();
    assert_eq!(heard().len(), 3);
}

#[test]
fn t1_each_world_has_its_own() {
    let (red, blue) = (World::new(), World::new());
    red.enter(|| Screen::go(PLAY));
    red.enter(World::flush);
    assert_eq!(red.enter(Screen::get), PLAY);
    assert_eq!(blue.enter(Screen::get), Screen::Menu);
    let red = red.into_send().expect("nothing holds it here");
    let state = std::thread::spawn(move || red.into_world().enter(Screen::get)).join();
    assert_eq!(state.unwrap(), PLAY);
}

#[test]
fn t1_a_reset_begins_anew_and_clear_leaves_the_state() {
    ear();
    Screen::go(PLAY);
    World::flush();
    heard();
    World::clear();
    assert_eq!((Screen::get(), Ear::count()), (PLAY, 0));
    World::reset();
    ear();
    update_all(0.1);
    assert_eq!(heard(), ["enter Menu from None, is Menu"]);
}

#[test]
fn t1_a_struct_has_one_variant() {
    #[derive(State, Default, Clone, PartialEq, Debug)]
    struct Level {
        number: u32,
    }
    let _change = observe(|change: &ecs_core::Change<Level>| note(format!("change to {:?}", change.new())));
    let _exit = observe(|exit: &Exit<Level>| note(format!("exit {:?}", exit.old())));
    World::flush();
    Level::go(Level { number: 1 });
    World::flush();
    Level::again();
    World::flush();
    assert_eq!(heard(), ["change to Level { number: 1 }", "exit Level { number: 1 }"]);
    assert!(in_state!(Level { number: 1 })());
}

#[test]
fn t1_listeners_read_the_state_as_a_parameter() {
    #[derive(Component, Default)]
    #[component(on(Enter<Screen>))]
    struct Reader;
    impl Reader {
        fn on_enter_screen(&mut self, enter: &Enter<Screen>, screen: &Screen) {
            assert_eq!(enter.new(), screen);
            note(format!("{screen:?}"));
        }
    }
    Entity::spawn().add::<Reader>();
    Screen::go(PLAY);
    World::flush();
    assert_eq!(heard(), ["Menu", "Play { level: 1 }"]);
}
