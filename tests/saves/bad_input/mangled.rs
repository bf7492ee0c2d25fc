//! Saves that were cut off, or of which a byte is another one.

use ecs_core::{LoadError, World};

use super::{Before, good, ids, refused, seen};
use crate::Listed;
use crate::formats::{ALL, Format};
use crate::support::{Random, sized};

#[test]
fn v4_a_save_that_was_cut_off_is_refused_wherever_that_was() {
    for format in ALL {
        let bytes = good(format);
        // Of what is long to read, each place in the middle of something.
        let step = sized(50, 5, 1);
        for end in (0..bytes.len()).step_by(step) {
            let error = refused(format, &bytes[..end]);
            assert!(matches!(error, LoadError::Format { .. }), "{format:?} at {end}: {error:?}");
        }
    }
}

#[test]
fn v4_a_save_that_was_cut_off_in_a_column_says_in_which() {
    let bytes = good(Format::Json);
    let text = String::from_utf8_lossy(&bytes);
    let gun = text.find("{\"target\"").expect("its value") + 5;
    let LoadError::Format { place, .. } = refused(Format::Json, &bytes[..gun]) else { panic!("another") };
    assert_eq!((place.component, place.entity), (Some("Gun"), Some(3)));
    assert_eq!(place.to_string(), "in Gun of entity 3 of the save");
}

/// Reads what may be bad: it is loaded, or refused and the world is as it was.
fn read_either(format: Format, bytes: &[u8], what: &str) -> bool {
    World::new().enter(|| {
        let before = Before::make();
        match format.try_read::<Listed>(bytes) {
            Err(_) => {
                before.assert_unchanged(what);
                false
            }
            Ok(report) => {
                // What has come is whole: it can be seen, saved and cleared.
                let _ = (report, seen(), ids());
                ecs_core::update_all(0.0);
                World::reset();
                assert_eq!(World::stats().alive, 0, "{what}");
                true
            }
        }
    })
}

#[test]
fn v4_with_any_byte_changed_a_save_is_loaded_or_the_world_is_as_it_was() {
    let bytes = good(Format::Postcard);
    let mut outcomes = [0; 2];
    for place in (0..bytes.len()).step_by(sized(20, 3, 1)) {
        let old = bytes[place];
        for new in [0, 1, 2, 0x7f, 0x80, 0xff, old ^ 1, old ^ 0x10, old ^ 0x80, old.wrapping_add(1)] {
            let mut bad = bytes.clone();
            bad[place] = new;
            let is_read = read_either(Format::Postcard, &bad, &format!("{place}: {old} is {new}"));
            outcomes[usize::from(is_read)] += 1;
        }
    }
    assert!(outcomes.iter().all(|&count| count > 10 || cfg!(miri)), "{outcomes:?}");
}

#[test]
fn v4_with_any_letter_of_a_text_changed_it_is_loaded_or_the_world_is_as_it_was() {
    for format in [Format::Json, Format::Ron] {
        let bytes = good(format);
        for place in (0..bytes.len()).step_by(sized(40, 7, 1)) {
            for new in [b'9', b'"', b','] {
                let mut bad = bytes.clone();
                bad[place] = new;
                read_either(format, &bad, &format!("{format:?} {place}"));
            }
        }
    }
}

#[test]
fn v4_with_several_parts_changed_a_save_is_loaded_or_the_world_is_as_it_was() {
    let bytes = good(Format::Postcard);
    let mut random = Random(11);
    for round in 0..sized(5, 300, 800) {
        let mut bad = bytes.clone();
        for _ in 0..1 + random.below(4) {
            let (from, to) = (random.below(bad.len()), random.below(bad.len()));
            match random.below(4) {
                0 => bad[to] = random.below(256) as u8,
                1 => bad[to] = bad[from],
                2 => drop(bad.drain(from.min(to)..(from.min(to) + 3).min(bad.len()))),
                _ => {
                    let part: Vec<u8> = bad[from.min(to)..].iter().take(5).copied().collect();
                    bad.splice(to..to, part);
                }
            }
        }
        read_either(Format::Postcard, &bad, &format!("round {round}"));
    }
}

#[test]
fn v4_what_is_no_save_is_refused() {
    for format in ALL {
        for bytes in [&b""[..], b"null", b"[]", b"{}", b"()", b"0", b"\"save\"", &[0xff; 64], &[0; 5]] {
            let error = refused(format, bytes);
            assert!(
                matches!(
                    error,
                    LoadError::Format { .. } | LoadError::BadClock { .. } | LoadError::Form { .. }
                ),
                "{error:?}"
            );
        }
    }
}
