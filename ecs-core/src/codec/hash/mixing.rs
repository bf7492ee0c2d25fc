//! The hash is as good as chance: values that are nearly equal, many of them, and flipped bits.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::tests::{all_differ, entity, hash};

#[test]
fn nothing_runs_into_what_is_beside_it() {
    all_differ([("ab", "c"), ("a", "bc"), ("abc", ""), ("", "abc")]);
    all_differ([("12345678", ""), ("1234567", "8"), ("", "12345678"), ("12345678\0", "")]);
    all_differ([vec!["a"], vec!["a", ""], vec!["", "a"], vec!["a\0"], vec![], vec![""]]);
    all_differ([
        vec![vec![1], vec![2]],
        vec![vec![1, 2]],
        vec![vec![1, 2], vec![]],
        vec![vec![], vec![1, 2]],
    ]);
    all_differ([vec![None, Some(None), Some(Some(0_u8))], vec![Some(None), None, Some(Some(0))]]);
    all_differ([vec![None, Some(())], vec![Some(()), None], vec![None, None], vec![None]]);
    let differ = |hashes: &[u64]| assert_eq!(hashes.iter().collect::<BTreeSet<_>>().len(), hashes.len());
    differ(&[
        hash(&0_u8),
        hash(&0_i8),
        hash(&[0_u8; 2]),
        hash(&0_u16),
        hash(&0_u64),
        hash(&0_f64),
        hash(&'\0'),
    ]);
    differ(&[
        hash(&false),
        hash(&true),
        hash(&()),
        hash(&None::<u8>),
        hash(&[(); 0]),
        hash(""),
        hash(&[""; 0][..]),
    ]);
    differ(&[hash(&BTreeMap::<u8, u8>::new()), hash(&0_u64), hash(&(0_u64, 0_u64)), hash(&vec![0_u64; 0])]);
    differ(&[hash(&0_u128), hash(&0_i128), hash(&(0_u64, 0_u64)), hash(&-1_i128), hash(&u128::MAX)]);
    for count in 0..40 {
        differ(&[hash(&vec![0_u8; count]), hash(&vec![0_u8; count + 1]), hash(&"\0".repeat(count))]);
    }
}

/// Flips each bit of a value: each bit of the hash must change about every second time.
fn avalanches<T: Serialize>(bits: u32, value: impl Fn(u64) -> T) {
    let rounds: u32 = if cfg!(miri) { 50 } else { 2_000 };
    let (mut flips, mut seed) = (vec![[0_u32; 64]; bits as usize], 1_u64);
    for _ in 0..rounds {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Near values, and ones without any order.
        let number = if seed >> 63 == 0 { seed >> 33 } else { seed ^ seed >> 29 };
        let before = hash(&value(number));
        for (bit, flips) in flips.iter_mut().enumerate() {
            let changed = before ^ hash(&value(number ^ 1 << bit));
            flips.iter_mut().enumerate().for_each(|(at, flips)| *flips += (changed >> at & 1) as u32);
        }
    }
    // Six times the deviation of a coin that is thrown as often.
    let most = 3.0 * f64::from(rounds).sqrt();
    for (bit, flips) in flips.iter().enumerate() {
        for (at, flips) in flips.iter().enumerate() {
            let off = f64::from(*flips) - f64::from(rounds) / 2.0;
            assert!(
                off.abs() < most,
                "bit {bit} of the value changes bit {at} in {flips} of {rounds} rounds"
            );
        }
    }
}

#[test]
fn each_bit_of_a_value_changes_half_of_the_hash() {
    avalanches(64, |number| number);
    avalanches(64, |number| (number as u32, (number >> 32) as u32, 0_u64));
    avalanches(64, |number| (0_u64, number));
    avalanches(64, |number| (number, 1_u64, 2_u8));
    avalanches(32, |number| f32::from_bits(number as u32));
    avalanches(64, |number| vec![BTreeMap::from([(1_u8, number)])]);
    avalanches(64, |number| number.to_le_bytes().to_vec());
}

#[test]
fn near_values_have_different_hashes() {
    let most = if cfg!(miri) { 300 } else { 100_000 };
    all_differ(0..most);
    all_differ((0..most).map(|number| number as f32));
    all_differ((0..most).map(|number| (number % 512, [number / 512; 1])));
    all_differ((0..most).map(|number| (0_u64, (number % 512) as f32, (number / 512) as f32)));
    all_differ((0..most).map(|number| [0, 16, 32, 44].map(|up| (number as u64) << up)));
    all_differ(
        (0..most).map(|number| vec![number % 64; 1 + number as usize / 64 % 64]).collect::<BTreeSet<_>>(),
    );
    all_differ((0..most).map(|number| number.to_string()));
    all_differ((0..most).map(|number| entity(number as u32 / 4, number as u32 % 4 + 1, 0)));
    all_differ((0..most).map(|number| BTreeMap::from([(number % 512, 0), (512 + number / 512, 0)])));
}
