//! A game that is saved in the middle, and goes on in another process, to the same end. Objects that others
//! must find again, whatever runs, keep a `Uuid`.

use std::collections::HashMap;
use std::error::Error;
use std::process::Command;

use ecs_core::{Component, Entity, Handle, Save, Singleton, World, find, query, time, update_all};
use serde::{Deserialize, Serialize};

/// Stays the same from save to save, where ids of entities do not.
#[derive(Component, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Uuid(u128);

#[derive(Component, Serialize, Deserialize, Default)]
struct Place {
    x: f32,
    y: f32,
}

/// Flies towards what it hunts. Whom, it keeps as a handle.
#[derive(Component, Serialize, Deserialize)]
struct Drone {
    hunts: Handle<Place>,
    speed: f32,
}

impl Drone {
    fn update(&mut self, dt: f32, place: &mut Place) {
        if let Some(prey) = self.hunts.get() {
            place.x += (prey.x - place.x) * self.speed * dt;
            place.y += (prey.y - place.y) * self.speed * dt;
        }
    }
}

/// Runs in circles, and is faster every second. That is counted in a field: a timer is a closure, and so in
/// no save.
#[derive(Component, Serialize, Deserialize)]
struct Hare {
    speed: f32,
    until_faster: f32,
}

impl Hare {
    fn update(&mut self, dt: f32, place: &mut Place) {
        self.until_faster -= dt;
        if self.until_faster <= 0.0 {
            (self.speed, self.until_faster) = (self.speed * 1.1, self.until_faster + 1.0);
        }
        let angle = time().elapsed() as f32 * self.speed;
        (place.x, place.y) = (10.0 * angle.cos(), 10.0 * angle.sin());
    }

    /// What is drawn is no data: it is made again from what there is.
    fn on_load(&mut self, me: Entity) {
        me.insert(Sprite('H'));
    }
}

#[derive(Singleton, Serialize, Deserialize, Default)]
struct Score {
    caught: u32,
}

/// How something is drawn.
#[derive(Component)]
#[component(transient)]
struct Sprite(char);

type Saved = Save<(Uuid, Place, Drone, Hare, Score)>;

/// What each object is like, by its `Uuid`.
fn results() -> HashMap<Uuid, (f32, f32)> {
    query::<(&Uuid, &Place)>().iter().map(|(uuid, place)| (*uuid, (place.x, place.y))).collect()
}

fn play(frames: u32) {
    for _ in 0..frames {
        update_all(1.0 / 64.0);
    }
}

fn build() {
    let hare = Entity::spawn().with(Uuid(1)).with(Hare { speed: 0.7, until_faster: 1.0 }).with(Sprite('H'));
    let prey = hare.add::<Place>();
    hare.set_name("hare");
    for n in 0..3_u8 {
        let drone = Drone { hunts: prey, speed: 0.5 + f32::from(n) };
        Entity::spawn().with(Uuid(10 + u128::from(n))).with(drone).with(Place::default()).child_of(hare);
    }
    Score::borrow_mut().caught = 2;
}

fn main() -> Result<(), Box<dyn Error>> {
    if let Some(file) = std::env::args().nth(1) {
        return go_on(&file);
    }
    build();
    play(100);

    let (text, report) = Saved::write_with(ron::ser::to_string)?;
    print!("{report}");
    let file = std::env::temp_dir().join(format!("ecs-core-save-{}.ron", std::process::id()));
    std::fs::write(&file, &text)?;

    // This process plays on, and another one does too.
    play(100);
    println!("here:  {:?}", sorted(results()));
    let output = Command::new(std::env::current_exe()?).arg(&file).output();
    std::fs::remove_file(&file)?;
    let there = String::from_utf8(output?.stdout)?;
    print!("there: {there}");
    assert_eq!(there.trim(), format!("{:?}", sorted(results())), "the two go on to the same end");

    // F9, in the same process: what lives makes room.
    Saved::reload_with(|| ron::from_str(&text))?;
    let hare = find("hare").ok_or("the hare was saved")?;
    let (children, sprite) = (hare.children().count(), hare.borrow::<Sprite>().0);
    println!("loaded at {} s: {children} children hunt {hare}, drawn as {sprite}", time().elapsed());

    // What is wrong with a save is said, and changes nothing.
    let damaged = text.replace("hunts:1", "hunts:99");
    match Saved::reload_with(|| ron::from_str(&damaged)) {
        Ok(_) => return Err("it is damaged".into()),
        Err(error) => println!("{error}"),
    }
    assert_eq!((hare.is_alive(), World::stats().alive), (true, 4));
    Ok(())
}

/// Loads the save in a fresh world, plays on, and prints the results.
fn go_on(file: &str) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string(file)?;
    Saved::read_with(|| ron::from_str(&text))?;
    play(100);
    println!("{:?}", sorted(results()));
    Ok(())
}

fn sorted(results: HashMap<Uuid, (f32, f32)>) -> Vec<(u128, f32, f32)> {
    let mut sorted: Vec<_> = results.into_iter().map(|(uuid, (x, y))| (uuid.0, x, y)).collect();
    sorted.sort_by_key(|object| object.0);
    sorted
}
