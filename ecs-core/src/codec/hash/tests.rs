//! The laws of the hash: equal values have equal hashes on every machine, and others do not.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, DefaultHasher};

use serde::Serialize;
use serde::ser::{Error, SerializeMap, SerializeSeq, SerializeStruct, Serializer};

use super::hasher::StateHasher;
use crate::codec::context::{Ids, Met};
use crate::codec::entity::write_id;
use crate::ids::{Entity, Stamp};

pub(super) fn hash<T: Serialize + ?Sized>(value: &T) -> u64 {
    let mut hasher = StateHasher::new();
    hasher.hash(value).expect("it is plain");
    hasher.finish()
}

/// Hashes values, of which no two may be equal.
pub(super) fn all_differ<T: Serialize>(values: impl IntoIterator<Item = T>) {
    let hashes: Vec<_> = values.into_iter().map(|value| hash(&value)).collect();
    assert_eq!(hashes.iter().collect::<BTreeSet<_>>().len(), hashes.len());
}

pub(super) fn entity(index: u32, generation: u32, tag: u8) -> Entity {
    Entity::from_parts(index, Stamp::new(generation, tag))
}

#[derive(Serialize, Clone)]
struct Plane {
    at: [f32; 3],
    speed: f64,
    name: &'static str,
    crew: Vec<u8>,
    by_name: BTreeMap<&'static str, Option<char>>,
    state: State,
    target: Entity,
    mark: (i8, i16, i32, i64, i128, u16, u128, bool, ()),
}

#[derive(Serialize, Clone)]
enum State {
    Parked,
    Taxiing(u32),
    Flying { height: f32, steep: bool },
    Lost(u8, u8),
}

fn plane() -> Plane {
    Plane {
        at: [1.0, -2.5, 1e-20],
        speed: 250.25,
        name: "a name of more than one block",
        crew: vec![1, 2, 3],
        by_name: [("ann", Some('ß')), ("bob", None)].into(),
        state: State::Flying { height: 3.5, steep: true },
        target: entity(12, 1, 7),
        mark: (-1, -2, -3, -4, -5, 6, 7 << 100, true, ()),
    }
}

#[test]
fn r3_the_hash_is_the_same_on_every_machine() {
    let mut numbers = StateHasher::new();
    let nothing = numbers.finish();
    numbers.write_u64(1);
    numbers.write_u64(2);
    let hashes = [
        nothing,
        numbers.finish(),
        hash(&1_u8),
        hash(&-1_i64),
        hash(&[1.0_f32, 2.0, 3.0]),
        hash("text"),
        hash(&entity(12, 1, 7)),
        hash(&HashMap::from([(1_u8, 'a'), (2, 'b'), (3, 'c')])),
        hash(&plane()),
    ];
    let known = [
        0x9324_cf5f_e533_5430,
        0x767b_3b59_5ad1_bd47,
        0x8c29_cf2f_5a70_c4cb,
        0x26d5_f986_6167_e18e,
        0xf111_d2b3_35e9_a35b,
        0x58cb_dd68_7279_9756,
        0xc83a_460e_eb9e_e19b,
        0xa4ca_d724_e444_6e6f,
        0x2ae0_8703_7021_796d,
    ];
    assert_eq!(hashes, known, "{hashes:#018x?}");
}

#[test]
fn each_part_of_a_value_counts() {
    type Change = fn(&mut Plane);
    let changes: [Change; 19] = [
        |_| {},
        |plane| plane.at[0] = 2.0,
        |plane| plane.at.swap(0, 1),
        |plane| plane.at[2] = 0.0,
        |plane| plane.speed = -250.25,
        |plane| plane.name = "a name of more than one blocks",
        |plane| plane.name = "",
        |plane| plane.crew = vec![1, 2],
        |plane| plane.crew = vec![1, 3, 2],
        |plane| plane.by_name.extend([("bob", Some('b'))]),
        |plane| plane.by_name.retain(|name, _| *name != "bob"),
        |plane| plane.by_name.extend([("eve", None)]),
        |plane| plane.state = State::Parked,
        |plane| plane.state = State::Taxiing(0),
        |plane| plane.state = State::Lost(0, 1),
        |plane| plane.target = Entity::NONE,
        |plane| plane.mark.4 = -6,
        |plane| plane.mark.6 = 7,
        |plane| plane.mark.7 = false,
    ];
    all_differ(changes.map(|change| {
        let mut plane = plane();
        change(&mut plane);
        plane
    }));
}

#[test]
fn r3_floats_are_hashed_by_their_bits() {
    assert_eq!(hash(&f32::NAN), hash(&f32::NAN));
    all_differ([0.0, -0.0, f32::INFINITY, f32::from_bits(1)]);
    all_differ([0x7fc0_0000, 0x7fc0_0001, 0xffc0_0000].map(f32::from_bits));
    all_differ([0, 1 << 63, 0x7ff8 << 48, 0x7ff8 << 48 | 1, 1].map(f64::from_bits));
}

