//! Z3: files that are cut off, or have other bytes than were written: the part is said, and nothing is read.

use std::fs;
use std::path::PathBuf;

use ecs_core::{Recording, RecordingFileError};

use crate::fuzzed::{Pad, is_recording, part, parts, recording, with_checksums};
use crate::support::{Random, root, sized};

fn refused(bytes: &[u8]) -> RecordingFileError {
    Recording::<Pad>::from_bytes("fuzzed", bytes).unwrap_err()
}

/// Where the part begins that has this byte.
fn part_of(file: &[u8], at: usize) -> usize {
    parts(file).into_iter().rev().find(|&begin| begin <= at).unwrap_or(0)
}

#[test]
fn z3_a_file_that_is_cut_off_says_where() {
    let file = recording().to_bytes();
    for len in 1..file.len() {
        let offset = if len < 10 { 0 } else { part_of(&file, len) };
        assert_eq!(refused(&file[..len]), RecordingFileError::Cut { offset, len }, "{len}");
    }
}

#[test]
fn z3_a_byte_that_is_another_is_found_in_its_part() {
    let file = recording().to_bytes();
    for at in 10..file.len() {
        let begin = part_of(&file, at);
        for flip in [1, 0x40, 0xff] {
            let mut bad = file.clone();
            bad[at] ^= flip;
            match refused(&bad) {
                RecordingFileError::Damaged { offset } => assert_eq!(offset, begin, "{at}"),
                // A length that is too large.
                RecordingFileError::Cut { offset, .. } => {
                    assert!(offset == begin && (begin + 1..begin + 5).contains(&at), "{at}");
                }
                other => panic!("{at}: {other}"),
            }
        }
    }
}

#[test]
fn z3_what_is_behind_the_end_is_no_recording() {
    let file = recording().to_bytes();
    let end = parts(&file)[parts(&file).len() - 2];
    for more in [&b"x"[..], &part(b'E', &[])] {
        assert_eq!(refused(&[&file, more].concat()), RecordingFileError::Damaged { offset: end });
    }
}

#[test]
fn z3_parts_in_another_order_or_number_are_refused_or_read() {
    let file = recording().to_bytes();
    let places = parts(&file);
    let each: Vec<&[u8]> = places.windows(2).map(|ends| &file[ends[0]..ends[1]]).collect();
    for left_out in 0..each.len() {
        let rest: Vec<&[u8]> =
            each.iter().enumerate().filter(|(place, _)| *place != left_out).map(|(_, part)| *part).collect();
        is_recording(&[&file[..10], &rest.concat()].concat());
        let twice =
            [&file[..10], &each[..=left_out].concat(), each[left_out], &each[left_out + 1..].concat()];
        is_recording(&twice.concat());
    }
    // Without the inputs, and with no head.
    let inputs = each.iter().position(|part| part[0] == b'I').unwrap();
    assert!(!is_recording(&[&file[..10], &each[..inputs].concat(), &each[inputs + 1..].concat()].concat()));
    assert!(!is_recording(&[&file[..10], &each[1..].concat()].concat()));
}

