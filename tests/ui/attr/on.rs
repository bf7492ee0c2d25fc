//! `on` lists types of events, each once and with a method of its own.

use ecs_core::Component;

struct Damage(u32);

#[derive(Component)]
#[component(on)] //~ ERROR wrong form of `on`
struct Bare;

#[derive(Component)]
#[component(on(Damage = none))] //~ ERROR wrong form of `on`
struct Ignored;

#[derive(Component)]
#[component(on = Damage)] //~ ERROR wrong form of `on`
struct Value;

#[derive(Component)]
#[component(on(Damage), on(Damage = on_damage))] //~ ERROR `on` names this type twice: keep one
struct Twice;

impl Twice {
    fn on_damage(&mut self, _: &Damage) {}
}

#[derive(Component)]
#[component(on(Damage = on_damage), init = on_damage)] //~ ERROR `on_damage` is a hook already
struct AHook;

impl AHook {
    fn on_damage(&mut self, _: &Damage) {}
}

#[derive(Component)]
#[component(on((u8, u8)))] //~ ERROR this type has no name for a method
struct NoName;

fn main() {
    // The mistakes cause no others.
    Twice::send_all(Damage(1));
}
