//! [`Numbers`]: the numbers of entities in a save.

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// Numbers of entities: for people as they are, for machines as the distance of each from the one before:
/// nearly always they follow each other, and a format has few bytes for small numbers.
pub(super) struct Numbers<N>(pub(super) N);

/// The distance of a number from the one that would follow the last.
fn distance(number: u32, last: u32) -> u32 {
    number.wrapping_sub(last).wrapping_sub(1)
}

/// The number at a distance from the one that would follow the last.
fn at(distance: u32, last: u32) -> u32 {
    last.wrapping_add(1).wrapping_add(distance)
}

impl Serialize for Numbers<&Vec<u32>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return self.0.serialize(serializer);
        }
        let mut last = 0;
        serializer
            .collect_seq(self.0.iter().map(|&number| distance(number, core::mem::replace(&mut last, number))))
    }
}

impl<'de> Deserialize<'de> for Numbers<Vec<u32>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let is_human_readable = deserializer.is_human_readable();
        // Never more room at first than serde thinks right, whatever length is claimed.
        let mut numbers = Vec::<u32>::deserialize(deserializer)?;
        if !is_human_readable {
            let mut last = 0;
            for number in &mut numbers {
                *number = at(*number, last);
                last = *number;
            }
        }
        Ok(Self(numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::{at, distance};

    #[test]
    fn v4_a_distance_leads_back_to_its_number() {
        let numbers = [1, 2, 3, 9, 4, 4, u32::MAX, 1, 0];
        let mut last = 0;
        for number in numbers {
            assert_eq!(at(distance(number, last), last), number);
            last = number;
        }
        assert_eq!((distance(1, 0), distance(8, 7)), (0, 0), "those that follow each other");
    }
}
