//! The laws of the codec: what goes through a tape comes back, and what cannot is refused without a trace.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use serde::de::{DeserializeOwned, Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde::ser::{Error, SerializeMap, SerializeSeq, Serializer};
use serde::{Deserialize, Serialize};

use super::record::ID;
use super::tape::{Tape, TapeError, TapeSpan, Token};

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[serde(rename = "$ecs_core::Id")]
pub(super) struct Id(u32);

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub(super) struct Nothing;

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Pair(u8, String);

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind<T> {
    Empty,
    #[serde(rename = "one")]
    One(T),
    Two(T, T),
    Named {
        a: T,
        b: Option<Option<T>>,
    },
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(untagged)]
enum Untagged<T> {
    Named { only: T },
    Bare(T),
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(tag = "type")]
pub(super) enum Tagged<T> {
    Bare,
    Named { value: T },
    New(Inner<T>),
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(tag = "t", content = "c")]
pub(super) enum Adjacent<T> {
    Bare,
    New(T),
    Pair(T, T),
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub(super) struct Inner<T> {
    inner: T,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Flat<T> {
    first: u8,
    #[serde(flatten)]
    more: Inner<T>,
    #[serde(flatten)]
    kind: Kind<T>,
    #[serde(flatten)]
    rest: BTreeMap<String, Vec<T>>,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
#[serde(default, rename_all = "camelCase")]
struct Sparse {
    #[serde(skip_serializing_if = "Option::is_none")]
    first_one: Option<u8>,
    #[serde(skip)]
    not_there: u8,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    some: Vec<u8>,
    last: f32,
}

/// Bytes as such, a sequence and a map whose lengths nobody says, and a text that is formatted on the way.
#[derive(Debug, PartialEq)]
struct Bytes(Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Take;
        impl Visitor<'_> for Take {
            type Value = Bytes;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }
        }
        deserializer.deserialize_bytes(Take)
    }
}

struct Unsized<'a>(&'a [(String, i64)], bool);

impl Serialize for Unsized<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.1 {
            let mut map = serializer.serialize_map(None)?;
            for (at, (key, value)) in self.0.iter().enumerate() {
                if at % 2 == 0 {
                    map.serialize_entry(key, value)?;
                } else {
                    map.serialize_key(&format_args!("{key}"))?;
                    map.serialize_value(value)?;
                }
            }
            map.end()
        } else {
            let mut seq = serializer.serialize_seq(None)?;
            self.0.iter().try_for_each(|entry| seq.serialize_element(entry))?;
            seq.end()
        }
    }
}

/// What is done to a serializer.
enum Deed {
    Fail,
    Panic,
    PassOverAnError,
    PassOverAPanic,
    KeyOnly,
    TwoKeys,
    ValueOnly,
    NoId,
}

impl Serialize for Deed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Fail => Err(S::Error::custom("it does not want to")),
            Self::Panic => panic!("it cannot"),
            Self::PassOverAnError | Self::PassOverAPanic => {
                let mut seq = serializer.serialize_seq(None)?;
                let _ = match self {
                    Self::PassOverAnError => seq.serialize_element(&(1, "text", Self::Fail)).is_ok(),
                    _ => catch_unwind(AssertUnwindSafe(|| seq.serialize_element(&(1, Self::Panic)).is_ok()))
                        .is_ok(),
                };
                seq.serialize_element(&2)?;
                seq.end()
            }
            Self::KeyOnly | Self::TwoKeys | Self::ValueOnly => {
                let mut map = serializer.serialize_map(None)?;
                if !matches!(self, Self::ValueOnly) {
                    map.serialize_key("key")?;
                }
                match self {
                    Self::KeyOnly => {}
                    Self::TwoKeys => map.serialize_key("another")?,
                    _ => map.serialize_value("value")?,
                }
                map.end()
            }
            Self::NoId => serializer.serialize_newtype_struct(ID, &(1_u32, 2_u32)),
        }
    }
}

fn there_and_back<T: Serialize + DeserializeOwned>(value: &T) -> Result<T, TapeError> {
    let mut tape = Tape::default();
    // Something else, before it and behind it.
    tape.record(&("before", [1, 2])).expect("it is plain");
    let span = tape.record(value)?;
    tape.record(&Some("behind")).expect("it is plain");
    tape.restore(span)
}

