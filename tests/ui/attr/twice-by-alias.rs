//! rustc refuses a trait or an event that is named twice by an alias, and both derives on one type.

use ecs_core::{Component, Singleton};

trait Draw {}
use Draw as Paint;

#[derive(Component)]
#[component(as(dyn Draw, dyn Paint))] //~ ERROR conflicting implementations of trait
struct Sprite;

impl Draw for Sprite {}

struct Damage(u32);
type Harm = Damage;

#[derive(Component)]
#[component(on(Damage, Harm))] //~ ERROR conflicting implementations of trait `Listens<Damage>` for type `Plane`
struct Plane;

impl Plane {
    fn on_damage(&mut self, _: &Damage) {}
    fn on_harm(&mut self, _: &Damage) {}
}

#[derive(Component, Singleton)]
struct Score(u32); //~ ERROR conflicting implementations

fn main() {}
