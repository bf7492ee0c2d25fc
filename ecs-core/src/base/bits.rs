//! A bit for each of up to 64 things, that of the first lowest: [`bits_of`] asks each, [`gather_bits`] takes
//! one bit of each of some bytes.

/// Asks each of some things, 64 at most, and returns the answers.
#[inline(always)]
pub(crate) fn bits_of<'a, T>(things: &'a [T], is_set: impl Fn(&'a T) -> bool) -> u64 {
    things.iter().rev().fold(0, |bits, thing| bits << 1 | u64::from(is_set(thing)))
}

/// Gathers a bit of each of some bytes, 64 at most: that of the first byte lowest.
pub(crate) fn gather_bits(bytes: &[u8], bit: u32) -> u64 {
    let of_eight = |bytes: &[u8]| {
        let mut eight = [0; 8];
        eight[..bytes.len()].copy_from_slice(bytes);
        let ones = u64::from_le_bytes(eight) >> bit & 0x0101_0101_0101_0101;
        // Brings the bit of byte n to bit n of the highest byte.
        ones.wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    bytes.chunks(8).rev().fold(0, |bits, bytes| bits << 8 | of_eight(bytes))
}

#[cfg(test)]
mod tests {
    use super::{bits_of, gather_bits};

    #[test]
    fn it_gathers_what_a_loop_does() {
        let mut seed = 5_u64;
        for len in (0..=64).step_by(if cfg!(miri) { 13 } else { 1 }) {
            let bytes: Vec<u8> = (0..len)
                .map(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (seed >> 40) as u8
                })
                .collect();
            for bit in 0..8 {
                let gathered = gather_bits(&bytes, bit);
                assert_eq!(gathered, bits_of(&bytes, |byte| byte >> bit & 1 != 0), "{len} bytes, bit {bit}");
                let has = |place: usize| bytes.get(place).is_some_and(|byte| byte >> bit & 1 != 0);
                assert!((0..64).all(|place| (gathered >> place & 1 != 0) == has(place)));
            }
        }
    }
}