fn survives<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T) {
    let back = there_and_back(&value).unwrap_or_else(|error| panic!("{value:?}: {error}"));
    assert_eq!(back, value);
}

/// By itself, and where serde reads a value before it knows of which type it will be.
fn survives_buffering<T: Serialize + DeserializeOwned + PartialEq + Debug + Clone>(value: T) {
    let it = || value.clone();
    survives(it());
    survives((it(), [Some(Some(it())), Some(None), None], Ok::<T, u8>(it())));
    survives(vec![Kind::Empty, Kind::One(it()), Kind::Two(it(), it()), Kind::Named { a: it(), b: None }]);
    survives(vec![Untagged::Named { only: it() }, Untagged::Bare(it())]);
    survives(vec![Tagged::Bare, Tagged::Named { value: it() }, Tagged::New(Inner { inner: it() })]);
    survives(vec![Adjacent::Bare, Adjacent::New(it()), Adjacent::Pair(it(), it())]);
    for kind in [Kind::One(it()), Kind::Two(it(), it()), Kind::Named { a: it(), b: Some(None) }] {
        let rest = BTreeMap::from([("some".to_owned(), vec![it()]), (String::new(), vec![])]);
        survives(Flat { first: 1, more: Inner { inner: it() }, kind, rest });
    }
}

#[test]
fn each_type_of_serde_comes_back() {
    survives_buffering((true, 'ß', (i8::MIN, i16::MIN, i32::MIN, i64::MIN), (u8::MAX, u16::MAX, u32::MAX)));
    survives_buffering((u64::MAX, f32::MIN_POSITIVE, f64::MAX));
    survives_buffering(("text".to_owned(), String::new(), Cow::<str>::from("ünï"), Box::<str>::from("\0")));
    survives_buffering((Some(Nothing), Pair(1, "one".to_owned()), Id(u32::MAX), [[0_u16; 2]; 3]));
    survives_buffering((vec![(); 3], Some(Some(Some(0_u8))), Duration::new(1, 2), PathBuf::from("a/b")));
    survives_buffering(HashMap::from([((1_u8, 'a'), Kind::Empty), ((2, 'b'), Kind::One(Id(1)))]));
    survives_buffering(BTreeMap::from([(Kind::Empty, 1.5_f64), (Kind::One(vec![Id(1)]), -0.0)]));
    survives((i128::MIN, i128::MAX, u128::MAX, u128::MIN, Bytes(vec![]), Bytes(vec![0, 255])));
    survives(((), Nothing, Some(()), None::<()>, IpAddr::V4(Ipv4Addr::LOCALHOST)));
}

#[test]
fn floats_keep_their_bits() {
    for bits in [0x7fc0_1234, 0xffa0_0001, 0x8000_0000, 1] {
        let (narrow, wide) = (f32::from_bits(bits), f64::from_bits(u64::from(bits) << 32 | 7));
        let back = there_and_back(&Tagged::Named { value: (narrow, wide) }).expect("it is plain");
        let Tagged::Named { value } = back else { panic!("another variant: {back:?}") };
        assert_eq!((value.0.to_bits(), value.1.to_bits()), (bits, u64::from(bits) << 32 | 7));
    }
}

#[test]
fn lengths_need_not_be_known() {
    let entries: Vec<_> = (0..5).map(|at| (format!("key {at}"), at)).collect();
    let mut tape = Tape::default();
    let [map, seq] =
        [true, false].map(|is_map| tape.record(&Unsized(&entries, is_map)).expect("it is plain"));
    let map: BTreeMap<String, i64> = tape.restore(map).expect("it is a map");
    assert_eq!(map.into_iter().collect::<Vec<_>>(), entries);
    assert_eq!(tape.restore::<Vec<(String, i64)>>(seq).expect("it is a sequence"), entries);
}

#[test]
fn fields_may_be_left_out_added_reordered_and_renamed() {
    let full = Sparse { first_one: Some(1), not_there: 0, some: vec![2], last: 3.0 };
    survives(full.clone());
    survives(Sparse::default());
    assert_eq!(there_and_back(&Sparse { not_there: 9, ..full.clone() }).expect("it is plain"), full);

    #[derive(Deserialize, Debug, PartialEq)]
    struct Later {
        last: f64,
        #[serde(default)]
        new: u8,
        missing: Option<u8>,
        #[serde(alias = "firstOne")]
        one: Option<u64>,
    }
    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Strict {
        #[serde(rename = "last")]
        _last: f32,
    }
    let mut tape = Tape::default();
    let span = tape.record(&full).expect("it is plain");
    let later = Later { last: 3.0, new: 0, missing: None, one: Some(1) };
    assert_eq!(tape.restore::<Later>(span).expect("it has what is needed"), later);
    let error = tape.restore::<Strict>(span).expect_err("there are more fields").to_string();
    assert!(error.starts_with("unknown field `firstOne`"), "{error}");
}

