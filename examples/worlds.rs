//! Two rooms of a game server: two worlds on two threads, and one world that moves to another thread.

use std::rc::Rc;
use std::thread;

use ecs_core::{Component, Entity, SendWorld, World, update_all};

#[derive(Component)]
struct Player {
    score: u32,
}

impl Player {
    fn update(&mut self) {
        self.score += 1;
    }
}

/// Plays in a world of its own, and hands the world over.
fn play(players: usize, frames: u32) -> SendWorld {
    let room = World::new();
    room.enter(|| {
        Entity::spawn_many(players, |_, _| Player { score: 0 });
        for _ in 0..frames {
            update_all(1.0 / 60.0);
        }
    });
    // A world stays on its thread unless every component in it is `Send` and nothing is borrowed.
    room.into_send().unwrap_or_else(|(_, error)| panic!("{error}"))
}

/// Not `Send`: a world that has one stays where it is.
#[derive(Component)]
struct Texture {
    pixels: Rc<[u8]>,
}

fn main() {
    // Each thread has a current world. Nothing is shared, so nothing is locked.
    let red = thread::spawn(|| play(3, 10));
    let blue = thread::spawn(|| play(5, 20));

    for (name, room) in [("red", red), ("blue", blue)] {
        let room = room.join().expect("the room's thread does not panic").into_world();
        room.enter(|| {
            let total: u32 = Player::view().iter().map(|player| player.score).sum();
            println!("{name}: {} players, {total} points", Player::count());
        });
    }
    println!("here: {} players", Player::count());

    let room = World::new();
    room.enter(|| Entity::spawn().insert(Texture { pixels: Rc::new([0; 16]) }));
    if let Err((room, error)) = room.into_send() {
        println!("{error}");
        // The world came back with the error.
        room.enter(|| println!("it keeps {} pixels", Texture::view()[0].pixels.len()));
    }
}
