//! The laws of differences: they are where the values differ, and nowhere else.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use serde::ser::{Error, Serializer};

use super::differences::differences;
use super::value::{Part, PlainValue, plain_of};
use crate::codec::hash::StateHasher;
use crate::codec::tests::{Any, random};
use crate::ids::{Entity, Stamp};

pub(super) fn plain<T: Serialize + ?Sized>(value: &T) -> PlainValue {
    plain_of(value).expect("it is plain")
}

/// Goes to another peer and back.
pub(super) fn there_and_back(plain: &PlainValue) {
    let json = serde_json::to_string(plain).expect("JSON takes it");
    assert_eq!(&serde_json::from_str::<PlainValue>(&json).expect("it is one value"), plain);
    let bytes = postcard::to_stdvec(plain).expect("postcard takes it");
    assert_eq!(&postcard::from_bytes::<PlainValue>(&bytes).expect("it is one value"), plain);
}

pub(super) fn plain_bytes(bytes: &[u8]) -> PlainValue {
    PlainValue::of(vec![Part::Bytes(bytes.to_vec())]).expect("it is one value")
}

/// The differences of two values, a line each.
fn diff<T: Serialize + ?Sized, U: Serialize + ?Sized>(ours: &T, theirs: &U) -> Vec<String> {
    let (ours, theirs) = (plain(ours), plain(theirs));
    let found = differences(&ours, &theirs, usize::MAX);
    let mut mirrored = differences(&theirs, &ours, usize::MAX);
    for difference in &mut mirrored {
        (difference.ours, difference.theirs) = (difference.theirs.clone(), difference.ours.clone());
    }
    assert_eq!(found, mirrored, "the other peer sees the same");
    assert!(found.iter().all(|difference| difference.ours != difference.theirs), "{found:?}");
    assert!(ours != theirs || found.is_empty());
    found.iter().map(ToString::to_string).collect()
}

pub(super) fn entity(index: u32, generation: u32, tag: u8) -> Entity {
    Entity::from_parts(index, Stamp::new(generation, tag))
}

#[derive(Serialize, Clone)]
pub(super) struct Ship {
    pos: (f32, f32),
    items: Vec<Item>,
    by_name: BTreeMap<&'static str, u8>,
    target: Option<Entity>,
    state: State,
}

#[derive(Serialize, Clone)]
pub(super) struct Item {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<i64>,
}

#[derive(Serialize, Clone)]
pub(super) enum State {
    Docked,
    Flying { to: Entity, height: f64 },
    Waiting(u32),
    Hit(u8, char),
}

pub(super) fn ship() -> Ship {
    Ship {
        pos: (1.0, 3.0),
        items: ["rope", "lamp"].map(|name| Item { name, price: Some(2) }).into(),
        by_name: [("bob", 1), ("eve", 2)].into(),
        target: Some(entity(12, 1, 3)),
        state: State::Flying { to: Entity::NONE, height: -0.0 },
    }
}

