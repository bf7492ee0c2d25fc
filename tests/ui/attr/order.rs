//! In `after` and `before`, a type names each other type once, on one side, and never itself.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
#[component(after(Wind), before(Wind))] //~ ERROR in both
struct Both;

#[derive(Component)]
#[component(after(Wind), before(late_update(Wind)))] //~ ERROR in both
struct BothInAPhase;

#[derive(Component)]
#[component(after(Wind), after(Wind))] //~ ERROR names this type twice
struct Twice;

#[derive(Component)]
#[component(after(Wind, late_update(Wind)))] //~ ERROR names this type twice
struct TwiceInAPhase;

#[derive(Component)]
#[component(after(Itself))] //~ ERROR cannot run after itself
struct Itself;

#[derive(Component)]
#[component(before(Self))] //~ ERROR cannot run before itself
struct BySelf;

macro_rules! component {
    ($name:ident after $other:ty) => {
        #[derive(Component)]
        #[component(after($other))]
        struct $name;
    };
}

// The type comes in invisible parentheses.
component!(FromAMacro after FromAMacro); //~ ERROR cannot run after itself

fn main() {}