#[test]
fn what_has_a_form_as_text_too_is_refused_where_serde_buffers_it() {
    // There serde asks for the form as text, whatever the tape says: in formats that are not text, too.
    assert!(there_and_back(&Untagged::Bare(IpAddr::V4(Ipv4Addr::LOCALHOST))).is_err());
    assert!(there_and_back(&Untagged::Bare(1_i128)).is_err(), "it has no place there for long integers");
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub(super) enum Any {
    Nothing(Nothing),
    Unit,
    Int(i64),
    Long(u128),
    Text(String),
    Id(Id),
    Option(Option<Option<Box<Any>>>),
    Seq(Vec<Any>),
    Map(Vec<BTreeMap<String, Any>>),
    Pair(Box<Any>, f32),
    Named { left: Box<Any>, right: Option<Box<Any>> },
    Tagged(Box<Tagged<Adjacent<u16>>>),
}

pub(super) fn random(seed: &mut u64, depth: u32) -> Any {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let bits = *seed >> 33;
    let mut next = || random(seed, depth + 1);
    match bits % if depth < 6 { 12 } else { 6 } {
        0 => Any::Nothing(Nothing),
        1 => Any::Unit,
        2 => Any::Int(bits as i64 - (1 << 30)),
        3 => Any::Long(u128::from(bits) << 64),
        4 => Any::Text("ä".repeat(bits as usize / 12 % 4)),
        5 => Any::Id(Id(bits as u32)),
        6 => Any::Option([None, Some(None), Some(Some(Box::new(next())))][bits as usize / 12 % 3].clone()),
        7 => Any::Seq((0..bits / 12 % 4).map(|_| next()).collect()),
        8 => Any::Map(vec![(0..bits / 12 % 4).map(|key| (format!("key {key}"), next())).collect()]),
        9 => Any::Pair(Box::new(next()), bits as f32),
        10 => Any::Named { left: Box::new(next()), right: (bits > 1 << 30).then(|| Box::new(next())) },
        _ => Any::Tagged(Box::new(Tagged::Named { value: Adjacent::Pair(bits as u16, 1) })),
    }
}

#[test]
fn random_values_come_back_from_one_tape() {
    let (mut tape, mut seed) = (Tape::default(), 7);
    for _ in 0..20 {
        tape.clear();
        let values: Vec<_> = (0..100).map(|_| random(&mut seed, 0)).collect();
        let spans: Vec<_> = values.iter().map(|value| tape.record(value).expect("it is plain")).collect();
        for (value, span) in values.iter().zip(&spans).rev() {
            assert_eq!(&tape.restore::<Any>(*span).expect("it is there"), value);
        }
    }
}

#[test]
fn what_fails_or_panics_leaves_the_tape_as_it_was() {
    use Deed::*;
    let mut tape = Tape::default();
    let span = tape.record(&("text", Bytes(vec![1]))).expect("it is plain");
    let lengths = |tape: &Tape| (tape.tokens.len(), tape.text.len(), tape.bytes.len(), tape.open);
    let before = lengths(&tape);
    for deed in [Fail, PassOverAnError, PassOverAPanic, KeyOnly, TwoKeys, ValueOnly, NoId] {
        let value = ("more", Bytes(vec![2]), Some(Kind::One(vec![deed])));
        assert!(tape.record(&value).is_err_and(|error| !error.to_string().is_empty()));
        assert_eq!(lengths(&tape), before);
    }
    let panics = AssertUnwindSafe(|| tape.record(&("more", Bytes(vec![2]), Inner { inner: Panic })).is_ok());
    assert!(catch_unwind(panics).is_err());
    assert_eq!(lengths(&tape), before);
    let again = tape.record(&1).expect("it is plain");
    assert_eq!(tape.restore::<(String, Bytes)>(span).expect("it is there").1, Bytes(vec![1]));
    assert_eq!(tape.restore::<i32>(again).expect("it is there"), 1);
}

#[test]
fn a_wrong_type_is_an_error() {
    let wrong = |is_wrong: [bool; 7]| assert_eq!(is_wrong, [true; 7]);
    let mut tape = Tape::default();
    let mut of =
        |value: &dyn Fn(&mut Tape) -> Result<TapeSpan, TapeError>| value(&mut tape).expect("it is plain");
    let number = of(&|tape| tape.record(&300));
    let text = of(&|tape| tape.record("text"));
    let three = of(&|tape| tape.record(&[1, 2, 3]));
    let pair = of(&|tape| tape.record(&Pair(1, String::new())));
    let variant = of(&|tape| tape.record(&Kind::One(1)));
    let empty = of(&|tape| tape.record(&Kind::<u8>::Empty));
    let option = of(&|tape| tape.record(&Some(1)));
    wrong([
        tape.restore::<u8>(number).is_err(),
        tape.restore::<Vec<u8>>(text).is_err(),
        tape.restore::<(u8, u8)>(three).is_err(),
        tape.restore::<(u8, u8, u8)>(pair).is_err(),
        tape.restore::<Kind<String>>(variant).is_err(),
        tape.restore::<Adjacent<u8>>(empty).is_err(),
        tape.restore::<u8>(option).is_err(),
    ]);
    let error = tape.restore::<(u8, u8)>(three).expect_err("it is longer");
    assert_eq!(error.to_string(), "1 more parts were recorded than the type takes");
}

#[test]
fn nothing_that_a_type_or_a_span_asks_for_panics() {
    fn ask<T: DeserializeOwned>(tape: &Tape, span: TapeSpan) -> u32 {
        u32::from(tape.restore::<T>(span).is_ok())
    }
    let (mut tape, mut seed) = (Tape::default(), 5);
    for _ in 0..30 {
        tape.record(&random(&mut seed, 2)).expect("it is plain");
    }
    let (mut made, len) = (0, tape.tokens.len());
    for start in 0..len + 2 {
        for span in [tape.after(start), start + 1, len, len + 1].map(|end| TapeSpan { start, end }) {
            made += ask::<Any>(&tape, span) + ask::<Kind<Any>>(&tape, span) + ask::<Flat<Any>>(&tape, span);
            made += ask::<Tagged<Any>>(&tape, span) + ask::<Untagged<u8>>(&tape, span);
            made += ask::<Option<Id>>(&tape, span) + ask::<Vec<Any>>(&tape, span) + ask::<()>(&tape, span);
            made += ask::<HashMap<String, Any>>(&tape, span) + ask::<(Any, f32)>(&tape, span);
            made += ask::<Bytes>(&tape, span) + ask::<i128>(&tape, span) + ask::<char>(&tape, span);
            made += ask::<Sparse>(&tape, span) + ask::<Adjacent<String>>(&tape, span);
            tape.each_id(span, &mut |_, _| made += 1);
        }
    }
    assert!(made > 0);
}

#[test]
fn a_type_may_pass_over_what_it_cannot_take() {
    #[derive(Debug, PartialEq)]
    struct Numbers(Vec<u8>);
    impl<'de> Deserialize<'de> for Numbers {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Take;
            impl<'de> Visitor<'de> for Take {
                type Value = Numbers;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("a sequence")
                }
                fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Numbers, A::Error> {
                    let mut numbers = Vec::new();
                    while let Some(left) = parts.size_hint().filter(|left| *left > 0) {
                        numbers.extend(parts.next_element::<u8>().unwrap_or_default());
                        assert_eq!(parts.size_hint(), Some(left - 1));
                    }
                    Ok(Numbers(numbers))
                }
            }
            deserializer.deserialize_seq(Take)
        }
    }
    let mut tape = Tape::default();
    let span =
        tape.record(&(1_u8, [[2_u8]], Kind::Named { a: 3, b: None }, 4_u8, "five")).expect("it is plain");
    assert_eq!(tape.restore::<Numbers>(span).expect("it is a sequence"), Numbers(vec![1, 4]));
}

