//! Law V4: any bad input is an error with its place, and the world stays as it was, bit for bit.

mod edited;
mod long;
mod mangled;

use ecs_core::saves::SaveList;
use ecs_core::{Entity, LoadError, World};

use crate::formats::Format;
use crate::{Hull, Listed, named, scene};

/// All that can be seen of a world: entities, values, links, switches, counts, the bytes of a save.
#[derive(PartialEq, Debug)]
struct Seen {
    dump: String,
    counts: [u64; 5],
    stores: Vec<(&'static str, usize, usize)>,
    time: String,
    save: Vec<u8>,
}

fn seen() -> Seen {
    let stats = World::stats();
    let counts = [
        stats.alive as u64,
        stats.spawned,
        stats.despawned,
        stats.timers as u64 + stats.tasks as u64,
        stats.soft.count,
    ];
    let stores = stats.stores.iter().map(|store| (store.component, store.count, store.enabled)).collect();
    let time = format!("{:?}", ecs_core::time());
    Seen { dump: World::dump(), counts, stores, time, save: Format::Postcard.write::<Listed>().0 }
}

/// A world with something in it, where indices are free, and which id is handed out next.
struct Before {
    seen: Seen,
    next: [Entity; 3],
}

fn ids() -> [Entity; 3] {
    [(); 3].map(|()| Entity::spawn())
}

impl Before {
    /// Makes the current world such a one.
    fn make() -> Self {
        let make = || {
            let holes = [(); 3].map(|()| Entity::spawn());
            scene();
            named("beside").with(Hull(9)).after(10.0, |_: Entity| ());
            holes[1].despawn();
        };
        // What comes next is known of a world with the same history.
        let twin = World::new();
        let next = twin.enter(|| {
            make();
            ids()
        });
        make();
        Self { seen: seen(), next }
    }

    /// Fails if anything has changed.
    #[track_caller]
    fn assert_unchanged(self, what: &str) {
        let now = seen();
        assert!(now == self.seen, "{what}: {now:#?}\n{:#?}", self.seen);
        let parts = |entity: Entity| (entity.index(), entity.generation());
        assert_eq!(ids().map(parts), self.next.map(parts), "{what}: the next ids");
    }
}

/// Reads a bad save in a world of its own, and returns the error; the world is as it was.
#[track_caller]
fn refused_as<L: SaveList>(format: Format, bytes: &[u8]) -> LoadError {
    World::new().enter(|| {
        let before = Before::make();
        let error = match format.try_read::<L>(bytes) {
            Err(error) => error,
            Ok(report) => panic!("{format:?} has read {}: {report:?}", String::from_utf8_lossy(bytes)),
        };
        assert!(error.to_string().starts_with("cannot load: "), "{error}");
        before.assert_unchanged(&error.to_string());
        let before = Before { seen: seen(), next: World::new().enter(ids) };
        assert!(format.try_reload::<L>(bytes).is_err());
        assert!(seen() == before.seen, "a reload that is refused");
        error
    })
}

/// [`refused_as`] what most tests save.
#[track_caller]
fn refused(format: Format, bytes: &[u8]) -> LoadError {
    refused_as::<Listed>(format, bytes)
}

/// A save of the scene.
fn good(format: Format) -> Vec<u8> {
    World::new().enter(|| {
        scene();
        format.write::<Listed>().0
    })
}
