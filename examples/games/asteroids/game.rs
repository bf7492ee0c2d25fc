//! The course of a game: how it begins, stops and ends, and how it is saved.

use crate::*;

#[derive(State, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub enum Mode {
    #[default]
    Menu,
    Playing,
    Paused,
    Over,
}

#[derive(Singleton, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Game {
    pub score: u32,
    pub lives: u32,
    wave: u32,
}

impl Game {
    /// Does what the player has asked for, between two frames.
    pub fn step() -> Result<(), Box<dyn Error>> {
        match (Mode::get(), Controls::borrow().key) {
            (Mode::Menu | Mode::Over, Some(KeyCode::Enter | KeyCode::P)) => Game::begin(),
            (Mode::Playing, Some(KeyCode::P)) => Mode::go(Mode::Paused),
            (Mode::Paused, Some(KeyCode::Enter | KeyCode::P)) => Mode::go(Mode::Playing),
            (_, Some(KeyCode::F5)) => save()?,
            (_, Some(KeyCode::F9)) => load()?,
            _ => {}
        }
        World::set_paused(Mode::get() == Mode::Paused); // also if that was loaded
        if Rock::count() == 0 {
            Game::borrow_mut().wave += 1;
            Rock::spawn_around(Camera::borrow().pos, 8 + Game::borrow().wave);
        }
        Ok(())
    }

    fn begin() {
        World::clear();
        Game::set(Game { lives: 3, ..Game::default() });
        Mode::go(Mode::Playing);
        Ship::spawn();
    }
}

type Saved = Save<(Game, Mode, Camera, Ship, Turret, Lamp, Bullet, Rock, Transform, Body, Shape)>;

const FILE: &str = "asteroids.save";

/// The save in a browser, which has no files.
#[derive(Singleton, Clone, Default)]
struct Memory(Vec<u8>);

fn save() -> Result<(), Box<dyn Error>> {
    let (bytes, _) = Saved::write_with(postcard::to_allocvec)?;
    match cfg!(target_family = "wasm") {
        true => Memory::borrow_mut().0 = bytes,
        false => fs::write(FILE, bytes)?,
    }
    Ok(())
}

fn load() -> Result<(), Box<dyn Error>> {
    let bytes = if cfg!(target_family = "wasm") { Memory::borrow().0.clone() } else { fs::read(FILE)? };
    Saved::reload_with(|| postcard::from_bytes(&bytes))?;
    Ok(())
}

#[cfg(test)]
#[test]
fn what_is_loaded_is_what_was_saved() -> Result<(), Box<dyn Error>> {
    let play = || (0..200).try_for_each(|_| Game::step().map(|()| update_all(1.0 / 60.0)));
    let save = || Saved::write_with(postcard::to_allocvec).map(|(bytes, _)| bytes);
    Controls::borrow_mut().has_pilot = true;
    play()?;
    let saved = save()?;
    play()?;
    assert_ne!(save()?, saved);
    Saved::reload_with(|| postcard::from_bytes(&saved))?;
    assert_eq!(save()?, saved);
    play()
}
