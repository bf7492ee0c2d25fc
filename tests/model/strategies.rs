//! How steps and scripts are drawn at random.

use std::rc::Rc;

use proptest::prelude::*;

use crate::scripts::{Act, Kind, Script, Step, Way};

fn any_kind() -> impl Strategy<Value = Kind> {
    use Kind::{Marker, Plain, Tag, Tracked};
    (0..8_usize).prop_map(|n| [Tracked, Plain, Tag, Marker, Tracked, Plain, Tag, Tracked][n])
}

/// How often each act of [`drawn`] comes.
const WEIGHTS: [u8; 25] = [2, 1, 6, 4, 2, 4, 3, 4, 2, 2, 5, 1, 6, 2, 1, 5, 1, 12, 2, 2, 5, 5, 3, 3, 1];

/// The queries whose stores are zipped come more often.
const QUERIES: [u8; 18] = [0, 0, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8, 8, 8, 9, 10, 10, 11];

const TOTAL: u8 = {
    let (mut place, mut total) = (0, 0);
    while place < WEIGHTS.len() {
        total += WEIGHTS[place];
        place += 1;
    }
    total
};

/// Draws the parts of all acts, which costs a tenth of drawing one of many strategies.
fn any_act() -> impl Strategy<Value = Act> {
    let parts = (any::<u8>(), any_kind(), any_kind(), any::<bool>(), any::<bool>(), any::<u32>());
    (0..TOTAL, parts).prop_map(|(mut drawn_at, (target, kind, like, a, b, number))| {
        let number = number >> 1;
        let (low, high) = (number as u8, (number >> 8) as u8);
        let drawn = WEIGHTS.iter().position(|&weight| {
            let is_here = drawn_at < weight;
            drawn_at = drawn_at.saturating_sub(weight);
            is_here
        });
        match drawn.expect("it is below the total") {
            0 => Act::Spawn,
            1 => Act::SpawnMany {
                count: if a && b { low % 16 } else { low % 4 },
                panic_at: (high % 3 == 0).then_some(target % 4),
            },
            2 => Act::Add(target, kind),
            3 => Act::Insert(target, kind),
            4 => Act::Remove(target, kind),
            5 => Act::Kill(target, kind),
            6 => Act::Despawn(target),
            7 => Act::Switch(target, kind, a),
            8 => Act::SwitchEntity(target, a),
            9 => Act::Write(target, kind, number),
            10 => Act::Hold { target, kind, mutable: a },
            11 => Act::HoldView { kind, mutable: a },
            12 => Act::Release(target),
            13 => Act::Look { kind, mutable: a },
            14 => Act::Flush,
            15 => Act::Update { alone: a },
            16 => Act::Elsewhere(target, kind, a),
            17 => Act::Query {
                shape: QUERIES[low as usize % QUERIES.len()],
                all: a,
                hold: high % 5 == 0,
                at_once: b,
                way: match (number >> 16) % 8 {
                    0..3 => Way::For,
                    3..6 => Way::Each,
                    _ => Way::Get(target),
                },
                except: (number >> 19).is_multiple_of(4).then_some(target),
            },
            18 => Act::Sort(kind, low),
            19 => Act::SortLike(kind, like),
            20 => Act::Take(low % 2),
            21 => Act::GiveBack(low % 2, target),
            22 => Act::ForEach { kind, at_once: a },
            23 => Act::Replace(target, kind),
            _ => Act::ClearKind(kind),
        }
    })
}

fn any_script() -> impl Strategy<Value = Script> {
    let calls = || {
        let act = (any_act(), 0..21_u8).prop_map(|(act, n)| if n == 20 { Act::Panic } else { act });
        let most = if cfg!(miri) { 4 } else { 10 };
        // Two in five are empty.
        (prop::collection::vec(act, 1..most), 0..5_u8)
            .prop_map(|(acts, n)| if n < 2 { Rc::default() } else { Rc::from(acts) })
    };
    (calls(), calls(), calls(), calls(), calls()).prop_map(|(init, update, shutdown, drop, reset)| Script {
        init,
        update,
        shutdown,
        drop,
        reset,
    })
}

pub fn any_step(extra: Act) -> impl Strategy<Value = Step> {
    let act = prop_oneof![
        40 => any_act(),
        1 => Just(Act::Clear),
        1 => (0..2_u8).prop_map(Act::DropPool),
        1 => Just(extra),
    ];
    (prop::bool::weighted(0.1), prop::bool::weighted(0.2), act, any_script())
        .prop_map(|(other_world, flush, act, script)| Step { other_world, flush, act, script })
}
