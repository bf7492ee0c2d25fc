//! The attribute is a list of keys with commas between them, each key once.

use ecs_core::Component;

#[derive(Component)]
#[component] //~ ERROR expected a list of keys
struct NoList;

#[derive(Component)]
#[component = "update"] //~ ERROR expected a list of keys
struct Value;

#[derive(Component)]
#[component("update")] //~ ERROR expected a key
struct Text;

#[derive(Component)]
#[component(update isolated)] //~ ERROR expected `,`
struct NoComma;

#[derive(Component)]
#[component(update)]
#[component(update)] //~ ERROR duplicate key
struct Twice;

impl Twice {
    fn update(&mut self) {}
}

#[derive(Component)]
#[component(inherits)]
#[component(inherits = follow)] //~ ERROR duplicate key `inherits`
struct TwiceInTwoForms;

impl TwiceInTwoForms {
    fn follow(&mut self, _: Option<&Self>) {}
}

fn main() {
    TwiceInTwoForms.follow(None);
}