#[test]
fn depth_costs_no_stack_and_no_time_but_that_of_the_type() {
    let (mut tape, deep) = (Tape::default(), 200_000);
    for left in (0..deep).rev() {
        tape.tokens.push(Token::Seq { len: 1, tokens: left * 3 + 3, is_tuple: false });
        tape.tokens.extend([Token::Some, Token::Variant("V")]);
    }
    // Each sequence holds three tokens and the next; the last holds an id.
    tape.tokens.push(Token::Id(5));
    let span = TapeSpan { start: 0, end: tape.after(0) };
    assert_eq!(span.end, tape.tokens.len());
    tape.restore::<IgnoredAny>(span).expect("anything can be left unread");
    let mut found = Vec::new();
    tape.each_id(span, &mut |path, id| found.push((path.len(), id)));
    assert_eq!(found, [("0.V".len() * deep + deep - 1, 5)]);
}

fn ids<T: Serialize>(value: &T) -> Vec<(String, u32)> {
    let (mut tape, mut ids) = (Tape::default(), Vec::new());
    tape.record(&Id(99)).expect("it is plain");
    let span = tape.record(value).expect("it is plain");
    tape.record(&Id(99)).expect("it is plain");
    tape.each_id(span, &mut |path, id| ids.push((path.to_owned(), id)));
    ids
}

