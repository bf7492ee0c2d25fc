//! Z3: a game that does the same again, and the first difference of one that does not.

use ecs_core::{Component, Deviation, Difference, Entity, Headless, RecordError, Singleton, World, find};

use crate::{
    Controls, Key, Keys, Recording, Rock, Score, Ship, fly, frame, new_recording, read_again, record, start,
};

/// Plays a recording in a game that is changed before a frame.
fn play_changed(recording: &Recording<Keys>, before: u64, change: impl Fn()) -> Result<(), Deviation> {
    World::new().enter(|| {
        start();
        let mut number = 0;
        recording.play(|keys, dt| {
            number += 1;
            if number == before {
                change();
            }
            frame(keys, dt);
        })
    })
}

fn faster() {
    Ship::view_mut().iter_mut().for_each(|ship| ship.speed += 0.5);
}

#[test]
fn z3_a_game_that_does_the_same_is_equal() {
    for recording in [
        new_recording(),
        new_recording().compare_every(1).keep_states_every(7),
        new_recording().compare_types::<(Ship, (Score, Rock))>(),
        new_recording().compare_value(|| Score::borrow().hits),
        new_recording().compare_every(0),
    ] {
        let recording = record(recording);
        assert_eq!((recording.frames(), recording.version()), (300, "0.1"));
        assert_eq!(play_changed(&recording, 0, || ()), Ok(()));
        let read = read_again(&recording);
        assert_eq!(read.to_bytes(), recording.to_bytes());
        assert_eq!((read.frames(), read.version()), (300, "0.1"));
        let read = read.compare_value(|| Score::borrow().hits);
        assert_eq!(play_changed(&read, 0, || ()), Ok(()));
    }
}

#[test]
fn z3_the_first_difference_is_said_as_frame_type_entity_and_field() {
    let recording = record(new_recording().compare_every(10).keep_states_every(10));
    let deviation = play_changed(&read_again(&recording), 75, faster).unwrap_err();
    assert_eq!((deviation.frame(), deviation.last_same()), (80, Some(70)));
    assert_eq!(deviation.types(), ["Ship"]);
    let [x, speed] = deviation.differences() else { panic!("{deviation}") };
    assert_eq!(x.component.as_deref(), Some("Ship"));
    assert_eq!(x.entity.as_deref(), Some("0v1 \"ship\""));
    assert_eq!((x.path.as_str(), speed.path.as_str()), ("x", "speed"));
    let said = deviation.to_string();
    assert!(said.starts_with("after frame 80 the game is not as game 0.1 on "), "{said}");
    assert!(
        said.contains(" was; after frame 70 it was (what it is now, and what was recorded):\n"),
        "{said}"
    );
    assert!(said.contains("\n  Ship of 0v1 \"ship\": x "), "{said}");
    assert!(deviation.error().is_none());
}

#[test]
fn z3_without_a_state_the_type_is_said_and_how_to_learn_more() {
    let recording = record(new_recording());
    let deviation = play_changed(&read_again(&recording), 75, faster).unwrap_err();
    assert_eq!((deviation.frame(), deviation.last_same()), (120, Some(60)));
    assert_eq!((deviation.types().join(", "), deviation.differences()), ("Ship, Shot".into(), &[][..]));
    let said = deviation.to_string();
    assert!(
        said.contains(": differences in Ship, Shot, by values or by how serde writes them. A recording with"),
        "{said}"
    );

    // The program as it was.
    let exact = World::new().enter(|| {
        start();
        let into = new_recording().compare_every(1).keep_states_every(1);
        recording.record_again(into, frame).unwrap()
    });
    let deviation = play_changed(&exact, 75, faster).unwrap_err();
    assert_eq!((deviation.frame(), deviation.last_same()), (75, Some(74)));
    assert_eq!(deviation.differences().len(), 2);
}

#[test]
fn z3_the_start_is_compared_after_the_first_frame_or_before() {
    let recording = record(new_recording());
    let deviation = play_changed(&recording, 1, faster).unwrap_err();
    assert_eq!((deviation.frame(), deviation.last_same()), (1, None));

    let mut recording = new_recording();
    World::new().enter(|| {
        start();
        recording.compare_here().unwrap();
        recording.compare_here().unwrap(); // once is enough
    });
    let elsewhere = World::new().enter(|| recording.play(|_, _| ()));
    assert_eq!(elsewhere.unwrap_err().frame(), 0);
}