#[test]
fn r3_a_difference_says_which_field_differs() {
    type Change = fn(&mut Ship);
    let expected: [(Change, &[&str]); 17] = [
        (|_| {}, &[]),
        (|ship| ship.pos.1 = 3.1, &["pos.1 3.0 | 3.1"]),
        (|ship| ship.pos = (1e20, f32::NAN), &["pos.0 1.0 | 1e20", "pos.1 3.0 | NaN"]),
        (|ship| ship.items[1].name = "lump", &[r#"items[1].name "lamp" | "lump""#]),
        (|ship| ship.items[0].price = None, &["items[0].price Some(2) | nothing"]),
        (|ship| ship.items.truncate(1), &[r#"items[1] { name: "lamp", price: Some(2) } | nothing"#]),
        (
            |ship| ship.items.insert(0, Item { name: "net", price: None }),
            &[
                r#"items[0].name "rope" | "net""#,
                "items[0].price Some(2) | nothing",
                r#"items[1].name "lamp" | "rope""#,
                r#"items[2] nothing | { name: "lamp", price: Some(2) }"#,
            ],
        ),
        (|ship| ship.by_name.extend([("bob", 3)]), &[r#"by_name["bob"] 1 | 3"#]),
        (|ship| ship.by_name.extend([("dan", 3)]), &[r#"by_name["dan"] nothing | 3"#]),
        (|ship| ship.by_name.clear(), &[r#"by_name["bob"] 1 | nothing"#, r#"by_name["eve"] 2 | nothing"#]),
        (|ship| ship.target = None, &["target Some(12v1) | None"]),
        (|ship| ship.target = Some(entity(12, 2, 3)), &["target 12v1 | 12v2"]),
        (|ship| ship.target = Some(Entity::NONE), &["target 12v1 | NONE"]),
        (|ship| ship.state = State::Docked, &["state Flying { to: NONE, height: -0.0 } | Docked"]),
        (|ship| ship.state = State::Waiting(1), &["state Flying { to: NONE, height: -0.0 } | Waiting(1)"]),
        (|ship| ship.state = State::Hit(1, 'x'), &["state Flying { to: NONE, height: -0.0 } | Hit(1, 'x')"]),
        (
            |ship| ship.state = State::Flying { to: entity(0, 1, 3), height: 0.0 },
            &["state.Flying.to NONE | 0v1", "state.Flying.height -0.0 | 0.0"],
        ),
    ];
    for (change, lines) in expected {
        let mut theirs = ship();
        change(&mut theirs);
        assert_eq!(diff(&ship(), &theirs), lines);
    }
    let waiting = |state| diff(&State::Waiting(1), &state);
    assert_eq!(waiting(State::Waiting(2)), ["Waiting 1 | 2"]);
    assert_eq!(diff(&State::Hit(1, 'x'), &State::Hit(1, 'y')), ["Hit.1 'x' | 'y'"]);
    assert_eq!(diff(&1.5_f32, &2.0_f32), ["1.5 | 2.0"], "the whole value has no path");
    assert_eq!(diff(&[[1, 2], [3, 4]], &[[1, 2], [3, 5]]), ["1.1 4 | 5"]);
    assert_eq!(diff(&vec![vec![1]], &vec![vec![2]]), ["[0][0] 1 | 2"]);
}

#[test]
fn entities_of_two_worlds_are_the_same_by_index_and_generation() {
    let by_id = |tag| HashMap::from([1, 2, 3].map(|index| (entity(index, 1, tag), entity(index, 2, tag))));
    assert_eq!(diff(&by_id(1), &by_id(2)), [""; 0]);
    let mut theirs = by_id(2);
    theirs.insert(entity(2, 1, 2), entity(9, 1, 2));
    assert_eq!(diff(&by_id(1), &theirs), ["[2v1] 2v2 | 9v1"]);
}

#[test]
fn r3_maps_are_compared_by_their_keys() {
    #[derive(Serialize, PartialEq, Eq, Hash, Clone, Copy)]
    enum Key {
        Red,
        At(i8, bool),
    }
    let ours = HashMap::from([(Key::Red, 1), (Key::At(-1, true), 2), (Key::At(2, false), 3)]);
    for _ in 0..if cfg!(miri) { 2 } else { 20 } {
        // Each has a random order of its own.
        let mut theirs: HashMap<_, _> = ours.clone().into_iter().collect();
        assert_eq!(diff(&ours, &theirs), [""; 0]);
        theirs.insert(Key::At(-1, true), 9);
        theirs.remove(&Key::Red);
        theirs.insert(Key::At(3, true), 4);
        let lines = ["[Red] 1 | nothing", "[At(-1, true)] 2 | 9", "[At(3, true)] nothing | 4"];
        assert_eq!(diff(&ours, &theirs), lines);
    }
    struct Doubled(Vec<(u8, u8)>);
    impl Serialize for Doubled {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(self.0.iter().copied())
        }
    }
    let [ours, theirs] = [vec![(1, 1), (1, 2), (2, 3)], vec![(2, 3), (1, 1)]].map(Doubled);
    assert_eq!(diff(&ours, &theirs), ["[1] 2 | nothing"], "a key that is there twice");
}

#[test]
fn what_differs_never_looks_the_same() {
    let nan = |bits: u32| f32::from_bits(0x7fc0_0000 | bits);
    assert_eq!(diff(&nan(0), &nan(1)), ["NaN (0x7fc00000) | NaN (0x7fc00001)"]);
    let wide = f64::from_bits(0xfff8 << 48);
    assert_eq!(diff(&f64::NAN, &wide), ["NaN (0x7ff8000000000000) | NaN (0xfff8000000000000)"]);
    assert_eq!(diff(&0.1_f32, &0.100_000_01_f32), ["0.1 | 0.10000001"]);
    assert_eq!(diff(&0.0_f64, &-0.0_f64), ["0.0 | -0.0"]);
    assert_eq!(diff(&1_u8, &1_u16), ["U8(1) | U16(1)"]);
    assert_eq!(diff(&State::Docked, "Docked"), [r#"Docked | "Docked""#]);
    assert_eq!(diff(&vec![1, 2], &[1, 2]), ["[1, 2] | (1, 2)"]);
    let [ours, theirs] = ["a", "b"].map(|end| "x".repeat(100) + end + &"y".repeat(100));
    let cut = |letter: &str| format!("…xxxxxxxx{letter}{}…", "y".repeat(50));
    assert_eq!(diff(&ours, &theirs), [format!("{} | {}", cut("a"), cut("b"))]);
    assert_eq!(diff(&ours, &()), [format!("\"{}… | ()", "x".repeat(59))], "long texts are cut");
    let long = vec!["ä".repeat(9); 1_000];
    let [line] = &diff(&long, &1)[..] else { panic!("one difference") };
    assert_eq!(line.chars().count(), 61 + " | 1".len());
    let bytes = |last| plain_bytes(&[&[0; 100][..], &[last]].concat());
    let found = differences(&bytes(1), &bytes(255), 9);
    let ends = [&found[0].ours, &found[0].theirs].map(|text| text.ends_with(r#"\x00\x01""#));
    assert_eq!((ends, found[0].theirs.ends_with(r#"\x00\xff""#)), ([true, false], true), "{found:?}");
}

#[test]
fn no_more_differences_are_found_than_wanted() {
    let count = |most| differences(&plain(&vec![0; 100]), &plain(&vec![1; 200]), most).len();
    assert_eq!([0, 1, 99, 100, 150, 200, 300].map(count), [0, 1, 99, 100, 150, 200, 200]);
    let maps = |most| {
        let [ours, theirs] =
            [0, 50].map(|first| plain(&(first..first + 100).map(|n| (n, n)).collect::<BTreeMap<_, _>>()));
        differences(&ours, &theirs, most).len()
    };
    assert_eq!([0, 60, 100, 200].map(maps), [0, 60, 100, 100]);
}

#[test]
fn a_type_that_refuses_is_an_error() {
    struct Refuses;
    impl Serialize for Refuses {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(S::Error::custom("it does not want to"))
        }
    }
    let error = plain_of(&(1, Refuses)).expect_err("it refuses");
    assert_eq!(error.to_string(), "it does not want to");
    assert!(plain_of(&Entity::NONE).is_ok(), "the context is gone, and the next value has its own");
    assert!(serde_json::to_string(&Entity::NONE).is_err());
}

/// Changes one thing somewhere in a value; `false` if there is nothing.
fn change(value: &mut Any, seed: u64) -> bool {
    match value {
        Any::Int(number) => *number ^= 1 << (seed % 60),
        Any::Text(text) => text.push('!'),
        Any::Pair(_, number) if seed.is_multiple_of(2) => *number = -*number - 1.0,
        Any::Pair(inner, _) | Any::Named { left: inner, right: _ } => return change(inner, seed / 2),
        Any::Seq(all) if seed.is_multiple_of(3) || all.is_empty() => all.push(Any::Unit),
        Any::Seq(all) => {
            let at = seed as usize % all.len();
            return change(&mut all[at], seed / 3);
        }
        Any::Map(maps) => drop(maps[0].insert("another".to_owned(), Any::Unit)),
        Any::Option(option) => *option = if option.is_none() { Some(None) } else { None },
        _ => return false,
    }
    true
}

#[test]
fn random_values_differ_where_they_were_changed() {
    fn hash(value: &Any) -> u64 {
        let mut hasher = StateHasher::new();
        hasher.hash(value).expect("it is plain");
        hasher.finish()
    }
    let (mut seed, mut changed, mut compared) = (3, 0, 0);
    let mut last = (Any::Unit, plain(&Any::Unit));
    for _ in 0..if cfg!(miri) { 30 } else { 2_000 } {
        let value = random(&mut seed, 0);
        let ours = plain(&value);
        there_and_back(&ours);
        assert_eq!(differences(&ours, &ours.clone(), 9), []);
        let mut other = value.clone();
        if change(&mut other, seed >> 20) {
            changed += 1;
            assert_eq!(diff(&value, &other).len(), 1, "{value:?}\n{other:?}");
            assert_ne!(hash(&value), hash(&other));
        }
        // Values that have nothing to do with one another.
        assert_eq!(differences(&ours, &last.1, 9).is_empty(), ours == last.1);
        // An id outside of a world is none in a plain value.
        if [&value, &last.0].iter().all(|value| !format!("{value:?}").contains("Id(")) {
            compared += 1;
            assert_eq!(hash(&value) == hash(&last.0), ours == last.1);
        }
        diff(&value, &last.0);
        last = (value, ours);
    }
    let enough = if cfg!(miri) { 3 } else { 500 };
    assert!(changed > enough && compared > enough, "{changed} {compared}");
}
