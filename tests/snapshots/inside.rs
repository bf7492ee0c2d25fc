//! R2: in the middle of something else nothing is saved, and nothing goes back.

use std::cell::RefCell;

use ecs_core::{
    Add, Archetype, Component, Entity, Pool, Prefab, Save, Schedule, Singleton, Snapshots, World, local,
    observe, query, update_all,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::support::{hash_now, log, on_thread, take_log};

#[derive(Component, Clone, Serialize)]
struct Label(String);

fn label(text: &str) -> Label {
    Label(text.into())
}

#[derive(Component, Clone, Copy, Serialize)]
struct Number(u32);

thread_local! {
    /// Those of the world, where code that runs in the middle finds them.
    static SNAPSHOTS: RefCell<Option<Snapshots>> = const { RefCell::new(None) };
}

/// Tries to go back to frame 0 and to save frame 1.
fn to_and_fro() {
    let Some(mut snapshots) = SNAPSHOTS.take() else { return };
    for result in [snapshots.load(0), snapshots.save(1)] {
        log(if result.is_ok() { "done" } else { "refused" });
    }
    SNAPSHOTS.set(Some(snapshots));
}

/// In the middle of whatever is done with a value of it, it tries to go back.
#[derive(Component)]
struct Wild(u32);

impl Default for Wild {
    fn default() -> Self {
        to_and_fro();
        Self(0)
    }
}

impl Clone for Wild {
    fn clone(&self) -> Self {
        to_and_fro();
        Self(self.0)
    }
}

impl Serialize for Wild {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        to_and_fro();
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Wild {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        to_and_fro();
        u32::deserialize(deserializer).map(Self)
    }
}

/// Its drop tries to go back.
#[derive(Component)]
#[component(no_snapshot)]
struct Ending;

impl Drop for Ending {
    fn drop(&mut self) {
        to_and_fro();
    }
}

#[derive(Singleton, Clone, Serialize)]
struct Score(u32);

impl Default for Score {
    fn default() -> Self {
        to_and_fro();
        Self(0)
    }
}

/// Does something in the middle of which that is tried. The entity was there when frame 0 was saved.
type Act = fn(Entity);

const MOMENTS: [(&str, Act); 19] = [
    ("the default of a component of an old entity", |old| _ = old.try_add::<Wild>()),
    ("that of a new one, which is gone then", |_| _ = Entity::spawn().try_add::<Wild>()),
    ("the making of one, where another one is added then", |_| {
        _ = Entity::spawn().try_add_with(|| {
            to_and_fro();
            Entity::spawn().insert(Number(1));
            Number(2)
        });
    }),
    ("the making of one among many", |_| {
        Entity::spawn_many(10, |place, _| {
            if place == 5 {
                to_and_fro();
            }
            (label("many"), Number(3))
        });
    }),
    ("the default of a singleton", |_| Score::borrow_mut().0 += 1),
    ("the making of a value of a pool", |_| {
        let make = || {
            to_and_fro();
            (label("pooled"),)
        };
        let pool = Pool::<Archetype<(Label,)>>::with(make, |_| to_and_fro());
        (0..2).for_each(|_| _ = pool.give_back(pool.take()));
    }),
    ("the building of a prefab", |_| _ = Prefab::new(|_| to_and_fro()).spawn()),
    ("the comparing of a sort", |_| sort()),
    ("a walk", |_| Label::for_each(|_| to_and_fro())),
    ("a query", |_| query::<&Label>().each(|_| to_and_fro())),
    ("the cloning of an entity", |_| _ = Entity::spawn().with(Wild(1)).try_duplicate()),
    ("the writing and the reading of a save", |_| save_and_read()),
    ("a schedule of its own", |_| Schedule::new().add(local(to_and_fro)).run(0.1)),
    ("a timer", |old| _ = old.after(0.05, |_| to_and_fro())),
    ("an observer", |old| {
        observe(|_: &Add<Number>| to_and_fro()).forever();
        old.insert(Number(1));
    }),
    ("a message", |_| World::remote().send(to_and_fro).unwrap()),
    ("the drop of an entity that ends", |old| {
        Entity::spawn().with(label("new")).with(Ending).despawn();
        old.with(Ending).despawn();
    }),
    ("a drop that had to wait", |old| {
        let ending = old.insert(Ending);
        let guard = ending.borrow();
        old.despawn();
        drop(guard);
    }),
    ("the drop of what is left out, while another ring goes back", |_| {
        let mut others = Snapshots::new(1);
        others.save(0).unwrap();
        (0..2).for_each(|_| _ = Entity::spawn().insert(Ending));
        others.load(0).unwrap();
    }),
];

fn sort() {
    Entity::spawn().insert(label("second"));
    Label::sort_by(|one, other| {
        to_and_fro();
        other.0.cmp(&one.0)
    });
}

fn save_and_read() {
    Entity::spawn().insert(Wild(1));
    let mut bytes = Vec::new();
    if Save::<(Wild,)>::write(&mut serde_json::Serializer::new(&mut bytes)).is_ok() {
        drop(Save::<(Wild,)>::read(&mut serde_json::Deserializer::from_slice(&bytes)));
    }
}

#[test]
fn r2_in_the_middle_of_something_else_nothing_is_saved_and_nothing_goes_back() {
    for (what, act) in MOMENTS {
        on_thread(move || {
            let old = Entity::spawn().with(label("old"));
            let mut snapshots = Snapshots::new(2);
            snapshots.save(0).unwrap();
            SNAPSHOTS.set(Some(snapshots));
            act(old);
            update_all(0.1);
            let said = take_log();
            assert!(!said.is_empty() && said.iter().all(|said| said == "refused"), "{what}: {said:?}");
            // What it was the middle of has gone on, and it is possible then.
            let mut snapshots = SNAPSHOTS.take().unwrap();
            assert!(!snapshots.contains(1), "{what}");
            assert!(Label::view().iter().all(|label| label.entity().has::<Label>()), "{what}");
            assert!(Number::view().iter().all(|number| number.entity().has::<Number>()), "{what}");
            snapshots.load(0).unwrap();
            assert_eq!(hash_now(), snapshots.hash(0).unwrap().total(), "{what}");
        });
    }
}