#[test]
fn z3_what_is_no_component_is_compared_too() {
    let recording = record(new_recording().keep_states_every(60));
    let deviation = play_changed(&recording, 100, || _ = Entity::spawn()).unwrap_err();
    assert_eq!(deviation.frame(), 120);
    assert!(deviation.types().contains(&"entities, timers or time".into()), "{deviation}");
    assert!(deviation.differences().iter().any(|difference| difference.component.is_none()), "{deviation}");

    let recording = record(new_recording().keep_states_every(120));
    let renamed = play_changed(&recording, 100, || _ = find("ship").unwrap().set_name("boat")).unwrap_err();
    assert_eq!(renamed.types(), ["entities, timers or time"]);
    let [name] = renamed.differences() else { panic!("{renamed}") };
    assert_eq!(name.to_string(), "0v1 \"boat\": name \"boat\" | \"ship\"");
}

#[test]
fn z3_a_value_is_compared_field_by_field() {
    #[derive(serde::Serialize)]
    struct Summary {
        score: Score,
        rocks: Vec<f32>,
    }
    let summary = || {
        let mut rocks: Vec<f32> = Rock::view().iter().map(|rock| rock.x).collect();
        rocks.sort_by(f32::total_cmp);
        Summary { score: *Score::borrow(), rocks }
    };
    let recording = record(new_recording().compare_value(summary));
    let read = || read_again(&recording);
    assert_eq!(play_changed(&read().compare_value(summary), 0, || ()), Ok(()));
    // Ids, names and types that are not in the value.
    assert_eq!(play_changed(&read().compare_value(summary), 10, || _ = Entity::spawn()), Ok(()));
    let deviation = play_changed(&read().compare_value(summary), 100, || Score::borrow_mut().hits += 1);
    let deviation = deviation.unwrap_err();
    assert_eq!(deviation.frame(), 120);
    let said: Vec<_> = deviation.differences().iter().map(Difference::to_string).collect();
    assert_eq!(said, ["score.hits 2 | 1"]);
    assert!(deviation.types().is_empty());

    let deviation = play_changed(&read(), 0, || ()).unwrap_err();
    assert_eq!(deviation.error(), Some(&RecordError::NoValue));
    assert!(deviation.to_string().contains("`compare_value`"), "{deviation}");
}

#[test]
fn z3_a_loop_of_ones_own_is_recorded_too() {
    let mut recording = new_recording();
    World::new().enter(|| {
        start();
        for number in 0..200_u16 {
            let keys = if number % 70 < 30 { Keys::from([Key::Left]) } else { Keys::new() };
            let dt = 0.01 + f32::from(number % 3) * 0.001; // as it was measured
            frame(&keys, dt);
            recording.frame(&keys, dt).unwrap();
        }
    });
    assert_eq!(play_changed(&read_again(&recording), 0, || ()), Ok(()));
    assert_eq!(play_changed(&recording, 61, faster).unwrap_err().frame(), 120);
}

#[test]
fn z3_a_game_that_was_changed_on_purpose_is_recorded_again() {
    let old = record(new_recording());
    let changed = |keys: &Keys, dt: f32| {
        faster();
        frame(keys, dt);
    };
    let play = |recording: &Recording<Keys>| {
        World::new().enter(|| {
            start();
            recording.play(changed)
        })
    };
    assert!(play(&old).is_err());
    let new = World::new().enter(|| {
        start();
        old.record_again(Recording::new("game", "0.2"), changed).unwrap()
    });
    assert_eq!(play(&new), Ok(()));
    assert_eq!((new.frames(), new.version()), (300, "0.2"));
    assert!(new.inputs().eq(old.inputs()));
}

#[test]
fn z3_the_last_frame_is_compared() {
    let begin = |game: &mut Headless<Keys>| game.frames(70);
    let recording = World::new().enter(|| {
        start();
        Headless::new(frame).record(new_recording(), begin).unwrap()
    });
    assert_eq!(play_changed(&recording, 70, faster).unwrap_err().frame(), 70);
    let again = World::new().enter(|| {
        start();
        recording.record_again(new_recording().compare_every(0), frame).unwrap()
    });
    assert_eq!(again.to_bytes(), recording.to_bytes());
}

#[test]
fn z3_hashes_change_nothing_in_the_game() {
    let end = |recording: Option<Recording<Keys>>| {
        World::new().enter(|| {
            start();
            let mut game = Headless::new(frame);
            match recording {
                Some(recording) => drop(game.record(recording, fly).unwrap()),
                None => fly(&mut game),
            }
            drop(Controls::borrow());
            World::dump().to_string()
        })
    };
    assert_eq!(end(Some(new_recording().compare_every(1).keep_states_every(1))), end(None));
}
