//! [`gather_bits`]: one bit of each of some bytes.

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
    use super::gather_bits;

    #[test]
    fn it_gathers_what_a_loop_does() {
        let mut seed = 5_u64;
        for len in 0..=64 {
            let bytes: Vec<u8> = (0..len)
                .map(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (seed >> 40) as u8
                })
                .collect();
            for bit in 0..8 {
                let expected =
                    bytes.iter().rev().fold(0, |bits, byte| bits << 1 | u64::from(byte >> bit & 1));
                assert_eq!(gather_bits(&bytes, bit), expected, "{len} bytes, bit {bit}");
            }
        }
    }
}
