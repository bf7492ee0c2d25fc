//! One type of event is listened to twice, once under another name.

use ecs_core::Component;

struct Damage(u32);

type Harm = Damage;

#[derive(Component)]
#[component(on(Damage, Harm))] //~ ERROR conflicting implementations of trait `Listens<Damage>` for type `Plane`
struct Plane {
    altitude: f32,
}

impl Plane {
    fn on_damage(&mut self, _: &Damage) {}
    fn on_harm(&mut self, _: &Damage) {}
}

fn main() {}
