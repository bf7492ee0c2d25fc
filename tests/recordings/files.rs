//! Z3: the file of a recording, and files that are not the one that is asked for.

use std::collections::{BTreeMap, BTreeSet};

use ecs_core::{Recording, RecordingFileError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Key, Keys, new_recording, record};

fn file() -> Vec<u8> {
    record(new_recording()).to_bytes()
}

fn refused<Input: Serialize + DeserializeOwned>(program: &str, bytes: &[u8]) -> RecordingFileError {
    Recording::<Input>::from_bytes(program, bytes).unwrap_err()
}

#[test]
fn z3_a_foreign_file_is_said_to_be_one() {
    for bytes in
        [&b""[..], b"\0", b"PNG", b"ecs-rec\r\n\x01", b"a text that is longer than the head of a file"]
    {
        assert_eq!(refused::<Keys>("game", bytes), RecordingFileError::Foreign);
    }
    assert!(RecordingFileError::Foreign.to_string().contains("no recording"));
}

#[test]
fn z3_a_newer_format_is_said_to_be_one() {
    let mut bytes = file();
    bytes[8] = 2;
    let error = refused::<Keys>("game", &bytes);
    assert_eq!(error, RecordingFileError::NewerFormat { format: 2, known: 1 });
    assert!(error.to_string().contains("has format 2"), "{error}");
}

#[test]
fn z3_another_program_is_named() {
    let error = refused::<Keys>("chess", &file());
    assert_eq!(
        error.to_string(),
        "this is a recording of \"game\", and not of \"chess\": open it with its own program"
    );
}

#[test]
fn z3_another_type_of_inputs_is_named() {
    #[derive(Serialize, Deserialize)]
    struct Stick {
        x: f32,
        keys: Keys,
    }
    let error = refused::<Stick>("game", &file());
    let RecordingFileError::OtherInput { input, expected } = &error else { panic!("{error}") };
    assert_eq!(input, "[Key(Left | Right | Fire)]");
    assert_eq!(expected, "Stick { x: f32, keys: [Key(Left | Right | Fire)] }");
    assert!(error.to_string().contains("`Recording::map`"), "{error}");
}

/// Two types that postcard writes alike, or nearly so.
#[test]
fn z3_types_are_told_apart_by_all_that_they_are_made_of() {
    mod one {
        #[derive(serde::Serialize, serde::Deserialize)]
        pub struct Pad {
            pub x: f32,
            pub y: f32,
        }
        #[derive(serde::Serialize, serde::Deserialize)]
        pub enum Move {
            Go { by: (i8, i8) },
            Stop,
        }
    }
    mod other {
        #[derive(serde::Serialize, serde::Deserialize)]
        pub struct Pad {
            pub y: f32,
            pub x: f32,
        }
        #[derive(serde::Serialize, serde::Deserialize)]
        pub enum Move {
            Go { by: (i8, i16) },
            Stop,
        }
    }
    mod moved {
        #[derive(serde::Serialize, serde::Deserialize)]
        pub struct Pad {
            pub x: f32,
            pub y: f32,
        }
    }
    fn empty<Input: Serialize + DeserializeOwned>() -> Vec<u8> {
        Recording::<Input>::new("game", "1").to_bytes()
    }
    fn reads<Input: Serialize + DeserializeOwned>(bytes: &[u8]) -> bool {
        Recording::<Input>::from_bytes("game", bytes).is_ok()
    }
    assert!(reads::<one::Pad>(&empty::<one::Pad>()) && reads::<moved::Pad>(&empty::<one::Pad>()));
    assert!(!reads::<other::Pad>(&empty::<one::Pad>()));
    assert!(reads::<one::Move>(&empty::<one::Move>()) && !reads::<other::Move>(&empty::<one::Move>()));
    assert!(!reads::<Option<u8>>(&empty::<u8>()) && !reads::<u16>(&empty::<u8>()));
    assert!(!reads::<BTreeMap<Key, u8>>(&empty::<BTreeSet<Key>>()));
}

