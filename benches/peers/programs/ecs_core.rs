//! Components in use: what of ecs-core a crate of the compile cost is made of, and `.ci/compile-cost` too.
//!
//! All above the line with `component` stands once, all below it once for each component: `NUMBER` is its
//! number, `NEXT` that of the next in its ring, and `EDIT` what an edit changes. Components without hooks
//! have no lines from `hooks` to `end`.

use ecs_core::{Component, Entity, Handle, update_all};

pub struct Game;

fn main() {
    let sum: f32 = PARTS.iter().map(|play| play(&mut Game)).sum();
    update_all(0.1);
    println!("{sum}");
}

//// component

#[derive(Component, Default)]
pub struct PartNUMBER {
    x: f32,
    speed: f32,
    next: Handle<PartNEXT>,
}

//// hooks
impl PartNUMBER {
    fn init(&mut self) {
        self.speed = 1.5;
        self.next = self.add::<PartNEXT>();
    }

    fn update(&mut self, dt: f32) {
        self.x += self.speed * dt + self.next.borrow().x + EDIT;
    }
}

//// end
pub fn play_NUMBER(_: &mut Game) -> f32 {
    Entity::spawn().add::<PartNUMBER>();
    PartNUMBER::view().iter().map(|part| part.x + part.speed).sum()
}
