//! How steps and scripts are drawn at random.

use std::rc::Rc;

use proptest::prelude::*;

use crate::asking::SHAPES;
use crate::scripts::{Act, Kind, Script, Step, Target};

fn any_kind() -> impl Strategy<Value = Kind> {
    prop_oneof![3 => Just(Kind::Tracked), 2 => Just(Kind::Plain), 1 => Just(Kind::Marker), 2 => Just(Kind::Tag)]
}

fn any_act() -> impl Strategy<Value = Act> {
    let target = any::<Target>;
    prop_oneof![
        2 => Just(Act::Spawn),
        1 => (prop_oneof![3 => 0..4_u8, 1 => 4..16_u8], prop::option::weighted(0.3, 0..4_u8))
            .prop_map(|(count, panic_at)| Act::SpawnMany { count, panic_at }),
        6 => (target(), any_kind()).prop_map(|(target, kind)| Act::Add(target, kind)),
        4 => (target(), any_kind()).prop_map(|(target, kind)| Act::Insert(target, kind)),
        2 => (target(), any_kind()).prop_map(|(target, kind)| Act::Remove(target, kind)),
        4 => (target(), any_kind()).prop_map(|(target, kind)| Act::Kill(target, kind)),
        3 => target().prop_map(Act::Despawn),
        3 => (target(), any_kind(), any::<bool>()).prop_map(|(target, kind, on)| Act::Switch(target, kind, on)),
        2 => (target(), any::<bool>()).prop_map(|(target, on)| Act::SwitchEntity(target, on)),
        2 => (target(), any_kind(), any::<u32>()).prop_map(|(target, kind, n)| Act::Write(target, kind, n >> 1)),
        5 => (target(), any_kind(), any::<bool>())
            .prop_map(|(target, kind, mutable)| Act::Hold { target, kind, mutable }),
        1 => (any_kind(), any::<bool>()).prop_map(|(kind, mutable)| Act::HoldView { kind, mutable }),
        6 => any::<u8>().prop_map(Act::Release),
        2 => (any_kind(), any::<bool>()).prop_map(|(kind, mutable)| Act::Look { kind, mutable }),
        1 => Just(Act::Flush),
        3 => (0..2_u8).prop_map(Act::Take),
        3 => (0..2_u8, target()).prop_map(|(pool, target)| Act::GiveBack(pool, target)),
        6 => (0..SHAPES, any::<bool>(), prop::bool::weighted(0.2), any::<bool>())
            .prop_map(|(shape, all, hold, at_once)| Act::Query { shape, all, hold, at_once }),
        2 => (any_kind(), 0..3_u8).prop_map(|(kind, by)| Act::Sort(kind, by)),
        2 => (any_kind(), any_kind()).prop_map(|(kind, like)| Act::SortLike(kind, like)),
        5 => any::<bool>().prop_map(|alone| Act::Update { alone }),
        1 => (target(), any_kind(), any::<bool>()).prop_map(|(target, kind, kill)| Act::Elsewhere(target, kind, kill)),
    ]
}

fn any_script() -> impl Strategy<Value = Script> {
    let calls = || {
        let act = prop_oneof![20 => any_act(), 1 => Just(Act::Panic)];
        prop_oneof![2 => Just(Vec::new()), 3 => prop::collection::vec(act, if cfg!(miri) { 1..4 } else { 1..10 })].prop_map(Rc::from)
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
    let act = prop_oneof![40 => any_act(), 1 => Just(Act::Clear), 1 => (0..2_u8).prop_map(Act::DropPool), 1 => Just(extra)];
    (prop::bool::weighted(0.1), prop::bool::weighted(0.2), act, any_script())
        .prop_map(|(other_world, settle, act, script)| Step { other_world, settle, act, script })
}
