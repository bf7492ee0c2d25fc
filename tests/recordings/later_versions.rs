//! Z3: a recording stays valid while the program changes, as far as it compares.

use ecs_core::{Component, Deviation, Entity, Recording, Singleton, World, update_all};
use serde::{Deserialize, Serialize};

use crate::{Controls, Key, Keys, Rock, Score, Ship, frame, new_recording, read_again, record, start};

/// A type that the game has got since.
#[derive(Component, Clone, Default, Serialize)]
struct Glow {
    light: f32,
}

impl Glow {
    fn update(&mut self, dt: f32) {
        self.light += dt;
    }
}

/// Plays a recording in a later version of the game.
fn play_later(recording: &Recording<Keys>, begin: fn()) -> Result<(), Deviation> {
    World::new().enter(|| {
        begin();
        recording.play(frame)
    })
}

fn with_a_new_type() {
    let ship = start();
    ship.entity().with(Glow::default());
}

fn with_more_at_the_end() {
    start();
    (0..10).for_each(|_| _ = Entity::spawn().with(Glow::default()));
}

#[test]
fn z3_a_type_that_came_later_is_not_compared() {
    let all = record(new_recording().keep_states_every(60));
    assert_eq!(play_later(&read_again(&all), with_a_new_type), Ok(()));
    assert!(play_later(&all, with_more_at_the_end).is_err(), "the ids that come next are others");
}

#[test]
fn z3_only_the_types_that_are_named_are_compared() {
    fn begin_otherwise() {
        start();
        Rock::view_mut().iter_mut().for_each(|rock| rock.x += 0.001);
    }
    let some = record(new_recording().compare_types::<(Ship, Score)>().keep_states_every(60));
    assert_eq!(play_later(&read_again(&some), with_more_at_the_end), Ok(()));
    assert_eq!(play_later(&some, begin_otherwise), Ok(()));
    let rocks = record(new_recording().compare_types::<Rock>().keep_states_every(1));
    let deviation = play_later(&rocks, begin_otherwise).unwrap_err();
    assert_eq!(deviation.types(), ["Rock"]);
    assert!(deviation.differences().iter().all(|found| found.component.as_deref() == Some("Rock")));
    let len = |recording: &Recording<Keys>| recording.to_bytes().len();
    assert!(len(&record(new_recording().compare_types::<Ship>())) < len(&record(new_recording())));
}

#[test]
fn z3_a_value_may_come_of_a_game_that_is_built_otherwise() {
    fn begin_otherwise() {
        (0..7).for_each(|_| _ = Entity::spawn());
        with_more_at_the_end();
    }
    let value = || (Score::borrow().hits, Ship::view()[0].x);
    let recording = read_again(&record(new_recording().compare_value(value))).compare_value(value);
    assert_eq!(play_later(&recording, begin_otherwise), Ok(()));
}

#[test]
fn z3_inputs_of_an_older_type_are_changed_to_that_of_now() {
    #[derive(Serialize, Deserialize)]
    struct Pad {
        turn: f32,
        fires: bool,
    }
    fn of_pad(pad: &Pad, dt: f32) {
        let keys = [(pad.turn > 0.0, Key::Right), (pad.turn < 0.0, Key::Left), (pad.fires, Key::Fire)];
        frame(&keys.into_iter().filter_map(|(is_held, key)| is_held.then_some(key)).collect(), dt);
    }
    let old = record(new_recording().compare_types::<(Ship, Score, Controls)>()).to_bytes();
    assert!(Recording::<Pad>::from_bytes("game", &old).is_err());
    let held = |keys: &Keys, key| f32::from(keys.contains(&key));
    let pad = |keys: Keys| Pad {
        turn: held(&keys, Key::Right) - held(&keys, Key::Left),
        fires: keys.contains(&Key::Fire),
    };
    let new = Recording::<Keys>::from_bytes("game", &old).unwrap().map(pad).unwrap();
    let new = Recording::<Pad>::from_bytes("game", &new.to_bytes()).unwrap();
    World::new().enter(|| {
        start();
        assert_eq!((new.frames(), new.play(of_pad)), (300, Ok(())));
    });
}

#[test]
fn z3_two_types_of_one_name_are_compared_each_with_itself() {
    mod first {
        #[derive(ecs_core::Component, Clone, serde::Serialize)]
        pub struct Same(pub u8);
    }
    mod second {
        #[derive(ecs_core::Component, Clone, serde::Serialize)]
        pub struct Same(pub u8);
    }
    let play = |one: u8, other: u8, recording: Option<&Recording<()>>| {
        World::new().enter(|| {
            Entity::spawn().with(first::Same(one)).with(second::Same(other));
            let Some(recording) = recording else {
                let mut recording = Recording::new("game", "1").compare_types::<first::Same>();
                update_all(0.5);
                recording.frame(&(), 0.5).unwrap();
                return (recording, Ok(()));
            };
            (Recording::new("", ""), recording.play(|(), dt| update_all(dt)))
        })
    };
    let (recording, _) = play(1, 2, None);
    assert_eq!(play(1, 2, Some(&recording)).1, Ok(()));
    assert!(play(2, 1, Some(&recording)).1.is_err());
    assert!(play(1, 1, Some(&recording)).1.is_err());
}
