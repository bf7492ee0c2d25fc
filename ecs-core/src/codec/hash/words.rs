//! [`Words`]: the parts of a value, put into blocks, which are folded into the state.

use core::fmt;

/// Digits of pi, as good as any: each begins something else, or tells it apart.
pub(super) const SEED: u64 = 0x243f_6a88_85a3_08d3;
pub(super) const NUMBER: u64 = 0x1319_8a2e_0370_7344;
pub(super) const END: u64 = 0xa409_3822_299f_31d0;
pub(super) const ENTRY: u64 = 0x082e_fa98_ec4e_6c89;
/// Odd, so that different shapes stay different when they are multiplied by it.
const SHAPE: u64 = 0x4528_21e6_38d0_1377;

/// Multiplies, and combines both halves of the result: its bits depend on all bits of both numbers.
#[inline]
pub(super) fn fold(a: u64, b: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b);
    wide as u64 ^ (wide >> 64) as u64
}

/// What a part of a value is, in four bits, none of them zero.
#[derive(Clone, Copy)]
pub(super) enum WordKind {
    I8 = 1,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    /// Eight bytes of a text or of a byte array, too.
    U64,
    /// The lower half of an integer of 128 bits.
    Low,
    F32,
    F64,
    Char,
    /// A part with one value only: a [`MarkWord`].
    MarkWord,
    Variant,
    /// A [`Len`].
    Len,
}

/// A part that says nothing but what it is.
#[derive(Clone, Copy)]
pub(super) enum MarkWord {
    False,
    True,
    Unit,
    None,
    Some,
}

/// The kind of a value whose length follows its parts, as not every type knows its length before.
#[derive(Clone, Copy)]
pub(super) enum Len {
    Text,
    ByteSequence,
    Seq,
    Map,
}

/// The parts of a value.
pub(super) struct Words {
    /// Of all full blocks.
    state: u64,
    /// The parts behind them, from the lowest bit on: an integer as its little-endian bytes are.
    block: u128,
    /// So many bits of the block.
    used: u32,
    /// What the parts in the block are, and what the fields are called. So `0_u8` twice is not `0_u16`.
    ///
    /// As to a struct or a tuple, the compiler knows it beforehand, and it costs nothing.
    shape: u64,
}

impl Words {
    #[inline]
    pub(super) fn new(state: u64) -> Self {
        Self { state, block: 0, used: 0, shape: 0 }
    }

    /// The state with the last block, which may be empty.
    #[inline]
    pub(super) fn state(&self) -> u64 {
        let [low, high] = [self.block as u64, (self.block >> 64) as u64];
        fold(low ^ self.state, high ^ self.shape.wrapping_mul(SHAPE))
    }

    /// Adds a part of so many bits.
    #[inline]
    pub(super) fn put(&mut self, kind: WordKind, bits: u32, part: u64) {
        if self.used + bits > u128::BITS {
            *self = Self::new(self.state());
        }
        self.block |= u128::from(part) << self.used;
        self.used += bits;
        // A block has 16 parts at most, as none has less than eight bits.
        self.shape = self.shape.rotate_left(4) ^ kind as u64;
    }

    #[inline]
    pub(super) fn mark(&mut self, mark: MarkWord) {
        self.put(WordKind::MarkWord, 8, mark as u64);
    }

    #[inline]
    pub(super) fn put_len(&mut self, of: Len, len: u64) {
        self.put(WordKind::Len, 64, len | (of as u64) << 62);
    }

    /// Adds what the next parts are.
    #[inline]
    pub(super) fn say(&mut self, what: u64) {
        self.shape = (self.shape ^ what).wrapping_mul(SHAPE);
    }

    /// Adds what the next field is called: the ends of a long name. A loop over all of it would be left to
    /// the running program.
    #[inline(always)]
    pub(super) fn name(&mut self, name: &str) {
        let bytes = name.as_bytes();
        let [first, last] = match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => [first, last].map(|end| u64::from_le_bytes(*end)),
            _ => match (bytes.first_chunk(), bytes.last_chunk()) {
                (Some(first), Some(last)) => [first, last].map(|end| u64::from(u32::from_le_bytes(*end))),
                _ => match *bytes {
                    [] => [0, 0],
                    [only] => [0, u64::from(only)],
                    [first, .., last] => [first, last].map(u64::from),
                },
            },
        };
        self.say(fold(first ^ SEED, last ^ NUMBER).wrapping_add(bytes.len() as u64));
    }
}

/// A text or a byte array that comes in pieces: it does not matter in which.
pub(super) struct ByteSequence<'w> {
    words: &'w mut Words,
    /// The bytes behind the last full word.
    tail: [u8; 8],
    len: usize,
}

impl<'w> ByteSequence<'w> {
    pub(super) fn of(words: &'w mut Words) -> Self {
        Self { words, tail: [0; 8], len: 0 }
    }

    pub(super) fn add(&mut self, mut bytes: &[u8]) {
        let filled = self.len % 8;
        self.len += bytes.len();
        if filled > 0 {
            let (first, rest) = bytes.split_at(bytes.len().min(8 - filled));
            self.tail[filled..filled + first.len()].copy_from_slice(first);
            if filled + first.len() < 8 {
                return;
            }
            self.put_tail();
            bytes = rest;
        }
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.words.put(WordKind::U64, 64, u64::from_le_bytes(*word));
        }
        self.tail[..rest.len()].copy_from_slice(rest);
    }

    fn put_tail(&mut self) {
        self.words.put(WordKind::U64, 64, u64::from_le_bytes(self.tail));
        self.tail = [0; 8];
    }

    pub(super) fn end(mut self, of: Len) {
        if !self.len.is_multiple_of(8) {
            self.put_tail();
        }
        self.words.put_len(of, self.len as u64);
    }
}

impl fmt::Write for ByteSequence<'_> {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        self.add(more.as_bytes());
        Ok(())
    }
}
