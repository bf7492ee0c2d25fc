//! Sounds that are computed, so that a game needs no files.

use macroquad::Error;
use macroquad::audio::{Sound, load_sound_from_bytes};

/// Makes a sound of so many seconds. `sample` says where the membrane is at a time, from -1 to 1.
///
/// # Errors
///
/// If there is nothing that plays sounds.
pub async fn wav(seconds: f32, sample: impl Fn(f32) -> f32) -> Result<Sound, Error> {
    const RATE: u32 = 22_050;
    let sample = |n: u32| (sample(n as f32 / RATE as f32) * f32::from(i16::MAX)) as i16;
    let data: Vec<u8> = (0..(seconds * RATE as f32) as u32).flat_map(|n| sample(n).to_le_bytes()).collect();
    let size = data.len() as u32;
    // 16 bits a sample, and one channel.
    let [rest, format, rate, pace, size] = [36 + size, 16, RATE, 2 * RATE, size].map(u32::to_le_bytes);
    let head = [*b"RIFF", rest, *b"WAVE", *b"fmt ", format, [1, 0, 1, 0], rate, pace, [2, 0, 16, 0]];
    load_sound_from_bytes(&[&head.concat(), &b"data"[..], &size, &data].concat()).await
}
