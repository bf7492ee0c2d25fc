//! Interfaces: some types can draw, some can be hurt, and whoever calls them knows the trait alone.

use ecs_core::{Component, Entity, every, update_all};

/// What can be drawn onto lines of text.
trait Draw {
    fn draw(&self, canvas: &mut Vec<String>);
}

/// What can be hurt.
trait Damageable {
    fn hurt(&mut self, points: u32);
}

/// Draws, and breaks: the type says so, and nothing is registered.
#[derive(Component)]
#[component(as(dyn Draw, dyn Damageable))]
struct Crate {
    planks: u32,
}

impl Draw for Crate {
    fn draw(&self, canvas: &mut Vec<String>) {
        canvas.push(format!("[{}]", "#".repeat(self.planks as usize)));
    }
}

impl Damageable for Crate {
    fn hurt(&mut self, points: u32) {
        self.planks = self.planks.saturating_sub(points);
        if self.planks == 0 {
            println!("  a crate breaks");
            self.entity().despawn();
        }
    }
}

#[derive(Component)]
#[component(as(dyn Draw))]
struct Knight {
    name: &'static str,
}

impl Draw for Knight {
    fn draw(&self, canvas: &mut Vec<String>) {
        canvas.push(format!("{} stands here", self.name));
    }
}

/// Takes the first points. An entity may have several that can be hurt.
#[derive(Component)]
#[component(as(dyn Damageable), before(Crate))]
struct Shield(u32);

impl Damageable for Shield {
    fn hurt(&mut self, points: u32) {
        self.0 = self.0.saturating_sub(points);
        println!("  a shield has {} left", self.0);
    }
}

/// Knows of nothing but what can be hurt.
#[derive(Component)]
struct Arrow {
    target: Entity,
    seconds: f32,
}

impl Arrow {
    fn update(&mut self, dt: f32) {
        self.seconds -= dt;
        if self.seconds > 0.0 {
            return;
        }
        match self.target.get_as::<dyn Damageable>() {
            Some(mut target) => target.hurt(1),
            None => println!("  an arrow has nothing to hurt"),
        }
        self.entity().despawn();
    }
}

fn show(what: &str) {
    println!("{what}:");
    let mut canvas = Vec::new();
    every::<dyn Draw>().read(|one| one.draw(&mut canvas));
    canvas.iter().for_each(|line| println!("  {line}"));
}

fn main() {
    let knight = Entity::spawn().with(Knight { name: "Ada" }).with(Shield(5));
    let small = Entity::spawn().with(Crate { planks: 1 });
    let large = Entity::spawn().with(Crate { planks: 4 }).with(Shield(2));
    show("at first");

    for target in [knight, small, small] {
        Entity::spawn().with(Arrow { target, seconds: 0.5 });
    }
    println!("arrows fly:");
    update_all(0.25);
    update_all(0.25);

    println!("a bomb hurts all there is, {} things:", every::<dyn Damageable>().count());
    every::<dyn Damageable>().each(|one| one.hurt(1));

    println!("and once more all of the large one:");
    large.get_all_as::<dyn Damageable>().for_each(|mut part| part.hurt(1));
    show("in the end");
}
