//! States that exist only within others.

use ecs_core::{
    Component, Enter, Entity, IntoSystem, Phase as FramePhase, Schedule, Singleton, State, World, in_state,
    observe, update_all,
};

use crate::support::message_of;
use crate::{PLAY, Phase, Screen, ear, heard, note};

fn flush() -> Vec<String> {
    World::flush();
    heard()
}

#[test]
fn t3_a_nested_state_is_entered_after_the_outer_one_and_left_before() {
    ear();
    assert_eq!(Phase::try_get(), None);
    Screen::go(PLAY);
    assert_eq!(
        flush()[2..],
        [
            "enter Play { level: 1 } from Some(Menu), is Play { level: 1 }",
            "enter Waves from None, is Some(Waves)"
        ]
    );
    Phase::go(Phase::Boss);
    assert_eq!(
        flush(),
        ["exit Waves to Some(Boss), is Some(Waves)", "enter Boss from Some(Waves), is Some(Boss)"]
    );
    Screen::go(Screen::Over);
    assert_eq!(
        flush(),
        [
            "exit Boss to None, is Some(Boss)",
            "exit Play { level: 1 } to Some(Over), is Play { level: 1 }",
            "enter Over from Some(Play { level: 1 }), is Over"
        ]
    );
    assert_eq!(Phase::try_get(), None);
}

#[test]
fn t3_it_stays_while_the_pattern_matches_and_begins_again_with_the_outer_one() {
    ear();
    Screen::go(PLAY);
    World::flush();
    Phase::go(Phase::Boss);
    flush();
    Screen::go(Screen::Play { level: 2 });
    flush();
    assert_eq!(Phase::get(), Phase::Boss);
    Screen::again();
    assert_eq!(
        flush(),
        [
            "exit Boss to None, is Some(Boss)",
            "exit Play { level: 2 } to Some(Play { level: 2 }), is Play { level: 2 }",
            "enter Play { level: 2 } from Some(Play { level: 2 }), is Play { level: 2 }",
            "enter Waves from None, is Some(Waves)"
        ]
    );
}

#[test]
fn t3_it_begins_with_what_was_asked_for_before() {
    ear();
    Phase::go(Phase::Boss);
    Screen::go(PLAY);
    assert_eq!(flush().last().unwrap(), "enter Boss from None, is Some(Boss)");
}

#[test]
fn t3_what_is_asked_of_one_that_does_not_exist_is_forgotten_and_counted() {
    Phase::go(Phase::Boss);
    World::flush();
    assert_eq!(World::stats().soft.last[0].call, "State::go");
    Screen::go(PLAY);
    World::flush();
    assert_eq!(Phase::get(), Phase::Waves);
}

#[test]
fn t3_one_that_does_not_exist_is_not_read_and_binds_nothing() {
    let text = message_of(|| drop(Phase::get()));
    assert!(text.contains("there is no Phase now: it exists only within `Screen::Play { .. }`"), "{text}");
    let entity = Entity::spawn();
    let text = message_of(|| entity.despawn_on_exit::<Phase>());
    assert!(text.contains("which does not exist now"), "{text}");
}

#[test]
fn t3_hooks_take_it_as_an_option() {
    #[derive(Component, Default)]
    struct Hud;
    impl Hud {
        fn update(&mut self, phase: Option<&Phase>) {
            note(format!("{phase:?}"));
        }
    }
    Entity::spawn().add::<Hud>();
    update_all(0.1);
    Screen::go(PLAY);
    World::flush();
    update_all(0.1);
    assert_eq!(heard(), ["None", "Some(Waves)"]);
}

#[test]
fn t3_a_hook_that_needs_it_stands_still_with_it_or_stops_the_frame() {
    #[derive(Component, Default)]
    #[component(in_state(Phase::Waves | Phase::Boss))]
    struct Fighter;
    impl Fighter {
        fn update(&mut self, phase: &Phase) {
            note(format!("{phase:?}"));
        }
    }
    #[derive(Component, Default)]
    struct Lost;
    impl Lost {
        fn update(&mut self, _: &Phase) {}
    }
    Entity::spawn().add::<Fighter>();
    update_all(0.1);
    Screen::go(PLAY);
    World::flush();
    update_all(0.1);
    assert_eq!(heard(), ["Waves"]);
    Screen::go(Screen::Menu);
    World::flush();
    Entity::spawn().add::<Lost>();
    let text = message_of(|| update_all(0.1));
    assert!(
        text.contains("the hook `update` of Lost takes Phase, which does not exist now, as it is nested"),
        "{text}"
    );
}

#[test]
fn t3_a_hook_of_a_type_without_components_misses_no_state() {
    #[derive(Component, Default)]
    struct Farmer;
    impl Farmer {
        fn update(&mut self, phase: &Phase) {
            note(format!("{phase:?}"));
        }
        fn late_update(&self, _: &Phase) {}
    }
    Screen::go(PLAY);
    World::flush();
    let farmer = Entity::spawn().add::<Farmer>();
    update_all(0.1);
    assert_eq!(heard(), ["Waves"]);
    farmer.kill();
    Screen::go(Screen::Menu);
    World::flush();
    update_all(0.1);
    Farmer::update_all(0.1);
    let late = Entity::spawn().add::<Farmer>();
    let text = message_of(|| update_all(0.1));
    assert!(text.contains("the hook `update` of Farmer takes Phase, which does not exist now"), "{text}");
    late.kill();
    update_all(0.1);
    assert_eq!(heard(), [""; 0]);
}

