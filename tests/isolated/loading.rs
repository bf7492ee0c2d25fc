//! Law V4: a save that claims to be long takes no more memory than a small multiple of what is there.

use ecs_core::{Component, Entity, Handle, Save, World};
use serde::{Deserialize, Serialize};

use crate::allocator::BYTES;

#[derive(Component, Serialize, Deserialize)]
struct Big([u64; 16], Vec<u64>);

#[derive(Component, Serialize, Deserialize)]
struct Link(Handle<Big>, String);

type Saved = Save<(Big, Link)>;

/// So many bytes may be asked for, whatever the input says: what is made for an empty save, and the room that
/// formats and lists take at first.
const AT_FIRST: usize = 3 << 20;

fn saved() -> Vec<u8> {
    World::new().enter(|| {
        for number in 0..20 {
            let big = Entity::spawn().insert(Big([number; 16], vec![number; 3]));
            let link = Entity::spawn().with(Link(big, "a text".to_owned())).child_of(big.entity());
            link.set_name("a name");
            link.set_enabled(number % 2 == 0);
        }
        Saved::write_with(postcard::to_allocvec).expect("it can").0
    })
}

/// Bytes that were asked for by a load, and whether it has succeeded.
fn asked_for(bytes: &[u8]) -> (usize, bool) {
    World::new().enter(|| {
        let before = BYTES.get();
        let is_read = Saved::read_with(|| postcard::from_bytes(bytes)).is_ok();
        (BYTES.get() - before, is_read)
    })
}

#[test]
fn v4_no_length_in_a_save_is_trusted_for_memory() {
    let good = saved();
    for claimed in [u64::from(u16::MAX), 100_000_000, u64::from(u32::MAX), u64::MAX >> 1] {
        let mut varint = Vec::new();
        let mut rest = claimed;
        while rest >= 0x80 {
            varint.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        varint.push(rest as u8);
        for place in (0..good.len()).step_by(if cfg!(miri) { 50 } else { 1 }) {
            let bad = [&good[..place], &varint, &good[place + 1..]].concat();
            let (bytes, _) = asked_for(&bad);
            assert!(
                bytes < AT_FIRST + 100 * good.len(),
                "{claimed} at {place}: {bytes} bytes were asked for"
            );
        }
    }
}

#[test]
fn v4_memory_grows_with_what_is_there() {
    let zeros = |count: usize| {
        // No clock, and the flags of so many entities, and nothing else.
        let mut bytes = vec![0];
        let mut rest = count;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
        bytes.resize(bytes.len() + count, 0);
        bytes.extend([1, 0, 0, 0]);
        bytes
    };
    let count = if cfg!(miri) { 2_000 } else { 200_000 };
    let (bytes, is_read) = asked_for(&zeros(count));
    assert!(is_read && bytes < AT_FIRST + 100 * count, "{bytes} bytes for {count} entities");
    let mut cut = zeros(count);
    cut.truncate(count / 2);
    let (bytes, is_read) = asked_for(&cut);
    assert!(!is_read && bytes < AT_FIRST, "{bytes} bytes for what is not there");
}

#[test]
fn v4_a_load_that_fails_again_and_again_takes_no_more_memory_each_time() {
    let mut bytes = saved();
    bytes.pop();
    World::new().enter(|| {
        let read = || {
            let before = BYTES.get();
            assert!(Saved::read_with(|| postcard::from_bytes(&bytes)).is_err());
            BYTES.get() - before
        };
        let first = read();
        let held = World::stats().bytes();
        let later: Vec<usize> = (0..50).map(|_| read()).collect();
        assert!(later.iter().all(|&bytes| bytes <= first), "{first}, then {later:?}");
        assert_eq!(World::stats().bytes(), held);
    });
}
