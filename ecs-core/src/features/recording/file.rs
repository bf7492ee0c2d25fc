//! The file of a recording: see `docs/recordings.md` for its format.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::error::RecordingFileError;
use super::input_runs::is_time;
use super::recorded::Recording;
use super::sections::{Kind, Section, Sections, begin, write};
use super::shape::shape_of;

/// What stands in front.
#[derive(Serialize, Deserialize)]
struct FileHead {
    program: String,
    version: String,
    machine: String,
    /// What the type of the inputs is made of.
    input: String,
    /// The types that are compared.
    types: Vec<String>,
    frames: u64,
}

/// A part with inputs is about so long: one that is damaged says where.
const INPUTS: usize = 4096;

impl<Input: Serialize + DeserializeOwned> Recording<Input> {
    /// Returns the recording as the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = begin();
        let head = FileHead {
            program: self.program.clone(),
            version: self.version.clone(),
            machine: self.machine.clone(),
            input: shape_of::<Input>(),
            types: self.names.clone(),
            frames: self.frames(),
        };
        write(&mut file, Kind::Head, &encoded(&head));
        let mut part = Vec::new();
        for (run, input) in self.inputs.iter() {
            part.extend(encoded(&(run.count, run.dt)));
            part.extend(input);
            if part.len() >= INPUTS {
                write(&mut file, Kind::Inputs, &part);
                part.clear();
            }
        }
        if !part.is_empty() {
            write(&mut file, Kind::Inputs, &part);
        }
        write(&mut file, Kind::Points, &encoded(&self.points));
        for state in &self.states {
            write(&mut file, Kind::State, &encoded(state));
        }
        write(&mut file, Kind::End, &[]);
        file
    }

    /// Reads the file of a recording of this program.
    ///
    /// # Errors
    ///
    /// [`RecordingFileError`] if the bytes are no recording, or damaged, or not one of this program and this
    /// type of inputs.
    pub fn from_bytes(program: &str, bytes: &[u8]) -> Result<Self, RecordingFileError> {
        let mut sections = Sections::of(bytes)?;
        let section = sections.next()?;
        if section.kind != Kind::Head {
            return Err(damaged(&section));
        }
        let head: FileHead = read_all(&section)?;
        let expected = shape_of::<Input>();
        if head.program != program {
            return Err(RecordingFileError::OtherProgram { program: head.program, expected: program.into() });
        }
        if head.input != expected {
            return Err(RecordingFileError::OtherInput { input: head.input, expected });
        }
        let mut recording = Self::made_on(head.machine, &head.program, &head.version);
        recording.names = head.types;
        loop {
            let section = sections.next()?;
            match section.kind {
                Kind::Inputs => recording.read_inputs(&section)?,
                Kind::Points => recording.points = read_all(&section)?,
                Kind::State => recording.states.push(read_all(&section)?),
                Kind::Head => return Err(damaged(&section)),
                Kind::End => {
                    let is_whole = sections.is_over() && recording.is_consistent(head.frames);
                    return if is_whole { Ok(recording) } else { Err(damaged(&section)) };
                }
            }
        }
    }

    fn read_inputs(&mut self, section: &Section<'_>) -> Result<(), RecordingFileError> {
        let mut rest = section.body;
        while !rest.is_empty() {
            let (count, dt, behind) = take_run(rest).ok_or_else(|| damaged(section))?;
            let refused = RecordingFileError::Input { frame: self.frames() + 1, offset: section.offset };
            let Ok((input, behind)) = postcard::take_from_bytes::<Input>(behind) else {
                return Err(refused);
            };
            self.inputs.push_run(&input, dt, count).map_err(|_| refused)?;
            rest = behind;
        }
        Ok(())
    }

    /// Whether the parts are about the same frames.
    fn is_consistent(&self, frames: u64) -> bool {
        let known = |place: &(u32, u64)| (place.0 as usize) < self.names.len();
        self.frames() == frames
            && self.points.is_sorted_by(|one, next| one.frame < next.frame)
            && self.points.last().is_none_or(|point| point.frame <= frames)
            && self.points.iter().filter_map(|point| point.world.as_ref()).all(|w| w.types.iter().all(known))
    }
}

/// How often an input comes, and its time step.
fn take_run(bytes: &[u8]) -> Option<(u32, f32, &[u8])> {
    let ((count, dt), rest): ((u32, f32), _) = postcard::take_from_bytes(bytes).ok()?;
    (count != 0 && is_time(dt)).then_some((count, dt, rest))
}

/// Writes a value of ours, of which serde refuses none.
fn encoded<T: Serialize>(value: &T) -> Vec<u8> {
    postcard::to_allocvec(value).unwrap_or_default()
}

fn read_all<T: DeserializeOwned>(section: &Section<'_>) -> Result<T, RecordingFileError> {
    match postcard::take_from_bytes(section.body) {
        Ok((value, [])) => Ok(value),
        _ => Err(damaged(section)),
    }
}

fn damaged(section: &Section<'_>) -> RecordingFileError {
    RecordingFileError::Damaged { offset: section.offset }
}
