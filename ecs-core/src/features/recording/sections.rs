//! The parts of a file: each has a kind, a length and a checksum.

use super::error::RecordingFileError;

/// A file begins with this.
pub(super) const MAGIC: [u8; 8] = *b"ecs-rec\n";

/// The format that is written, and the newest that is read.
pub(super) const FORMAT: u16 = 1;

/// What a part is.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    Head = b'H',
    Inputs = b'I',
    Points = b'P',
    State = b'S',
    End = b'E',
}

/// A part of a file.
pub(super) struct Section<'b> {
    pub(super) kind: Kind,
    /// Where it begins in the file.
    pub(super) offset: usize,
    pub(super) body: &'b [u8],
}

/// The kind, the length and the checksum.
const HEAD: usize = 1 + 4 + 8;

/// Begins a file.
pub(super) fn begin() -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    file.extend(FORMAT.to_le_bytes());
    file
}

/// Adds a part. None is longer than 4 GB: nobody has that much memory for one state.
pub(super) fn write(file: &mut Vec<u8>, kind: Kind, body: &[u8]) {
    let len = u32::try_from(body.len()).unwrap_or(u32::MAX);
    file.push(kind as u8);
    file.extend(len.to_le_bytes());
    file.extend(checksum(kind as u8, body).to_le_bytes());
    file.extend(body);
}

/// FNV-1a of the kind and the body, in 64 bits: no change of one byte leaves it as it was.
fn checksum(kind: u8, body: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    body.iter().fold(step(0xcbf2_9ce4_8422_2325, &kind), step)
}

/// Reads a file part by part.
pub(super) struct Sections<'b> {
    file: &'b [u8],
    at: usize,
}

impl<'b> Sections<'b> {
    /// Begins to read, if it is a recording in a format that is known.
    pub(super) fn of(file: &'b [u8]) -> Result<Self, RecordingFileError> {
        let is_begun = !file.is_empty() && MAGIC.starts_with(&file[..file.len().min(MAGIC.len())]);
        if !is_begun {
            return Err(RecordingFileError::Foreign);
        }
        let mut sections = Self { file, at: MAGIC.len() };
        let cut = RecordingFileError::Cut { offset: 0, len: file.len() };
        let format = sections.take::<2>().ok_or(cut)?;
        match u16::from_le_bytes(format) {
            0 => Err(RecordingFileError::Damaged { offset: MAGIC.len() }),
            FORMAT => Ok(sections),
            format => Err(RecordingFileError::NewerFormat { format, known: FORMAT }),
        }
    }

    /// Returns the next part. After the last one the file ends.
    pub(super) fn next(&mut self) -> Result<Section<'b>, RecordingFileError> {
        let offset = self.at;
        let section = self.read(offset).ok_or(RecordingFileError::Cut { offset, len: self.file.len() })?;
        section.ok_or(RecordingFileError::Damaged { offset })
    }

    /// Says whether there is nothing more, after the last part.
    pub(super) fn is_over(&self) -> bool {
        self.at == self.file.len()
    }

    /// `None` if the file ends in it, and in it `None` if it is damaged.
    fn read(&mut self, offset: usize) -> Option<Option<Section<'b>>> {
        debug_assert!(self.file.len() < usize::MAX - HEAD);
        let [kind] = self.take::<1>()?;
        let len = u32::from_le_bytes(self.take()?) as usize;
        let sum = u64::from_le_bytes(self.take()?);
        // A kind that is not there says so before a length that is damaged too.
        let Some(known) = kind_of(kind) else { return Some(None) };
        let body = self.file.get(self.at..)?.get(..len)?;
        self.at += len;
        let section = Section { kind: known, offset, body };
        Some((checksum(kind, body) == sum).then_some(section))
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let bytes = *self.file.get(self.at..)?.first_chunk()?;
        self.at += N;
        Some(bytes)
    }
}

fn kind_of(kind: u8) -> Option<Kind> {
    let all = [Kind::Head, Kind::Inputs, Kind::Points, Kind::State, Kind::End];
    all.into_iter().find(|known| *known as u8 == kind)
}