#[test]
fn t3_what_is_bound_to_it_ends_with_it() {
    Screen::go(PLAY);
    World::flush();
    let wave = Entity::spawn().despawn_on_exit::<Phase>();
    Screen::go(Screen::Play { level: 2 });
    World::flush();
    assert!(wave.is_alive());
    Screen::go(Screen::Menu);
    World::flush();
    assert!(!wave.is_alive());
}

#[test]
fn t3_states_nest_deeper() {
    #[derive(State, Default, Clone, PartialEq, Debug)]
    #[state(within(Phase::Boss))]
    enum Rage {
        #[default]
        Calm,
        Wild,
    }
    let _enter = observe(|enter: &Enter<Rage>| note(format!("{:?}", enter.new())));
    Screen::go(PLAY);
    World::flush();
    Phase::go(Phase::Boss);
    World::flush();
    Rage::go(Rage::Wild);
    World::flush();
    assert_eq!((heard(), Rage::try_get()), (vec!["Calm".into(), "Wild".into()], Some(Rage::Wild)));
    Screen::go(Screen::Menu);
    World::flush();
    assert_eq!((Rage::try_get(), Phase::try_get()), (None, None));
}

#[test]
fn t3_a_state_within_itself_is_refused() {
    #[derive(State, Default, Clone, PartialEq)]
    #[state(within(Hen::Old))]
    enum Egg {
        #[default]
        New,
    }
    #[derive(State, Default, Clone, PartialEq)]
    #[state(within(Egg::New))]
    enum Hen {
        #[default]
        Old,
    }
    let text = message_of(|| Egg::go(Egg::New));
    assert!(text.contains("the state Egg is within itself"), "{text}");
}

#[derive(Singleton, Default)]
struct Runs(u32);

#[test]
fn t3_a_system_may_take_a_nested_state_where_its_condition_lets_it_run() {
    fn fight(phase: &Phase, runs: &mut Runs) {
        runs.0 += 1;
        note(format!("fight in {phase:?}"));
    }

    let schedule = Schedule::new()
        .add(fight.run_if(in_state!(Phase::Boss)))
        .add((|phase: Option<&Phase>| note(format!("{phase:?}"))).run_if(in_state!(Screen::Menu)));
    World::set_schedule(FramePhase::Update, schedule);
    update_all(0.1);
    assert_eq!(heard(), ["None"]);
    Screen::go(PLAY);
    update_all(0.1);
    Phase::go(Phase::Boss);
    update_all(0.1);
    update_all(0.1);
    Screen::go(Screen::Menu);
    update_all(0.1);
    assert_eq!(heard(), ["fight in Boss", "fight in Boss", "None"]);
    assert_eq!(Runs::borrow().0, 2);
}

#[test]
fn t3_a_system_that_takes_a_nested_state_which_is_not_there_is_named() {
    fn lonely(_: &Phase) {}
    World::set_schedule(FramePhase::Update, Schedule::new().add(lonely));
    assert_eq!(
        message_of(|| update_all(0.1)),
        "cannot update: the system `lonely` takes Phase, which does not exist now, as it is nested in \
         another state: take `Option<&Phase>`, or let the system run where it exists, by \
         `.run_if(in_state!(..))`"
    );
}

#[test]
fn t3_a_nested_state_is_not_there_while_all_hear_that_the_outer_one_is_entered() {
    for is_known_before in [false, true] {
        World::new().enter(|| {
            if is_known_before {
                let _ = Phase::try_get();
            }
            observe(|_: &Enter<Screen>| note(format!("{:?}", Phase::try_get()))).forever();
            World::flush();
            Screen::go(PLAY);
            World::flush();
            assert_eq!((heard(), Phase::try_get()), (vec!["None".into(), "None".into()], Some(Phase::Waves)));
        });
    }
}

#[test]
fn t3_nested_states_count_no_soft_failures() {
    ear();
    #[derive(Component, Default)]
    #[component(in_state(Phase::Boss))]
    struct Boss;
    impl Boss {
        fn update(&mut self) {}
    }
    Entity::spawn().add::<Boss>();
    for screen in [PLAY, Screen::Over, PLAY, Screen::Menu] {
        Screen::go(screen);
        update_all(0.1);
    }
    assert_eq!(World::stats().soft.count, 0, "{}", World::stats().soft);
}

#[test]
fn t1_a_state_is_left_and_entered_anew_with_another_value_of_its_variant() {
    ear();
    Screen::go(PLAY);
    World::flush();
    Phase::go(Phase::Boss);
    flush();
    let bound = Entity::spawn().despawn_on_exit::<Screen>();
    Screen::go_anew(Screen::Play { level: 2 });
    assert_eq!(
        flush(),
        [
            "exit Boss to None, is Some(Boss)",
            "exit Play { level: 1 } to Some(Play { level: 2 }), is Play { level: 1 }",
            "enter Play { level: 2 } from Some(Play { level: 1 }), is Play { level: 2 }",
            "enter Waves from None, is Some(Waves)"
        ]
    );
    assert!(!bound.is_alive());
    Screen::go_anew(Screen::Play { level: 2 });
    assert_eq!(flush().len(), 4, "also an equal one");
}