#[test]
fn z3_numbers_that_cannot_be_are_refused_and_take_no_memory() {
    let file = recording().to_bytes();
    let places = parts(&file);
    let place = |kind: u8| places.iter().position(|&begin| file[begin] == kind).unwrap();
    let with = |kind: u8, body: &[u8]| {
        let (begin, end) = (places[place(kind)], places[place(kind) + 1]);
        [&file[..begin], &part(kind, body), &file[end..]].concat()
    };
    let many = [0xff, 0xff, 0xff, 0xff, 0x0f];
    for body in [
        // No frame, a time that is none, and a set of billions.
        &[0; 16][..],
        &[&[1, 0, 0, 0xc0, 0x7f][..], &[0; 11]].concat(),
        &[&[1, 0, 0, 0x80, 0xbf][..], &[0; 11]].concat(),
        &[&[1, 0, 0, 0, 0][..], &many].concat(),
        // More frames than the head says.
        &[&many[..], &[0; 15]].concat(),
    ] {
        assert!(!is_recording(&with(b'I', body)), "{body:?}");
    }
    for kind in [b'H', b'P', b'S'] {
        for body in [&[][..], &many, &[0xff; 20], &[&[1][..], &many].concat()] {
            assert_eq!(
                refused(&with(kind, body)),
                RecordingFileError::Damaged { offset: places[place(kind)] }
            );
        }
    }
    // A run of no frames before the others, a time that is none, and more than there has to be.
    let body = |kind: u8| &file[places[place(kind)] + 13..places[place(kind) + 1]];
    let damaged = |kind: u8| RecordingFileError::Damaged { offset: places[place(kind)] };
    assert_eq!(refused(&with(b'I', &[&[0; 16], body(b'I')].concat())), damaged(b'I'));
    assert_eq!(refused(&with(b'I', &[&[1, 0, 0, 0xc0, 0x7f][..], &[0; 11]].concat())), damaged(b'I'));
    for kind in [b'H', b'P', b'S'] {
        assert_eq!(refused(&with(kind, &[body(kind), &[0]].concat())), damaged(kind));
    }
    // A point behind the last frame, and one of a type that has no name.
    assert!(!is_recording(&with(b'P', &[1, 10, 0, 0])));
    assert!(!is_recording(&with(b'P', &[1, 2, 0, 1, 0, 1, 9, 1])));
    assert!(!is_recording(&with(b'P', &[2, 4, 0, 0, 2, 0, 0])));
    assert!(is_recording(&with(b'P', &[2, 2, 0, 0, 4, 0, 0])));
}

/// A name, and the bytes.
type Seed = (&'static str, Vec<u8>);

fn seeds() -> Vec<Seed> {
    let good = recording().to_bytes();
    let empty = Recording::<Pad>::new("fuzzed", "").to_bytes();
    let mut newer = good.clone();
    newer[8] = 9;
    vec![
        ("cut", good[..good.len() / 2].to_vec()),
        ("foreign", b"ecs-rac\n\x01\0".to_vec()),
        ("newer", newer),
        ("good", good),
        ("good-empty", empty),
    ]
}

fn folder() -> PathBuf {
    root().join("fuzz/corpus/recording")
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn z3_the_seeds_are_in_the_corpus_and_all_of_it_is_read_or_refused() {
    // The head of a file has the machine.
    let is_here = cfg!(all(target_arch = "x86_64", target_os = "linux"));
    for (name, bytes) in seeds() {
        let path = folder().join(name);
        assert_eq!(is_recording(&bytes), name.starts_with("good"), "{name}");
        if std::env::var_os("ECS_BLESS").is_some() {
            fs::create_dir_all(folder()).expect("a folder is made");
            fs::write(&path, &bytes).expect("a seed is written");
        }
        let kept = fs::read(&path).ok();
        assert!(
            kept == Some(bytes) || !is_here,
            "{path:?} is not what is written now: `ECS_BLESS=1` writes it"
        );
    }
    for entry in fs::read_dir(folder()).expect("there is a corpus") {
        let bytes = fs::read(entry.expect("an entry").path()).expect("it is a file");
        is_recording(&bytes);
        is_recording(&with_checksums(&bytes));
    }
}

#[test]
fn z3_bytes_that_are_changed_at_random_are_read_or_refused() {
    let good = recording().to_bytes();
    let mut random = Random(3);
    let mut outcomes = [0; 2];
    for _ in 0..sized(5, 2000, 20_000) {
        let mut bad = good.clone();
        for _ in 0..=random.below(3) {
            let at = 10 + random.below(bad.len() - 10);
            match random.below(4) {
                0 => bad[at] = random.below(256) as u8,
                1 => bad[at] ^= 1 << random.below(8),
                2 => drop(bad.drain(at..(at + 1 + random.below(4)).min(bad.len()))),
                _ => drop(bad.splice(at..=at, [0xff, 0xff, 0xff, 0xff, 0x0f])),
            }
        }
        outcomes[usize::from(is_recording(&with_checksums(&bad)))] += 1;
    }
    assert!(outcomes.iter().all(|&count| count != 0) || cfg!(miri), "{outcomes:?}");
}
