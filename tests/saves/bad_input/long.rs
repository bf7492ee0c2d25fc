//! Saves that are long, deep, or claim to be: time and memory stay small.

use std::time::{Duration, Instant};

use ecs_core::{Entity, LoadError, World};

use super::{good, refused};
use crate::formats::{ALL, Format};
use crate::support::sized;
use crate::{Hull, Listed};

fn count() -> u32 {
    sized(300, 100_000, 1_000_000)
}

/// Writes a number as postcard does.
fn varint(mut number: u32, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// A save in postcard of so many entities, with these links, and no components.
fn linked(count: u32, links: &[u32]) -> Vec<u8> {
    // No clock.
    let mut out = vec![0];
    varint(count, &mut out);
    out.resize(out.len() + count as usize, 0);
    out.extend([1, 0]);
    varint(links.len() as u32, &mut out);
    let mut last = 0_u32;
    for &link in links {
        varint(link.wrapping_sub(last).wrapping_sub(1), &mut out);
        last = link;
    }
    out.push(0);
    out
}

/// Fails if a call takes much longer than it should: it is at most linear, also on a slow machine.
#[track_caller]
fn quickly<R>(f: impl FnOnce() -> R) -> R {
    let begin = Instant::now();
    let done = f();
    assert!(begin.elapsed() < Duration::from_secs(30) || cfg!(miri), "{:?}", begin.elapsed());
    done
}

#[test]
fn v4_a_save_by_hand_is_one() {
    let bytes = linked(3, &[2, 1, 3, 2]);
    let report = Format::Postcard.read::<Listed>(&bytes);
    let [top, middle, bottom] = report.entities() else { panic!("{report:?}") };
    assert_eq!((middle.parent(), bottom.parent(), top.parent()), (Some(*top), Some(*middle), None));
    let again = Format::Postcard.write_only::<Listed>(report.entities()).0;
    assert_eq!(again[..bytes.len() - 1], bytes[..bytes.len() - 1], "all before the columns");
}

#[test]
fn v4_a_long_chain_of_parents_is_loaded_in_either_order() {
    let fewer = count() / 10;
    let down = (2..=count()).flat_map(|child| [child, child - 1]);
    let up = (2..=fewer).rev().flat_map(|child| [child, child - 1]);
    let reversed = (1..fewer).flat_map(|child| [child, child + 1]);
    for (count, links) in
        [(count(), down.collect::<Vec<_>>()), (fewer, up.collect()), (fewer, reversed.collect())]
    {
        World::new().enter(|| {
            let report = quickly(|| Format::Postcard.read::<Listed>(&linked(count, &links)));
            let tops: Vec<_> = report.entities().iter().filter(|entity| entity.parent().is_none()).collect();
            let [top] = tops[..] else { panic!("{} tops", tops.len()) };
            assert_eq!(top.descendants().count(), count as usize - 1);
            let again = quickly(|| Format::Postcard.write::<Listed>().0);
            assert!(again.len() > count as usize);
            assert!(quickly(|| top.despawn()));
        });
    }
}

#[test]
fn v4_a_long_circle_is_refused() {
    let circle: Vec<u32> = (1..=count()).flat_map(|child| [child, child % count() + 1]).collect();
    let error = quickly(|| refused(Format::Postcard, &linked(count(), &circle)));
    assert_eq!(error, LoadError::Cycle { number: 1 });
    // One at the end of many short chains.
    let mut links: Vec<u32> = (1..count() - 2).flat_map(|child| [child, count() - 2]).collect();
    links.extend([count() - 2, count() - 1, count() - 1, count(), count(), count() - 2]);
    let error = quickly(|| refused(Format::Postcard, &linked(count(), &links)));
    assert!(matches!(error, LoadError::Cycle { .. }), "{error}");
}

#[test]
fn v4_many_children_of_one_parent_are_loaded() {
    let links: Vec<u32> = (2..=count()).flat_map(|child| [child, 1]).collect();
    let report = quickly(|| Format::Postcard.read::<Listed>(&linked(count(), &links)));
    assert_eq!(report.entities()[0].children().count(), count() as usize - 1);
}

#[test]
fn v4_a_deep_value_of_an_unknown_column_overflows_no_stack() {
    let text = String::from_utf8(good(Format::Json)).expect("it is text");
    let ron = String::from_utf8(good(Format::Ron)).expect("it is text");
    let depth = if cfg!(miri) { 1_000 } else { 200_000 };
    let deep = "[".repeat(depth) + &"]".repeat(depth);
    let column = format!(
        "\"types\":[{{\"entities\":[],\"off\":[],\"type\":\"Deep\",\"unstarted\":[],\"values\":{deep}}},"
    );
    // A format that passes over it step by step can.
    let report = Format::Json.read::<Listed>(text.replace("\"types\":[", &column).as_bytes());
    assert_eq!(report.unknown(), ["Deep"]);
    let column = format!("types:[(entities:[],off:[],type:\"Deep\",unstarted:[],values:{deep}),");
    let error = refused(Format::Ron, ron.replace("types:[", &column).as_bytes());
    assert!(matches!(error, LoadError::Format { .. }), "{error}");
}

#[test]
fn v4_lengths_that_are_only_claimed_are_refused() {
    // Each place where a length stands says that there are very many.
    let bytes = good(Format::Postcard);
    for place in 0..bytes.len() {
        let mut bad = bytes[..place].to_vec();
        bad.extend([0xff, 0xff, 0xff, 0xff, 0x0f]);
        bad.extend(&bytes[place + 1..]);
        World::new().enter(|| {
            // It is refused, or the number was none that counts.
            let read = Format::Postcard.try_read::<Listed>(&bad);
            assert_eq!(read.is_err(), World::stats().alive == 0, "{place}");
        });
    }
    let mut names = vec![0, 0, 1];
    names.extend([0xff, 0xff, 0xff, 0xff, 0x0f]);
    refused(Format::Postcard, &names);
}

#[test]
fn v4_more_entities_than_there_are_ids_are_no_more_than_are_written() {
    for format in ALL {
        World::reset();
        Entity::spawn_many(1_000, |_, _| Hull(1));
        let bytes = format.write::<Hull>().0;
        let cut = &bytes[..bytes.len() - 1];
        let before = World::stats().alive;
        for _ in 0..20 {
            assert!(format.try_read::<Hull>(cut).is_err());
        }
        let entity_bytes = World::stats().entity_bytes;
        for _ in 0..20 {
            assert!(format.try_read::<Hull>(cut).is_err());
        }
        assert_eq!((World::stats().alive, World::stats().entity_bytes), (before, entity_bytes));
    }
}
