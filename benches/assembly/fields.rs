//! Updates of types that are stored by their fields: the loops are vectorised, and leave alone what the hook
//! does not touch.
//!
//! What is touched is `f64` or `f32`, what is not is `u16`: so a loop that moves a word of two bytes has read
//! or written too much.

use ecs_core::{Component, Entity, query, update_all};

use super::Law;

const UNTOUCHED: &[&str] = &["movzwl", "movw", "movswl", "pinsrw", "pextrw"];

pub const LAWS: [Law; 5] = [
    Law {
        says: "an update of `self` alone, by its fields, is vectorised and touches no other",
        instructions: &["mulpd", "addpd"],
        without: UNTOUCHED,
    },
    Law {
        says: "an update of `self` and a sibling, by their fields, is vectorised and touches no other",
        instructions: &["mulpd", "subpd"],
        without: UNTOUCHED,
    },
    Law {
        says: "an update of two siblings, by their fields, is vectorised and touches no other",
        instructions: &["sqrtps", "mulps"],
        without: UNTOUCHED,
    },
    Law {
        says: "a query's `each`, by fields, is vectorised and touches no other",
        instructions: &["sqrtpd", "subpd"],
        without: UNTOUCHED,
    },
    Law {
        says: "a parallel pass, by fields, is vectorised and touches no other",
        instructions: &["divpd", "addpd"],
        without: UNTOUCHED,
    },
];

/// Multiplies and adds.
#[derive(Component)]
#[component(soa)]
struct Particle {
    model: u16,
    x: f64,
    speed: f64,
    colour: u16,
}

impl Particle {
    fn update(&mut self, dt: f32) {
        self.x += self.speed * f64::from(dt);
    }
}

#[derive(Component, Default)]
#[component(soa)]
struct Height {
    level: u16,
    meters: f64,
    unit: u16,
}

/// Multiplies and subtracts.
#[derive(Component)]
#[component(soa)]
struct Stone {
    speed: f64,
    kind: u16,
}

impl Stone {
    fn update(&mut self, dt: f32, height: &mut Height) {
        height.meters -= self.speed * f64::from(dt);
    }
}

#[derive(Component)]
#[component(soa)]
struct Weight {
    unit: u16,
    grams: f64,
}

#[derive(Component)]
#[component(soa)]
struct Sway {
    left: u16,
    meters: f32,
    right: u16,
}

#[derive(Component)]
#[component(soa)]
struct Mass {
    unit: u16,
    grams: f32,
}

/// Multiplies and takes the root.
#[derive(Component)]
#[component(soa)]
struct Leaf {
    lift: f32,
    kind: u16,
}

impl Leaf {
    fn update(&mut self, sway: &mut Sway, mass: &Mass) {
        sway.meters -= (self.lift * mass.grams).sqrt();
    }
}

/// Divides and adds, on several threads.
#[derive(Component)]
#[component(soa, parallel)]
struct Drop {
    kind: u16,
    y: f64,
    mass: f64,
}

impl Drop {
    fn update(&mut self, dt: f32) {
        self.y += f64::from(dt) / self.mass;
    }
}

/// Takes the root, in a query, with something that its closure borrows.
#[inline(never)]
fn settle(more: f64) {
    query::<(&mut Height, &Weight)>()
        .each(|(height, weight)| height.meters = weight.grams.sqrt() - height.meters - more);
}

/// Makes the compiler keep all hooks.
pub fn use_all() {
    let particle = Entity::spawn().insert(Particle { model: 1, x: 0.0, speed: 3.0, colour: 2 });
    let stone = Entity::spawn().with(Stone { speed: 2.0, kind: 3 }).with(Height::default());
    let leaf = Entity::spawn()
        .with(Weight { unit: 4, grams: 4.0 })
        .with(Height { level: 6, meters: 3.0, unit: 7 })
        .with(Mass { unit: 9, grams: 2.0 })
        .with(Sway { left: 10, meters: 3.0, right: 11 })
        .with(Leaf { lift: 8.0, kind: 5 });
    let drop = Entity::spawn().insert(Drop { kind: 8, y: 0.0, mass: 2.0 });
    update_all(0.5);
    settle(0.0);
    let (particle, drop) = (particle.borrow(), drop.borrow());
    assert_eq!((particle.model, particle.x, particle.colour, drop.kind, drop.y), (1, 1.5, 2, 8, 0.25));
    let (stone, sway, leaf) = (stone.borrow::<Height>(), leaf.borrow::<Sway>(), leaf.borrow::<Height>());
    assert_eq!((stone.level, stone.meters, leaf.level, leaf.meters, leaf.unit), (0, -1.0, 6, -1.0, 7));
    assert_eq!((sway.left, sway.meters, sway.right), (10, -1.0, 11));
}