#[test]
fn ids_are_found_with_their_paths() {
    #[derive(Serialize)]
    struct Ship {
        name: &'static str,
        target: Option<Option<Id>>,
        crew: Vec<(u8, Inner<Id>)>,
        by_name: BTreeMap<&'static str, Id>,
        by_number: BTreeMap<i8, Kind<Id>>,
        by_id: BTreeMap<Id, Id>,
        by_kind: BTreeMap<Kind<Id>, [Id; 1]>,
        state: Kind<Inner<Id>>,
        untagged: Untagged<Id>,
        tagged: Tagged<Id>,
        #[serde(flatten)]
        flat: Flat<Id>,
    }
    let ship = Ship {
        name: "none here",
        target: Some(Some(Id(0))),
        crew: [1, 2].map(|id| (0, Inner { inner: Id(id) })).into(),
        by_name: [("ann", Id(3)), ("bob", Id(4))].into(),
        by_number: [(-1, Kind::One(Id(5))), (7, Kind::Two(Id(6), Id(7)))].into(),
        by_id: [(Id(8), Id(9)), (Id(10), Id(11))].into(),
        by_kind: [(Kind::Empty, [Id(12)]), (Kind::One(Id(13)), [Id(14)])].into(),
        state: Kind::Named { a: Inner { inner: Id(15) }, b: Some(Some(Inner { inner: Id(16) })) },
        untagged: Untagged::Bare(Id(17)),
        tagged: Tagged::New(Inner { inner: Id(18) }),
        flat: Flat {
            first: 0,
            more: Inner { inner: Id(19) },
            kind: Kind::Two(Id(20), Id(21)),
            rest: [("rest".to_owned(), vec![Id(22)])].into(),
        },
    };
    let expected = "target crew.0.1.inner crew.1.1.inner by_name.ann by_name.bob by_number.-1.one \
                    by_number.7.Two.0 by_number.7.Two.1 by_id.key(0) by_id.0 by_id.key(1) by_id.1 \
                    by_kind.Empty.0 by_kind.key(1).one by_kind.1.0 state.Named.a.inner state.Named.b.inner \
                    untagged tagged.inner inner Two.0 Two.1 rest.0";
    let expected: Vec<_> = expected.split(' ').map(str::to_owned).zip(0..).collect();
    assert_eq!(ids(&ship), expected);
    assert_eq!(ids(&Id(3)), [(String::new(), 3)]);
    assert_eq!(ids(&(Vec::<Id>::new(), [None, Some(Id(4))])), [("1.1".to_owned(), 4)]);
    assert_eq!(ids(&(1_u32, "text", Kind::<Id>::Empty)), []);
}

#[test]
fn a_token_is_small_and_clearing_keeps_the_memory() {
    assert_eq!(
        (size_of::<Token>(), size_of::<TapeSpan>(), size_of::<TapeError>()),
        (24, 2 * size_of::<usize>(), 2 * size_of::<usize>())
    );
    let mut tape = Tape::default();
    let span = tape.record(&vec!["text"; 100]).expect("it is plain");
    let room = (tape.tokens.capacity(), tape.text.capacity());
    tape.clear();
    assert!(tape.restore::<Vec<String>>(span).is_err());
    tape.record(&vec!["text"; 100]).expect("it is plain");
    assert_eq!((tape.tokens.capacity(), tape.text.capacity()), room);
}
