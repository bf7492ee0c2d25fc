//! What the games share: the command line, the window, the frames, a picture of the last one, and sounds.

mod random;
mod thing;
mod wav;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use clap::{Parser, value_parser};
use ecs_core::Recording;
use ecs_core::prelude::*;
use macroquad::Window;
use macroquad::prelude::*;
pub use random::{Random, random};
use serde::Serialize;
use serde::de::DeserializeOwned;
pub use thing::Thing;
pub use wav::wav;

/// How a game is played: by a player, or by itself.
#[derive(Parser)]
pub struct Stage {
    /// Plays by itself, as many frames of a sixtieth of a second, and ends
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    frames: Option<u64>,

    /// Writes the last of these frames to a PNG file, and prints what is in it
    #[arg(long, value_name = "FILE", requires = "frames")]
    screenshot: Option<PathBuf>,

    /// Opens a page that looks into the game, and prints its address
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:0")]
    inspect: Option<String>,

    /// Keeps the newest frames in so many megabytes, and prints at the end what they take
    #[arg(long, value_name = "MB", requires = "frames")]
    history: Option<usize>,

    /// Writes what the player does to a file, for a test, or to be seen again
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Shows what was recorded, and says whether the game still does the same
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    replay: Option<PathBuf>,

    /// How many frames were shown
    #[arg(skip)]
    shown: u64,

    #[arg(skip)]
    title: String,
}

/// What a game does.
pub struct Acts<Input, Seen> {
    /// Begins in a new world, with a seed.
    pub start: fn(u64),
    /// Says what the player wants.
    pub read: fn() -> Input,
    /// Says what somebody wants who plays by themselves.
    pub pilot: fn() -> Input,
    /// Runs a frame of so many seconds.
    pub frame: fn(&Input, f32),
    /// Says what is compared with a recording.
    pub seen: fn() -> Seen,
    /// Draws what is in the world.
    pub draw: fn(),
    /// Says what is in the picture.
    pub things: fn() -> Vec<Thing>,
}

impl Stage {
    /// Reads the command line, opens a window of this size, and plays in it.
    pub fn open<F: Future<Output = ()> + 'static>(title: &str, size: Vec2, play: fn(Stage) -> F) {
        let stage = Stage { title: title.into(), ..Stage::parse() };
        let mut window = Conf {
            window_title: title.into(),
            window_width: size.x as i32,
            window_height: size.y as i32,
            window_resizable: false,
            sample_count: 4,
            ..Conf::default()
        };
        window.platform.swap_interval = stage.frames.map(|_| 0); // as fast as they come
        Window::from_config(window, async move {
            World::set_history(stage.history.unwrap_or(0) << 20);
            if let Some(address) = &stage.inspect {
                ecs_inspect::open(address);
            }
            play(stage).await;
        });
    }

    /// Plays a game until its end, and records it if that is asked for.
    pub async fn play<Input, Seen>(self, acts: Acts<Input, Seen>)
    where
        Input: Serialize + DeserializeOwned + 'static,
        Seen: Serialize + 'static,
    {
        self.run(acts).await.unwrap_or_else(|error| error!("{}", error));
    }

    async fn run<Input, Seen>(mut self, acts: Acts<Input, Seen>) -> Result<(), Box<dyn Error>>
    where
        Input: Serialize + DeserializeOwned + 'static,
        Seen: Serialize + 'static,
    {
        let Acts { start, read, pilot, frame, seen, draw, things } = acts;
        let replayed = match &self.replay {
            Some(file) => Some(Recording::from_bytes(&self.title, &fs::read(file)?)?.compare_value(seen)),
            None => None,
        };
        if let Some(recording) = &replayed {
            let played = World::new().enter(|| {
                start(1);
                recording.play(frame)
            });
            println!(
                "{}",
                played.map_or_else(|deviation| deviation.to_string(), |()| "all is as it was".into())
            );
        }
        let mut replayed = replayed.as_ref().map(Recording::inputs);
        let mut recording = Recording::new(&self.title, env!("CARGO_PKG_VERSION")).compare_value(seen);
        prevent_quit();
        start(if self.is_repeated() { 1 } else { miniquad::date::now() as u64 });
        while !is_quit_requested() {
            let said = if self.frames.is_some() { (pilot(), 1.0 / 60.0) } else { (read(), passed()) };
            let Some((input, dt)) = replayed.as_mut().map_or(Some(said), Iterator::next) else { break };
            frame(&input, dt);
            if self.record.is_some() {
                recording.frame(&input, dt)?;
            }
            draw();
            if !self.show(things).await {
                break;
            }
        }
        if let Some(file) = &self.record {
            recording.compare_here()?;
            fs::write(file, recording.to_bytes())?;
        }
        Ok(())
    }

    /// Whether chance is the same each time.
    fn is_repeated(&self) -> bool {
        self.frames.is_some() || self.record.is_some() || self.replay.is_some()
    }

    /// Shows what was drawn, and says whether the game goes on. Of the last frame it asks for what is in it.
    async fn show(&mut self, things: fn() -> Vec<Thing>) -> bool {
        self.shown += 1;
        if self.frames != Some(self.shown) {
            next_frame().await;
            return true;
        }
        if self.history.is_some() {
            let history = World::history();
            println!("history: {} frames in {:.1} MB", history.frames().len(), history.bytes() as f64 / 1e6);
        }
        if let Some(file) = &self.screenshot {
            let mut picture = get_screen_data();
            // The window has seen no alpha.
            picture.bytes.chunks_exact_mut(4).for_each(|pixel| pixel[3] = 255);
            picture.export_png(&file.to_string_lossy());
            things().iter().for_each(|thing| println!("{thing}"));
        }
        false
    }
}

/// How long the last frame took. A browser has a tab sleep for as long as nobody looks at it.
fn passed() -> f32 {
    get_frame_time().min(0.25)
}
