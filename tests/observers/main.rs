//! Observers: who hears of what happens to other components and to children, when, in which order, and what
//! they may do.

mod children;
mod closures;
mod conditions;
mod found;
mod laws;
mod many;
mod random;
mod reentrancy;
#[path = "../support/mod.rs"]
mod support;
mod tags;

use ecs_core::{Add, Component, Disable, Enable, Entity, Handle, Removal, Remove, observe};

use crate::support::{log, take_log};

/// Who is observed: each of its hooks is logged.
#[derive(Component, Default)]
struct Enemy(u32);

impl Enemy {
    fn init(&mut self) {
        log(format!("init {}", self.0));
    }

    fn on_enable(&mut self) {
        log(format!("on_enable {}", self.0));
    }

    fn on_disable(&mut self) {
        log(format!("on_disable {}", self.0));
    }

    fn on_reset(&mut self) {
        log(format!("on_reset {}", self.0));
    }

    fn shutdown(&mut self) {
        log(format!("shutdown {}", self.0));
    }
}

/// Has no hooks at all.
#[derive(Component, Default)]
struct Plain(u32);

/// Observes both, as a component.
#[derive(Component, Default)]
#[component(on(
    Add<Enemy>, Remove<Enemy>, Enable<Enemy>, Disable<Enemy>,
    Add<Plain>, Remove<Plain>, Enable<Plain>, Disable<Plain>,
))]
struct Radar;

impl Radar {
    fn on_add_enemy(&mut self, e: &Add<Enemy>) {
        log(format!("Add {}", e.borrow().0));
    }

    fn on_remove_enemy(&mut self, e: &Remove<Enemy>) {
        log(format!("Remove {}{}", of(e.get().map(|enemy| enemy.0)), reason(e.why(), e.is_late())));
    }

    fn on_enable_enemy(&mut self, e: &Enable<Enemy>) {
        log(format!("Enable {}", e.handle().borrow().0));
    }

    fn on_disable_enemy(&mut self, e: &Disable<Enemy>) {
        log(format!("Disable {}", of(e.get().map(|enemy| enemy.0))));
    }

    fn on_add_plain(&mut self, e: &Add<Plain>) {
        log(format!("Add {}", e.borrow().0));
    }

    fn on_remove_plain(&mut self, e: &Remove<Plain>) {
        log(format!("Remove {}{}", of(e.get().map(|plain| plain.0)), reason(e.why(), e.is_late())));
    }

    fn on_enable_plain(&mut self, e: &Enable<Plain>) {
        log(format!("Enable {}", e.handle().borrow().0));
    }

    fn on_disable_plain(&mut self, e: &Disable<Plain>) {
        log(format!("Disable {}", of(e.get().map(|plain| plain.0))));
    }
}

fn of(value: Option<u32>) -> String {
    value.map_or_else(|| "?".into(), |value| value.to_string())
}

fn reason(why: Removal, is_late: bool) -> String {
    format!(" {why:?}{}", if is_late { " late" } else { "" })
}

/// A world with someone who observes, as a component.
fn radar() -> Handle<Radar> {
    let radar = Entity::spawn().add::<Radar>();
    take_log();
    radar
}

/// Lets closures log all that they hear of a type, under a name.
fn log_all<T: Component>(name: &'static str) {
    observe(move |_: &Add<T>| log(format!("{name} Add"))).forever();
    observe(move |_: &Enable<T>| log(format!("{name} Enable"))).forever();
    observe(move |_: &Disable<T>| log(format!("{name} Disable"))).forever();
    observe(move |e: &Remove<T>| log(format!("{name} Remove{}", reason(e.why(), e.is_late())))).forever();
}

/// What was logged since the last time, in one line.
fn logged() -> String {
    take_log().join(", ")
}
