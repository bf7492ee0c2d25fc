//! Components in use: what of bevy_ecs a crate of the compile cost is made of. `ecs_core.rs` says what the
//! lines with `////` mean.

use bevy_ecs::prelude::*;

pub struct Game {
    world: World,
    schedule: Schedule,
    entity: Entity,
}

#[derive(Resource)]
pub struct Step(f32);

fn main() {
    let mut world = World::new();
    world.insert_resource(Step(0.1));
    let entity = world.spawn_empty().id();
    let mut game = Game { world, schedule: Schedule::default(), entity };
    let sum: f32 = PARTS.iter().map(|play| play(&mut game)).sum();
    game.schedule.run(&mut game.world);
    println!("{sum} {}", game.world.resource::<Step>().0);
}

//// component

#[derive(Component)]
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

fn init_NUMBER(mut parts: Query<&mut PartNUMBER, Added<PartNUMBER>>) {
    for mut part in &mut parts {
        part.init();
    }
}

fn update_NUMBER(mut parts: Query<&mut PartNUMBER>, nexts: Query<&PartNEXT>, step: Res<Step>) {
    for mut part in &mut parts {
        let next = nexts.get(part.next).map_or(0.0, |next| next.x);
        part.update(next, step.0);
    }
}

//// end
pub fn play_NUMBER(game: &mut Game) -> f32 {
    let part = PartNUMBER { x: 0.0, speed: 0.0, next: game.entity };
    game.world.entity_mut(game.entity).insert(part);
    //// hooks
    game.schedule.add_systems((init_NUMBER, update_NUMBER));
    //// end
    game.world.query::<&PartNUMBER>().iter(&game.world).map(|part| part.x + part.speed).sum()
}
