//! `requires` lists types, each once and perhaps with the value that it begins with; never the type itself.

use ecs_core::Component;

#[derive(Component, Default)]
struct Wind(u32);

impl Wind {
    fn strong() -> Self {
        Self(12)
    }
}

#[derive(Component)]
#[component(requires)] //~ ERROR wrong form of `requires`
struct Bare;

#[derive(Component)]
#[component(requires(Wind::strong()))] //~ ERROR wrong form of `requires`
struct NoType;

#[derive(Component)]
#[component(requires(Wind =))] //~ ERROR wrong form of `requires`
struct NoValue;

#[derive(Component)]
#[component(requires = Wind(1))] //~ ERROR wrong form of `requires`
struct Value;

#[derive(Component)]
#[component(requires(Wind), requires(Wind))] //~ ERROR names this type twice
struct Twice;

#[derive(Component, Default)]
#[component(requires(Itself))] //~ ERROR cannot require itself
struct Itself;

#[derive(Component, Default)]
#[component(requires(Self))] //~ ERROR cannot require itself
struct BySelf;

fn main() {
    let _ = Wind::strong;
}