#[test]
fn z3_a_type_that_holds_itself_and_one_of_every_kind_have_a_shape() {
    #[derive(Serialize, Deserialize, Default)]
    struct Unit;
    #[derive(Serialize, Deserialize, Default)]
    struct New(u8);
    #[derive(Serialize, Deserialize, Default)]
    struct Pair(u8, char);
    #[derive(Serialize, Deserialize, Default)]
    struct Everything {
        signed: (bool, i8, i16, i32, i64, i128),
        unsigned: (u8, u16, u32, u64, u128, f32, f64),
        text: (char, String),
        unit: ((), Unit, New, Pair),
        map: BTreeMap<String, [u8; 3]>,
        one: Option<std::num::NonZeroU8>,
        again: Vec<Everything>,
        boxed: Option<Box<Everything>>,
    }
    #[derive(Serialize, Deserialize)]
    enum Tree {
        Node(Box<Tree>, Vec<Tree>),
        Leaf,
    }
    let mut recording = Recording::<Everything>::new("game", "1");
    recording = recording.compare_every(0);
    let input = Everything { again: vec![Everything::default()], ..Everything::default() };
    recording.frame(&input, 0.5).unwrap();
    let bytes = recording.to_bytes();
    let read = Recording::<Everything>::from_bytes("game", &bytes).unwrap();
    assert_eq!(read.inputs().next().unwrap().0.again.len(), 1);
    let mut recording = Recording::<Tree>::new("game", "1").compare_every(0);
    recording.frame(&Tree::Node(Box::new(Tree::Leaf), vec![Tree::Leaf]), 0.5).unwrap();
    assert!(Recording::<Tree>::from_bytes("game", &recording.to_bytes()).is_ok());
}

#[test]
fn z3_an_input_that_its_type_refuses_is_named_with_its_frame_and_place() {
    #[derive(Serialize)]
    #[serde(rename = "Steps")]
    struct Steps {
        few: u8,
    }
    /// The same for who looks at the fields alone.
    #[derive(Deserialize, Serialize)]
    #[serde(rename = "Steps")]
    struct Few {
        #[serde(deserialize_with = "few")]
        few: u8,
    }
    fn few<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        let few = u8::deserialize(deserializer)?;
        if few < 4 { Ok(few) } else { Err(serde::de::Error::custom("too many")) }
    }
    impl<'de> Deserialize<'de> for Steps {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            #[derive(Deserialize)]
            #[serde(rename = "Steps")]
            struct Any {
                few: u8,
            }
            Any::deserialize(deserializer).map(|any| Self { few: any.few })
        }
    }
    let mut recording = Recording::<Steps>::new("game", "1").compare_every(0);
    for number in 0..10 {
        recording.frame(&Steps { few: number / 2 }, 0.5).unwrap();
    }
    let bytes = recording.to_bytes();
    let error = refused::<Few>("game", &bytes);
    assert!(matches!(error, RecordingFileError::Input { frame: 9, .. }), "{error}");
    assert!(error.to_string().starts_with("the input of frame 9, at byte "), "{error}");
}

#[test]
fn z3_equal_inputs_are_written_once() {
    let len = |change: &dyn Fn(u32) -> (Keys, f32)| {
        let mut recording = new_recording().compare_every(0);
        for number in 0..1000 {
            let (keys, dt) = change(number);
            recording.frame(&keys, dt).unwrap();
        }
        recording.to_bytes().len()
    };
    let same = len(&|_| (Keys::new(), 0.5));
    assert!(same < 250, "{same}");
    let others = len(&|number| (if number % 2 == 0 { Keys::new() } else { Keys::from([Key::Fire]) }, 0.5));
    assert!((same + 5500..same + 7500).contains(&others), "{others}");
    let times = len(&|number| (Keys::new(), 0.5 + number as f32 / 1e4));
    assert!((same + 5500..same + 6500).contains(&times), "{times}");
}
