//! The laws of plain values that are sent: they come back from any format, and whatever comes does no harm.

use std::thread;

use serde::Serialize;

use super::differences::differences;
use super::tests::{State, entity, plain, plain_bytes, ship, there_and_back};
use super::value::{DEEPEST, Part, PlainValue, plain_of};
use crate::codec::tests::random;
use crate::ids::Entity;

#[test]
fn a_value_goes_to_another_peer_in_any_format() {
    there_and_back(&plain(&ship()));
    there_and_back(&plain(&(
        i128::MIN,
        u128::MAX,
        i64::MIN,
        u64::MAX,
        (i8::MIN, i16::MIN, i32::MIN, u16::MAX),
    )));
    there_and_back(&plain(&(f32::NAN, f64::NEG_INFINITY, -0.0_f32, f64::MIN_POSITIVE, 'ß', "tü\0xt\n", ())));
    there_and_back(&plain(&[None, Some(None), Some(Some(true))]));
    there_and_back(&plain(&(ship(), vec![State::Docked, State::Waiting(1), State::Hit(1, 'x')])));
    there_and_back(&plain_bytes(&[0, 1, 255]));
    let bytes = postcard::to_stdvec(&plain(&ship())).expect("postcard takes it");
    for len in 0..bytes.len() {
        assert!(postcard::from_bytes::<PlainValue>(&bytes[..len]).is_err(), "cut off at {len}");
    }
    let tagged = plain(&[entity(1, 2, 3), Entity::NONE]);
    assert_eq!(tagged, plain(&[entity(1, 2, 4), Entity::NONE]));
    there_and_back(&tagged);
    assert_eq!(plain(&i128::MIN).0, [Part::I128(i128::MIN.to_le_bytes())]);
}

#[test]
fn what_is_no_value_is_refused() {
    let refused = |parts: &[Part]| {
        let bytes = postcard::to_stdvec(parts).expect("postcard takes it");
        let error = postcard::from_bytes::<PlainValue>(&bytes).expect_err("it is no value");
        let json = serde_json::to_string(parts).expect("JSON takes it");
        let text = serde_json::from_str::<PlainValue>(&json).expect_err("it is no value").to_string();
        assert_eq!(error, postcard::Error::SerdeDeCustom);
        text.split(" at line").next().unwrap_or_default().to_owned()
    };
    let short = "the value ends before its last part";
    for parts in [
        &[][..],
        &[Part::Some],
        &[Part::Seq(1)],
        &[Part::Seq(u64::MAX), Part::Unit],
        &[Part::Map(u64::MAX), Part::Unit, Part::Unit],
        &[Part::Map(1), Part::Unit],
        &[Part::Map(1 << 63)],
        &[Part::Tuple(2), Part::Seq(1), Part::Unit],
        &[Part::Variant("A".into())],
    ] {
        assert_eq!(refused(parts), short, "{parts:?}");
    }
    assert_eq!(refused(&[Part::Unit, Part::Unit]), "1 more parts than the value has");
    assert_eq!(refused(&[Part::Seq(0), Part::Seq(1), Part::Unit]), "2 more parts than the value has");
}

/// A value in a value, and so on.
#[derive(Serialize)]
struct Chain(Option<Box<Chain>>);

fn nested(depth: usize) -> Chain {
    (0..depth).fold(Chain(None), |inner, _| Chain(Some(Box::new(inner))))
}

#[test]
fn depth_is_bounded_and_costs_no_stack() {
    let deepest = plain(&nested(DEEPEST));
    there_and_back(&deepest);
    let too_deep = format!("the value has more than {DEEPEST} levels");
    assert_eq!(plain_of(&nested(DEEPEST + 1)).expect_err("it is too deep").to_string(), too_deep);
    let deep = if cfg!(miri) { 1_000 } else { 1_000_000 };
    for part in [Part::Some, Part::Seq(1), Part::Tuple(1), Part::Map(1), Part::Variant("V".into())] {
        // The rest of each list comes behind the deepest value, as it would for real ones.
        let mut parts = vec![part; deep];
        parts.resize(3 * deep, Part::Unit);
        let bytes = postcard::to_stdvec(&parts).expect("postcard takes it");
        assert!(postcard::from_bytes::<PlainValue>(&bytes).is_err());
    }
    // The deepest values that are taken are compared and shown on a small stack.
    let small = thread::Builder::new().stack_size(256 * 1024).spawn(move || {
        for kind in [Part::Seq(1), Part::Tuple(1), Part::Variant("V".into()), Part::Map(1)] {
            let of = |leaf| {
                let level = [kind.clone(), Part::U8(0)];
                let level = if matches!(kind, Part::Map(_)) { &level[..] } else { &level[..1] };
                let parts = [vec![level; DEEPEST].concat(), vec![Part::U8(leaf)]].concat();
                PlainValue::of(parts).expect("it is not too deep")
            };
            let found = differences(&of(1), &of(2), 9);
            assert_eq!((found.len(), found[0].ours.as_str(), found[0].theirs.as_str()), (1, "1", "2"));
            let found = differences(&of(1), &plain(&()), 9);
            assert_eq!((found.len(), found[0].ours.chars().count()), (1, 61));
        }
    });
    small.expect("a thread").join().expect("the stack was large enough");
}

#[test]
fn what_another_peer_sends_as_names_is_shown_escaped_and_cut() {
    let of = |name: &str, value| {
        let parts = vec![Part::Map(1), Part::Name(name.to_owned().into()), Part::U8(value)];
        PlainValue::of(parts).expect("it is one value")
    };
    let name = format!("a\n\u{1b}[2J{}", "b".repeat(1_000));
    let found = differences(&of(&name, 1), &of(&name, 2), 9);
    let path = &found[0].path;
    assert!(path.starts_with("a\\n\\u{1b}[2Jbbb") && path.chars().count() == 61, "{path}");
    let variant = PlainValue::of(vec![Part::UnitVariant(name.into())]).expect("it is one value");
    let text = differences(&variant, &plain(&()), 9)[0].to_string();
    assert!(text.starts_with("a\\n\\u{1b}[2Jbbb") && text.chars().count() == 61 + " | ()".len(), "{text}");
    // A length that nobody believes: nothing is taken from memory for it.
    let huge = [[0xff; 9].as_slice(), &[1, 0]].concat();
    assert!(postcard::from_bytes::<PlainValue>(&huge).is_err());
}

#[test]
fn no_bytes_do_harm() {
    let (mut seed, mut taken) = (11, 0);
    for _ in 0..if cfg!(miri) { 20 } else { 3_000 } {
        let value = plain(&random(&mut seed, 2));
        let mut bytes = postcard::to_stdvec(&value).expect("postcard takes it");
        for _ in 0..3 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (seed >> 40) as usize % bytes.len();
            bytes[at] = (seed >> 33) as u8 >> (seed >> 61);
        }
        if let Ok(theirs) = postcard::from_bytes::<PlainValue>(&bytes) {
            taken += 1;
            let found = differences(&value, &theirs, usize::MAX);
            assert_eq!(found.is_empty(), value == theirs);
        }
    }
    assert!(taken > 0);
}