#[test]
fn r3_maps_are_hashed_without_their_order() {
    #[derive(Serialize, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    struct Key(u8, char);
    let entries = [1, 2, 3, 4, 5, 6, 7, 8].map(|key| (Key(key, 'k'), vec![u16::from(key); 3]));
    let ordered = hash(&entries.clone().into_iter().collect::<BTreeMap<_, _>>());
    for _ in 0..if cfg!(miri) { 2 } else { 20 } {
        // Each has a random order of its own.
        assert_eq!(hash(&HashMap::from(entries.clone())), ordered);
    }
    struct InThisOrder<'v>(Vec<(&'v str, u8)>);
    impl Serialize for InThisOrder<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(self.0.iter().copied())
        }
    }
    let map = |entries: &[_]| hash(&InThisOrder(entries.to_vec()));
    assert_eq!(map(&[("a", 1), ("b", 2), ("c", 3)]), map(&[("c", 3), ("a", 1), ("b", 2)]));
    all_differ(
        [
            vec![("a", 1), ("b", 2)],
            vec![("a", 2), ("b", 1)],
            vec![("a", 1)],
            vec![("a", 1), ("a", 1)],
            vec![("a", 1), ("b", 2), ("b", 2)],
            vec![],
        ]
        .map(InThisOrder),
    );
    type InOneOrder = HashMap<u8, HashMap<u8, u8>, BuildHasherDefault<DefaultHasher>>;
    all_differ([
        InOneOrder::from_iter([(1, [(1, 2)].into()), (2, [(3, 4)].into())]),
        InOneOrder::from_iter([(1, [(3, 4)].into()), (2, [(1, 2)].into())]),
        InOneOrder::from_iter([(1, [(1, 2), (3, 4)].into()), (2, [].into())]),
    ]);
}

#[test]
fn structs_are_hashed_in_their_order_and_with_the_names_of_their_fields() {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Order {
        Move { x: f32 },
        Turn { y: f32 },
        Eight { xxxxxxxx: f32 },
        Nine { xxxxxxxxx: f32 },
        LongA { the_x_of_a_long_name: f32 },
        LongB { the_x_of_a_longer_name: f32 },
        Both { x: f32, y: f32 },
        Reversed { y: f32, x: f32 },
        Tuple(f32, f32),
        Nested((f32,), f32),
        NestedToo(f32, (f32,)),
        Nothing(),
    }
    use Order::*;
    let long = (LongA { the_x_of_a_long_name: 1.0 }, LongB { the_x_of_a_longer_name: 1.0 });
    let both = [Both { x: 1.0, y: 2.0 }, Both { x: 2.0, y: 1.0 }, Reversed { x: 1.0, y: 2.0 }];
    let tuples = [Tuple(1.0, 2.0), Nested((1.0,), 2.0), NestedToo(1.0, (2.0,)), Nothing()];
    let all =
        [Move { x: 1.0 }, Turn { y: 1.0 }, Eight { xxxxxxxx: 1.0 }, Nine { xxxxxxxxx: 1.0 }, long.0, long.1];
    all_differ(all.into_iter().chain(both).chain(tuples));
}

#[test]
fn a_field_that_is_left_out_counts() {
    #[derive(Serialize)]
    struct Sparse {
        #[serde(skip_serializing_if = "is_zero")]
        a: u8,
        #[serde(skip_serializing_if = "is_zero")]
        b: u8,
        #[serde(skip)]
        _hidden: u8,
    }
    fn is_zero(number: &u8) -> bool {
        *number == 0
    }
    let sparse = |a, b, hidden| Sparse { a, b, _hidden: hidden };
    all_differ([sparse(0, 0, 0), sparse(1, 0, 0), sparse(0, 1, 0), sparse(1, 1, 0), sparse(0, 3, 0)]);
    assert_eq!(hash(&sparse(1, 0, 0)), hash(&sparse(1, 0, 9)), "nobody sees it");
}

/// Bytes, a text and a sequence, as some types write them.
enum Written<'w> {
    Bytes(&'w [u8]),
    Pieces(&'w [&'w str]),
    Seq(&'w [u8], Option<usize>),
}

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        assert!(!serializer.is_human_readable());
        match self {
            Self::Bytes(bytes) => serializer.serialize_bytes(bytes),
            Self::Pieces(pieces) => {
                struct Text<'w>(&'w [&'w str]);
                impl std::fmt::Display for Text<'_> {
                    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        self.0.iter().try_for_each(|piece| f.write_str(piece))
                    }
                }
                serializer.collect_str(&Text(pieces))
            }
            Self::Seq(parts, len) => {
                let mut seq = serializer.serialize_seq(*len)?;
                parts.iter().try_for_each(|part| seq.serialize_element(part))?;
                seq.end()
            }
        }
    }
}

