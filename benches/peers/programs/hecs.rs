//! Components in use: what of hecs a crate of the compile cost is made of. `ecs_core.rs` says what the lines
//! with `////` mean.

use hecs::{Entity, World};

pub struct Game {
    world: World,
    entity: Entity,
}

fn main() {
    let mut world = World::new();
    let entity = world.spawn(());
    let mut game = Game { world, entity };
    let sum: f32 = PARTS.iter().map(|play| play(&mut game)).sum();
    println!("{sum}");
}

//// component

pub struct PartNUMBER {
    x: f32,
    speed: f32,
    next: Entity,
}

//// hooks
impl PartNUMBER {
    fn init(&mut self) {
        self.speed = 1.5;
    }

    fn update(&mut self, next: f32, dt: f32) {
        self.x += self.speed * dt + next + EDIT;
    }
}

fn update_NUMBER(world: &World, dt: f32) {
    for part in world.query::<&mut PartNUMBER>().iter() {
        let next = world.get::<&PartNEXT>(part.next).map_or(0.0, |next| next.x);
        part.update(next, dt);
    }
}

//// end
pub fn play_NUMBER(game: &mut Game) -> f32 {
    let mut part = PartNUMBER { x: 0.0, speed: 0.0, next: game.entity };
    //// hooks
    part.init();
    //// end
    game.world.insert_one(game.entity, part).expect("the entity is alive");
    //// hooks
    update_NUMBER(&game.world, 0.1);
    //// end
    game.world.query::<&PartNUMBER>().iter().map(|part| part.x + part.speed).sum()
}
