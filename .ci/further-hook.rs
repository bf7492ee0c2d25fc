//! Has two hooks that the library has not: `.ci/further-hook` adds their lines to a copy of it.
#![deny(warnings)]

use ecs_core::{Archetype, Component, Entity, Phase, Pool, explain_order, update_all};

/// Its hooks are found by their names.
#[derive(Component, Default)]
struct Plane {
    calls: Vec<&'static str>,
}

impl Plane {
    fn late_update(&mut self) {
        self.calls.push("late_update");
    }
    fn last_update(&mut self, dt: f32) {
        assert_eq!(dt, 0.5);
        self.calls.push("last_update");
    }
    fn on_land(&mut self, bird: Option<&mut Bird>) {
        self.calls.push("on_land");
        bird.unwrap().landed = true;
    }
    fn on_reset(&mut self) {
        self.calls.push("on_reset");
    }
}

/// Its hooks have keys.
#[derive(Component, Default)]
#[component(last_update = rest, on_land = none, after(last_update(Plane)))]
struct Bird {
    rests: u32,
    landed: bool,
}

impl Bird {
    fn rest(&mut self, plane: &Plane) {
        assert_eq!(plane.calls.last(), Some(&"last_update"));
        self.rests += 1;
    }
    fn on_land(&self, _: &str) {}
}

/// Has nothing else to do when it is taken from a pool.
#[derive(Component, Default)]
struct Wheels {
    landings: u32,
}

impl Wheels {
    fn on_land(&mut self) {
        self.landings += 1;
    }
}

/// A generic type has only the hooks that it names: of others rustc warns.
#[expect(deprecated, reason = "the warning of the method")]
mod generic {
    #[derive(ecs_core::Component)]
    pub struct Unnamed<T: 'static>(pub T);

    impl<T> Unnamed<T> {
        pub fn on_land(&self) -> &T {
            &self.0
        }
    }
}

fn main() {
    let pool = Pool::<Archetype<(Bird, Plane, Wheels)>>::new();
    let plane = pool.take();
    update_all(0.5);
    assert_eq!((plane.borrow::<Bird>().rests, plane.borrow::<Bird>().landed), (1, false));
    assert!(pool.give_back(plane));
    let plane = pool.take();
    assert_eq!(plane.borrow::<Plane>().calls, ["late_update", "last_update", "on_land", "on_reset"]);
    assert!(plane.borrow::<Bird>().landed);
    assert_eq!(plane.borrow::<Wheels>().landings, 1);

    assert_eq!(Phase::ALL.map(Phase::hook), ["fixed_update", "update", "late_update", "last_update"]);
    let passes = "last_update:\n  1. Plane: added 2nd\n  2. Bird: added 1st; after Plane, which its `after` \
                  names\n";
    assert!(explain_order().to_string().ends_with(passes), "{}", explain_order());

    assert_eq!(Entity::spawn().insert(generic::Unnamed(7)).borrow().on_land(), &7);
    Bird::default().on_land("");
}
