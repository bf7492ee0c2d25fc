//! Beside `serde_json`: what is written is read there, and what is read is read there too.

use serde_json::Value;

use super::value::{Json, JsonNumber};
use super::write::{ListWriter, MapWriter, ToJson, to_json};

struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

fn random(seed: &mut Random, depth: u32) -> Json {
    let texts = ["", "a", "\"\\/\u{8}\u{c}\n\r\t", "\0\u{1f}", "äß€😀", "\u{2028}"];
    let floats = [0.5, -0.0, 1e300, 1e-7, 123_456_789.123, 5e-324, f64::MAX, 0.1 + 0.2];
    match seed.below(if depth == 0 { 7 } else { 9 }) {
        0 => Json::Null,
        1 => Json::Bool(seed.below(2) == 0),
        2 => Json::Number(JsonNumber::U64([0, 1, u64::MAX, seed.below(1 << 31)][seed.below(4) as usize])),
        3 => Json::Number(JsonNumber::I64(
            [-1, i64::MIN, -(seed.below(1 << 31) as i64) - 1][seed.below(3) as usize],
        )),
        4 => Json::Number(JsonNumber::F64(floats[seed.below(8) as usize])),
        5 | 6 => Json::Text(texts[seed.below(6) as usize].to_owned()),
        7 => Json::List((0..seed.below(4)).map(|_| random(seed, depth - 1)).collect()),
        _ => {
            let keys = texts.into_iter().skip(seed.below(7) as usize);
            Json::Map(keys.map(|key| (key.to_owned(), random(seed, depth - 1))).collect())
        }
    }
}

impl ToJson for Json {
    fn to_json(&self, text: &mut String) {
        match self {
            Self::Null => None::<bool>.to_json(text),
            Self::Bool(value) => value.to_json(text),
            Self::Number(JsonNumber::U64(number)) => number.to_json(text),
            Self::Number(JsonNumber::I64(number)) => number.to_json(text),
            Self::Number(JsonNumber::F64(number)) => number.to_json(text),
            Self::Text(value) => value.to_json(text),
            Self::List(values) => {
                let mut list = ListWriter::begin(text);
                values.iter().for_each(|value| value.to_json(list.item()));
                list.end();
            }
            Self::Map(entries) => {
                let mut map = MapWriter::begin(text);
                entries.iter().for_each(|(key, value)| value.to_json(map.entry(key)));
                map.end();
            }
        }
    }
}

/// The value as `serde_json` has it.
fn theirs(value: &Json) -> Value {
    match value {
        Json::Null => Value::Null,
        Json::Bool(value) => (*value).into(),
        Json::Number(JsonNumber::U64(number)) => (*number).into(),
        Json::Number(JsonNumber::I64(number)) => (*number).into(),
        Json::Number(JsonNumber::F64(number)) => (*number).into(),
        Json::Text(text) => text.as_str().into(),
        Json::List(values) => values.iter().map(theirs).collect(),
        Json::Map(entries) => entries.iter().map(|(key, value)| (key.clone(), theirs(value))).collect(),
    }
}

fn rounds(count: usize) -> usize {
    if cfg!(miri) { count / 200 } else { count }
}

#[test]
fn what_is_written_is_read_by_both() {
    let mut seed = Random(1);
    for _ in 0..rounds(4000) {
        let value = random(&mut seed, 3);
        let text = to_json(&value);
        assert_eq!(serde_json::from_str::<Value>(&text).expect(&text), theirs(&value), "{text}");
        assert_eq!(Json::parse(text.as_bytes()), Ok(value), "{text}");
        // With spaces and other escapes.
        let text = serde_json::to_string_pretty(&serde_json::from_str::<Value>(&text).expect("it was read"));
        let text = text.expect("it is plain").replace('ä', "\\u00e4").replace('😀', "\\ud83d\\ude00");
        let again = Json::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(theirs(&again), serde_json::from_str::<Value>(&text).expect("it was read"), "{text}");
    }
}

#[test]
fn what_they_refuse_is_refused_and_nothing_else() {
    let mut seed = Random(2);
    let bytes = br#"{}[]:,"\ue+-.019ntfa "#;
    let mut refused = 0;
    for _ in 0..rounds(40_000) {
        let mut text = to_json(&random(&mut seed, 2)).into_bytes();
        for _ in 0..=seed.below(2) {
            let at = seed.below(text.len() as u64 + 1) as usize;
            let byte = bytes[seed.below(bytes.len() as u64) as usize];
            match seed.below(3) {
                0 => text.insert(at, byte),
                1 if at < text.len() => _ = text.remove(at),
                _ if at < text.len() => text[at] = byte,
                _ => {}
            }
        }
        let said = String::from_utf8_lossy(&text);
        match (Json::parse(&text), serde_json::from_slice::<Value>(&text)) {
            (Ok(ours), Ok(value)) => assert_eq!(theirs(&ours), value, "{said}"),
            // They take the last of two.
            (Err(error), Ok(_)) => assert!(error.contains("twice"), "{error}: {said}"),
            (Ok(_), Err(error)) => panic!("{error}: {said}"),
            (Err(_), Err(_)) => refused += 1,
        }
    }
    assert!(refused > rounds(40_000) / 4, "{refused}");
}

#[test]
fn what_is_too_deep_or_too_large_is_refused_at_its_place() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(Json::parse(nested(128).as_bytes()).is_ok());
    assert_eq!(Json::parse(nested(129).as_bytes()), Err("it is too deep, at byte 128".to_owned()));
    assert_eq!(Json::parse(b"1e400"), Err("the number is too large, at byte 5".to_owned()));
    assert_eq!(Json::parse(b" [1,]"), Err("a value was expected, at byte 4".to_owned()));
    assert_eq!(Json::parse(b"\xff"), Err("it is no UTF-8".to_owned()));
    assert_eq!(
        Json::parse(b"18446744073709551616"),
        Ok(Json::Number(JsonNumber::F64(18_446_744_073_709_551_616.0)))
    );
}

#[test]
fn floats_have_the_fewest_digits_that_bring_them_back() {
    assert_eq!(to_json(&vec![0.1_f32, 1.0, 1e30, f32::MIN_POSITIVE]), "[0.1,1.0,1e30,1.1754944e-38]");
    assert_eq!(to_json(&vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY]), r#"["NaN","inf","-inf"]"#);
}
