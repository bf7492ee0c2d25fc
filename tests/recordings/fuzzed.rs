//! Bytes that may be a recording: they are read as one, or refused with the place. The fuzzer includes this
//! file.
#![allow(dead_code, reason = "the fuzzer uses a part")]

use std::collections::{BTreeMap, BTreeSet};

use ecs_core::{Component, Entity, Recording, RecordingFileError, Singleton, World, update_all};
use serde::{Deserialize, Serialize};

/// Has values of many kinds.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pad {
    pub keys: BTreeSet<Button>,
    pub stick: (f32, f32),
    pub said: Option<String>,
    pub marks: BTreeMap<u16, Vec<u8>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Button {
    A,
    B(u8),
    C { held: i32 },
}

#[derive(Component, Clone, Default, Serialize)]
pub struct Body {
    pub pos: (f32, f32),
    pub tags: Vec<String>,
}

#[derive(Singleton, Clone, Default, Serialize)]
pub struct LastPad(pub u32);

/// A recording with all that there can be.
pub fn recording() -> Recording<Pad> {
    World::new().enter(|| {
        let body = Entity::spawn().insert(Body::default());
        body.entity().set_name("body");
        let mut recording = Recording::new("fuzzed", "1")
            .compare_every(2)
            .keep_states_every(4)
            .compare_types::<(Body, LastPad)>()
            .compare_value(|| LastPad::borrow().clone());
        for number in 0..9_u8 {
            LastPad::set(LastPad(number.into()));
            update_all(0.5);
            let mut pad = Pad { stick: (number.into(), 1.0), ..Pad::default() };
            pad.keys.extend([Button::A, Button::B(number), Button::C { held: -1 }]);
            pad.said = (number > 4).then(|| "now".into());
            pad.marks.insert(300, vec![number; 3]);
            recording.frame(&pad, 0.5).unwrap();
        }
        recording
    })
}

/// What comes before the parts.
const BEGIN: usize = 10;

/// Where the parts of a file begin, and where the file ends: as docs/recordings.md says.
pub fn parts(file: &[u8]) -> Vec<usize> {
    let mut places = vec![BEGIN];
    while let Some(&len) = file.get(places[places.len() - 1] + 1..).and_then(|rest| rest.first_chunk()) {
        places.push(places[places.len() - 1] + 13 + u32::from_le_bytes(len) as usize);
    }
    places
}

/// A part with the length and the checksum of its body.
pub fn part(kind: u8, body: &[u8]) -> Vec<u8> {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in [&[kind], body].concat() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    [&[kind][..], &(body.len() as u32).to_le_bytes(), &hash.to_le_bytes(), body].concat()
}

/// The file with the lengths and checksums of its parts as they have to be: what is damaged lies inside.
pub fn with_checksums(file: &[u8]) -> Vec<u8> {
    let places = parts(file);
    let mut mended = file[..BEGIN.min(file.len())].to_vec();
    for ends in places.windows(2) {
        let [begin, end] = [ends[0] + 13, ends[1]].map(|place| place.min(file.len()));
        mended.extend(part(file[ends[0]], &file[begin..end]));
    }
    mended
}

/// Says whether the bytes are read. What is read is written and read again; what is refused is said.
pub fn is_recording(bytes: &[u8]) -> bool {
    match Recording::<Pad>::from_bytes("fuzzed", bytes) {
        Ok(recording) => {
            let again = Recording::<Pad>::from_bytes("fuzzed", &recording.to_bytes());
            let again = again.unwrap_or_else(|error| panic!("what is written is read: {error}"));
            assert_eq!((again.frames(), again.version()), (recording.frames(), recording.version()));
            let inputs =
                |recording: &Recording<Pad>| format!("{:?}", recording.inputs().take(50).collect::<Vec<_>>());
            assert_eq!(inputs(&again), inputs(&recording));
            play(recording);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            if let RecordingFileError::Damaged { offset }
            | RecordingFileError::Cut { offset, .. }
            | RecordingFileError::Input { offset, .. } = error
            {
                assert!(offset <= bytes.len(), "{offset} is a place of the file");
            }
            false
        }
    }
}

/// Plays the begin of a recording; what differs is said.
fn play(recording: Recording<Pad>) {
    if recording.frames() > 1000 {
        return;
    }
    let recording = recording.compare_value(|| LastPad(7));
    World::new().enter(|| {
        Entity::spawn().insert(Body::default());
        LastPad::make();
        if let Err(deviation) = recording.play(|_, _| ()) {
            assert!(!deviation.to_string().is_empty());
        }
    });
}
