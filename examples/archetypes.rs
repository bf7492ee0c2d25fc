//! A cave full of bats: they fly out in the evening, tire, and come back into the pool; few are ever made.

use ecs_core::{Archetype, Component, Entity, Handle, Pool, update_all};

#[derive(Component, Default)]
struct Transform {
    height: f32,
}

#[derive(Component, Default)]
struct Health {
    hearts: u32,
}

/// Flies for as long as it has strength, then back into the cave.
#[derive(Component, Default)]
#[component(requires(Transform))] // whoever gets wings gets this too
struct Wings {
    #[component(sibling)] // filled before `init`, and again before `on_reset`
    transform: Handle<Transform>,
    strength: u32,
    flights: u32,
}

impl Wings {
    // Runs once, when the bat is made.
    fn init(&mut self) {
        self.strength = 2;
        self.flights = 1;
    }

    // Runs when the bat leaves the cave again. It has the values that it had: what shall be as new is set
    // here.
    fn on_reset(&mut self) {
        self.strength = 2;
        self.flights += 1;
        self.transform.borrow_mut().height = 0.0;
    }

    fn update(&mut self, dt: f32) {
        self.transform.borrow_mut().height += 2.0 * dt;
        self.strength -= 1;
        if self.strength == 0 {
            CAVE.with(|cave| cave.give_back(self.entity())); // parked: no update visits it
        }
    }
}

/// What makes a bat a bat.
type Bat = Archetype<(Health, Wings)>;

fn fledgling() -> (Health, Wings) {
    (Health { hearts: 3 }, Wings::default())
}

thread_local! {
    // The cave has its own way to make a bat, and to reset one: it has slept well.
    static CAVE: Pool<Bat> = Pool::with(fledgling, |bat| bat.borrow_mut::<Health>().hearts += 1);
}

fn main() {
    println!("evening  out  asleep  made  flights");
    let mut first = Entity::NONE;
    for evening in 1..=5 {
        let leader = CAVE.with(|cave| {
            for _ in 0..evening % 3 {
                cave.take();
            }
            cave.take()
        });
        if evening == 1 {
            first = leader;
        }
        update_all(1.0);
        CAVE.with(|cave| {
            let flights: u32 = cave.live().map(|bat| bat.borrow::<Wings>().flights).sum();
            println!(
                "{evening:>7}{:>5}{:>8}{:>6}{flights:>9}",
                cave.live().count(),
                cave.parked(),
                cave.len()
            );
        });
    }

    // The first bat flies on as another entity: who has kept its id finds nothing.
    println!("{first:?} alive: {}", first.is_alive());
    if let Err(error) = first.try_borrow::<Health>() {
        println!("{error}");
    }

    // A vampire was somebody before.
    let count = Entity::spawn().with(Health { hearts: 9 });
    Bat::apply(count); // adds what is missing, keeps what is there
    println!("{count:?} is a bat: {}, with {} hearts", Bat::matches(count), count.borrow::<Health>().hearts);
    println!("bats: {}, in the cave or out of it", Bat::find().len());
    Bat::remove(count);
    println!("{count:?} is a bat: {}, alive: {}", Bat::matches(count), count.is_alive());
}
