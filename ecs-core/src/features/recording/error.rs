//! [`RecordError`]: why a frame was not recorded or not compared; [`RecordingFileError`]: why a file is not
//! the recording that is asked for.

use ecs_derive::Sentence;

use crate::error::SnapshotError;

/// Why a frame was not recorded, or not compared with a recording.
#[derive(Clone, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum RecordError {
    /// There is no hash of the world.
    #[says("the world is not hashed after frame {frame}: {error}")]
    Snapshot {
        /// How many frames had run.
        frame: u64,
        /// Why there is none.
        error: SnapshotError,
    },
    /// The input of a frame is not written or not read by serde, or the frame takes no time that can be.
    #[says("the input of frame {frame} is not recorded: {message}")]
    Input {
        /// The number of the frame, from 1 on.
        frame: u64,
        /// What serde says.
        message: String,
    },
    /// The value to compare is not written by serde.
    #[says("the value to compare after frame {frame} is not recorded: {message}")]
    Value {
        /// How many frames had run.
        frame: u64,
        /// What serde says.
        message: String,
    },
    /// The recording has a value to compare, and the program does not say which it is now.
    #[says("the recording has a value to compare: give the function that returns it to `compare_value`")]
    NoValue,
}

/// The reason why bytes are not the requested recording. Offsets are in bytes from the beginning of the file.
#[derive(Clone, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum RecordingFileError {
    /// The bytes do not begin as a recording does.
    #[says("this is no recording: it does not begin with `ecs-rec`")]
    Foreign,
    /// The format is newer than this library.
    #[says("the recording has format {format}, and this `ecs-core` reads formats up to {known}: update it")]
    NewerFormat {
        /// The format of the file.
        format: u16,
        /// The newest format that is known.
        known: u16,
    },
    /// The file ends too early.
    #[says(
        "the recording is cut off after {len} bytes, in the part that begins at byte {offset}: take a whole \
         copy of the file"
    )]
    Cut {
        /// The beginning of the incomplete part.
        offset: usize,
        /// The length of the file.
        len: usize,
    },
    /// The bytes of a part differ from the written ones.
    #[says(
        "the recording is damaged in the part that begins at byte {offset}: take another copy of the file"
    )]
    Damaged {
        /// Where the part begins.
        offset: usize,
    },
    /// It is a recording of another program.
    #[says("this is a recording of {program:?}, and not of {expected:?}: open it with its own program")]
    OtherProgram {
        /// The program that was recorded.
        program: String,
        /// The program that is asked for.
        expected: String,
    },
    /// Its input is of another type.
    #[says(
        "the recording has inputs {input}, and the program has {expected}: read it with the type that the \
         program had then, and give it to `Recording::map`, or record anew"
    )]
    OtherInput {
        /// The shape of the recorded type.
        input: String,
        /// The shape of the present type.
        expected: String,
    },
    /// An input is refused by its type.
    #[says(
        "the input of frame {frame}, at byte {offset}, is refused by its type: read the recording with the \
         type that the program had then, and give it to `Recording::map`, or record anew"
    )]
    Input {
        /// The first frame with that input, from 1 on.
        frame: u64,
        /// Where the part begins that has it.
        offset: usize,
    },
}