#[test]
fn it_does_not_matter_how_a_text_or_a_sequence_comes() {
    let text = "0123456789abcdefghijklmnopqrstuvwxyzä";
    let step = if cfg!(miri) { 7 } else { 1 };
    for at in (0..36).step_by(step) {
        for to in (at..36).step_by(step) {
            let pieces = [&text[..at], &text[at..to], "", &text[to..]];
            assert_eq!(hash(&Written::Pieces(&pieces)), hash(text), "{pieces:?}");
        }
    }
    let seq = |len| hash(&Written::Seq(&[1, 2, 3], len));
    assert_eq!([seq(Some(3)), seq(None)], [hash(&vec![1_u8, 2, 3]); 2]);
    let bytes = hash(&Written::Bytes(&[1, 2, 3]));
    assert!(bytes != seq(None) && bytes != hash("\u{1}\u{2}\u{3}"));
}

#[test]
fn r3_entities_and_handles_are_hashed_by_index_and_generation() {
    struct Handle(Entity);
    impl Serialize for Handle {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            write_id(Met { entity: self.0, component: Some(TypeId::of::<u8>()) }, serializer)
        }
    }
    let here = entity(12, 3, 1);
    for there in [entity(12, 3, 2), here] {
        let hashes = [hash(&there), hash(&Handle(there)), hash(&Handle(here))];
        assert_eq!(hashes, [hash(&here); 3]);
    }
    all_differ([here, entity(12, 4, 1), entity(13, 3, 1), entity(3, 12, 1), Entity::NONE]);
    let by_id = |ids: [Entity; 2]| HashMap::from(ids.map(|id| (id, Some(id))));
    let there = [entity(13, 1, 2), entity(12, 3, 2)];
    assert_eq!(hash(&by_id([here, entity(13, 1, 1)])), hash(&by_id(there)));
}

#[test]
fn entities_are_whole_only_while_a_hasher_lives() {
    let number = || {
        let text = serde_json::to_string(&entity(12, 3, 1));
        text.map_err(|error| error.to_string().split(' ').take(3).collect::<String>())
    };
    assert_eq!(number(), Err("anentityor".to_owned()));
    let recording = Ids::Recording(std::rc::Rc::default()).enter();
    assert_eq!(number(), Ok("1".to_owned()));
    let outer = StateHasher::new();
    let mut inner = StateHasher::new();
    inner.hash(&entity(12, 3, 1)).expect("it is plain");
    drop(inner);
    assert_eq!(number(), Ok("[12,3]".to_owned()));
    drop(outer);
    assert_eq!(number(), Ok("2".to_owned()));
    drop(recording);
    assert!(number().is_err());
}

#[test]
fn values_and_numbers_count_in_their_order() {
    let order = |values: &[&str]| {
        let mut hasher = StateHasher::new();
        let mut all = vec![hasher.finish()];
        for value in values {
            match value.parse() {
                Ok(number) => hasher.write_u64(number),
                Err(_) => hasher.hash(value).expect("it is plain"),
            }
            all.push(hasher.finish());
            assert_eq!(all.last(), Some(&hasher.finish()), "asking adds nothing");
        }
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        hasher.finish()
    };
    let hashes = [&["1", "2", "x"], &["2", "1", "x"], &["1", "x", "2"], &["x", "1", "2"], &["0", "0", "0"]];
    let hashes = hashes.map(|values| order(values));
    assert_eq!(BTreeSet::from(hashes).len(), hashes.len());
    assert_ne!(order(&["", ""]), order(&[""]));
}

#[test]
fn a_type_that_refuses_adds_nothing() {
    enum Deed {
        Refuse,
        KeyOnly,
        TwoKeys,
        ValueOnly,
        Struct,
    }
    impl Serialize for Deed {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self {
                Self::Refuse => return Err(S::Error::custom("it does not want to")),
                Self::Struct => {
                    let mut parts = serializer.serialize_struct("Struct", 2)?;
                    parts.serialize_field("first", &1)?;
                    parts.serialize_field("second", &Self::Refuse)?;
                    return parts.end();
                }
                _ => {}
            }
            let mut map = serializer.serialize_map(None)?;
            if !matches!(self, Self::ValueOnly) {
                map.serialize_key("key")?;
            }
            match self {
                Self::ValueOnly => map.serialize_value("value")?,
                Self::TwoKeys => {
                    map.serialize_key("another")?;
                    map.serialize_value("value")?;
                }
                _ => {}
            }
            map.end()
        }
    }
    use Deed::*;
    let mut hasher = StateHasher::new();
    hasher.hash("before").expect("it is plain");
    let before = hasher.finish();
    for deed in [Refuse, KeyOnly, TwoKeys, ValueOnly, Struct] {
        let expected = match deed {
            Refuse | Struct => "it does not want to",
            _ => "each key of a map has one value",
        };
        let error = hasher.hash(&(1, "text", [Some(deed)])).expect_err("it cannot");
        assert_eq!((error.to_string().as_str(), hasher.finish()), (expected, before));
    }
}
