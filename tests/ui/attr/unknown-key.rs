//! Of a key that does not exist, the nearest one is named, also by the names of other engines.

use ecs_core::Component;

#[derive(Component)]
#[component(colour)] //~ ERROR unknown key
struct Unknown;

#[derive(Component)]
#[component(uptade)] //~ ERROR did you mean `update`?
struct Misspelt;

#[derive(Component)]
#[component(inherit)] //~ ERROR did you mean `inherits`?
struct TheMethod;

impl TheMethod {
    fn inherit(&mut self, _: Option<&Self>) {}
}

#[derive(Component)]
#[component(awake)] //~ ERROR `awake` is not a hook, did you mean `init`?
struct OtherEngine;

#[derive(Component, Default)]
struct Wind;

#[derive(Component)]
#[require(Wind)] //~ ERROR write `#[component(requires(Wind))]`
struct OfBevy;

fn main() {
    TheMethod.inherit(None);
}
