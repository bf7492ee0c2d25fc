//! What the games share: the command line, the window, the frames, a picture of the last one, and sounds.

mod thing;
mod wav;

use std::path::PathBuf;

use clap::{Parser, value_parser};
use ecs_core::prelude::*;
use macroquad::Window;
use macroquad::prelude::*;
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

    /// How many frames were shown
    #[arg(skip)]
    shown: u64,
}

impl Stage {
    /// Reads the command line, opens a window of this size, and plays in it.
    pub fn open<F: Future<Output = ()> + 'static>(title: &str, size: Vec2, play: fn(Stage) -> F) {
        let stage = Stage::parse();
        let mut window = Conf {
            window_title: title.into(),
            window_width: size.x as i32,
            window_height: size.y as i32,
            window_resizable: false,
            sample_count: 4,
            ..Conf::default()
        };
        window.platform.swap_interval = stage.plays_itself().then_some(0); // as fast as they come
        rand::srand(if stage.plays_itself() { 1 } else { miniquad::date::now() as u64 });
        Window::from_config(window, async move {
            World::set_history(stage.history.unwrap_or(0) << 20);
            if let Some(address) = &stage.inspect {
                ecs_inspect::open(address);
            }
            play(stage).await;
        });
    }

    /// Whether nobody plays: the game presses its own keys.
    pub fn plays_itself(&self) -> bool {
        self.frames.is_some()
    }

    /// Runs a frame of the world.
    pub fn update(&self) {
        // A browser has a tab sleep for as long as nobody looks at it.
        update_all(if self.plays_itself() { 1.0 / 60.0 } else { get_frame_time().min(0.25) });
    }

    /// Shows what was drawn, and says whether the game goes on. Of the last frame it asks for what is in it.
    pub async fn show(&mut self, things: impl FnOnce() -> Vec<Thing>) -> bool {
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
