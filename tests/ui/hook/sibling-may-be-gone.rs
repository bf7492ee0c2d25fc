//! A hook after `init` takes a sibling as an `Option`: it may be gone.

use ecs_core::Component;

struct Damage;

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Shutdown; //~ ERROR it may be gone

impl Shutdown {
    fn shutdown(&mut self, _: &mut Wind) {}
}

#[derive(Component)]
struct OnEnable; //~ ERROR it may be gone

impl OnEnable {
    fn on_enable(&mut self, _: &Wind) {}
}

#[derive(Component)]
struct OnDisable; //~ ERROR it may be gone

impl OnDisable {
    fn on_disable(&mut self, _: &mut Wind) {}
}

#[derive(Component)]
struct OnReset; //~ ERROR it may be gone

impl OnReset {
    fn on_reset(&mut self, _: &Wind) {}
}

#[derive(Component)]
#[component(on(Damage))] //~ ERROR it may be gone
struct Listens;

impl Listens {
    fn on_damage(&mut self, _: &Damage, _: &Wind) {}
}

fn main() {}
