//! What a type requires, pools or runs after is a component, with a `Default` or a value of the right type.

use ecs_core::{Component, Singleton};

#[derive(Default)]
struct Rock;

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Health(u32);

#[derive(Component)]
struct Title(String);

#[derive(Singleton, Default)]
struct Score(u32);

#[derive(Component)]
#[component(requires(Rock))] //~ ERROR `Rock` is not a component
struct NoComponent;

#[derive(Component)]
#[component(requires(Rock = Rock))] //~ ERROR `Rock` is not a component
struct ValueOfNoComponent;

#[derive(Component)]
#[component(requires(Wind))] //~ ERROR `Wind` cannot be required
struct NoDefault;

#[derive(Component)]
#[component(requires(Score))] //~ ERROR `Score` is a singleton, or may be one; no entity has a singleton
struct OfASingleton;

#[derive(Component)]
#[component(requires(
    Health("full"), //~ ERROR mismatched types
    Title = 3, //~ ERROR mismatched types
))]
struct WrongValues;

#[derive(Component)]
#[component(pooled(8))] //~ ERROR `Path` cannot be pooled: it has no `Default`
struct Path(Vec<u32>);

#[derive(Component)]
#[component(after(Rock))] //~ ERROR `Rock` is not a component
struct AfterNoComponent;

fn main() {}
