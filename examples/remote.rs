//! A thread that loads tiles while the game runs; an entity that is found by its name; and calls that came
//! too late, counted.

use std::thread;

use ecs_core::{Component, Entity, Remote, World, find, update_all};

#[derive(Component)]
struct Tile {
    heights: Vec<u32>,
}

#[derive(Component, Default)]
struct Progress {
    tiles: usize,
}

impl Progress {
    fn update(&mut self) {
        self.tiles = Tile::count();
    }
}

/// Works on a thread of its own. It cannot touch the world, but sends it what to do.
fn load_tiles(count: u32, remote: &Remote) {
    for n in 0..count {
        let heights = (0..64).map(|x| x * n).collect(); // in a game: from a file
        let arrives = move || Entity::spawn().with(Tile { heights }).set_name(&format!("tile {n}"));
        if remote.send(arrives).is_err() {
            return; // the game is over
        }
    }
}

fn main() {
    let progress = Entity::spawn().add::<Progress>();

    // At most four tiles wait: the loader is not faster than the game.
    let remote = World::remote().bounded(4);
    let loader = thread::spawn(move || load_tiles(20, &remote));

    while progress.borrow().tiles < 20 {
        update_all(1.0 / 60.0);
        thread::yield_now(); // in a game: draw
    }
    loader.join().expect("the loader does not panic");

    let seventh = find("tile 7").expect("all tiles are there");
    println!("{seventh} is {} high", seventh.borrow::<Tile>().heights[63]);

    seventh.despawn();
    seventh.handle::<Tile>().with(|tile| tile.heights.clear());
    println!("calls that did nothing: {}", World::stats().soft.count);
}
