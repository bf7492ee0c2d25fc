//! `near` names the field of a position, or two or three fields of coordinates, of a struct that is stored as a whole.

use ecs_core::Component;

#[derive(Component)]
#[component(near(at, height, more, most))] //~ ERROR wrong form of `near`
struct FourNames {
    at: [f32; 2],
}

#[derive(Component)]
#[component(near(place))] //~ ERROR the type has no such field
struct NoSuchField {
    at: [f32; 2],
}

#[derive(Component)]
#[component(near(at))] //~ ERROR not every value of an `enum` has the position
enum Choice {
    Landed { at: [f32; 2] },
}

#[derive(Component)]
#[component(near(at), soa)] //~ ERROR the position of a type that is `soa` lies apart
struct Apart {
    at: [f32; 2],
}

#[derive(Component)]
#[component(near(name))] //~ ERROR `String` is no position
struct Named {
    name: String,
}

#[derive(Component)]
#[component(near(at))] //~ ERROR `[f32; 4]` is no position
struct FourCoordinates {
    at: [f32; 4],
}

#[derive(Component)]
#[component(near(at))] //~ ERROR `NotCopy` is no position
struct Owned {
    at: NotCopy,
}

struct NotCopy(f32, f32);

impl From<NotCopy> for [f32; 2] {
    fn from(NotCopy(x, y): NotCopy) -> Self {
        [x, y]
    }
}

#[derive(Component)]
#[component(near(x, y))] //~ ERROR mismatched types
struct Wide {
    x: f32,
    y: f64,
}

fn main() {}
