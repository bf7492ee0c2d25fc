//! Component types and packages as nobody should write them.

use std::cell::Cell;
use std::fs;
use std::marker::PhantomPinned;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;

use ecs_core::{
    Component, Entity, KnowsEntity, PerEntity, SnapshotError, Snapshots, Viewable, World,
    hook::{self as p, MaybeClone as _, MaybeCopy as _},
};

use crate::support::{Token, assert_says, live_tokens, message_of, root};

/// The Rust files under a folder, with their text.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    fn visit(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).expect("a folder of the workspace") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                visit(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source is text");
                found.push((path, text));
            }
        }
    }
    let mut found = Vec::new();
    visit(&root().join(folder), &mut found);
    assert!(!found.is_empty(), "{folder} is empty");
    found
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn trap48_no_thread_local_is_made_when_it_is_first_used() {
    let mut statics = 0;
    for (path, text) in [sources("ecs-core/src"), sources("ecs-derive/snapshots")].concat() {
        for (_, block) in
            text.match_indices("thread_local! {").map(|(at, name)| (at, &text[at + name.len()..]))
        {
            let block = block.split_once("}\n").map_or(block, |(block, _)| block);
            for item in block.split("static ").skip(1) {
                statics += 1;
                assert!(item.contains("= const {"), "{}: {item}", path.display());
            }
        }
    }
    assert!(statics >= 3, "one of the world, and one in each snapshot that has a cell");
}

/// A component whose safe, hand-written implementation answers as it likes where its store is.
macro_rules! hostile {
    ($name:ident, $spec:expr, $cell:block) => {
        struct $name(u32, Token);
        impl $name {
            fn new(n: u32) -> Self {
                Self(n, Token::new())
            }
            #[allow(dead_code, reason = "not a hook of each")]
            fn update(&mut self) {
                self.0 += 1;
            }
        }
        impl Component for $name {
            const __SPEC: p::SpecOf<Self> = p::SpecOf::new($spec, None);
            type __Number = p::Many;
            type __Layout = p::Whole;

            fn __cell() -> p::Locator<Self> {
                $cell
            }

            fn __info() -> &'static p::TypeInfo {
                p::info::<Self>()
            }
        }
    };
}

thread_local! {
    static TURN: Cell<u32> = const { Cell::new(0) };
    static IS_MAKING: Cell<bool> = const { Cell::new(false) };
    static ONE: p::StoreCell<TwoCells> = const { p::StoreCell::new() };
    static TWO: p::StoreCell<TwoCells> = const { p::StoreCell::new() };
    static SOMETIMES: p::StoreCell<Fickle> = const { p::StoreCell::new() };
    /// Uses the type that it is made for, while it is made.
    static RECURSIVE: p::StoreCell<Recursive> = {
        if !IS_MAKING.replace(true) {
            let handle = Entity::spawn().insert(Recursive::new(50));
            assert_eq!(handle.borrow().0, 50);
        }
        p::StoreCell::new()
    };
}

fn turn() -> u32 {
    TURN.set(TURN.get() + 1);
    TURN.get()
}

hostile!(TwoCells, p::Spec::new("TwoCells"), {
    p::Locator::Local(if turn().is_multiple_of(2) { &ONE } else { &TWO })
});
hostile!(Fickle, p::Spec::new("Fickle"), {
    if turn().is_multiple_of(3) { p::Locator::ByType } else { p::Locator::Local(&SOMETIMES) }
});
hostile!(Recursive, p::Spec::new("Recursive"), { p::Locator::Local(&RECURSIVE) });
hostile!(
    Absurd,
    p::Spec {
        hooks: p::HookSpec {
            update: p::pass::<Self, _, _>(&p::Method(Self::update, p::PhantomData)),
            ..p::HookSpec::NONE
        },
        passes: p::PassSpec { after: &[p::TypeRef::of::<Self>()], isolated: true, ..p::PassSpec::NONE },
        capacity: 3,
        ..p::Spec::new("TwoCells")
    },
    { p::Locator::ByType }
);

#[test]
fn trap52_a_hand_written_component_may_be_nonsense_but_not_unsound() {
    const FEW: u32 = if cfg!(miri) { 5 } else { 20 };
    fn live<T: KnowsEntity + PerEntity + Viewable>(make: fn(u32) -> T, number: fn(&T) -> u32) {
        for _ in 0..if cfg!(miri) { 1 } else { 3 } {
            let before = T::count();
            let handles: Vec<_> = (0..FEW).map(|n| Entity::spawn().insert(make(n))).collect();
            let guard = handles[1].borrow();
            let more: Vec<_> = (FEW..3 * FEW).map(|n| Entity::spawn().insert(make(n))).collect();
            assert!(handles[0].kill() && !handles[0].is_alive() && number(&guard) == 1);
            assert_eq!(guard.entity(), handles[1].entity());
            drop(guard);
            World::flush();
            assert!(more.iter().zip(FEW..).all(|(handle, n)| number(&handle.borrow_mut()) == n));
            assert_eq!(T::view().len(), before + 3 * FEW as usize - 1);
            drop(ecs_core::try_update_all(0.1));
            assert!(handles[2].entity().remove::<T>().is_some());
            more.iter().for_each(|handle| assert!(handle.entity().despawn()));
        }
        assert!(T::view_mut().iter().all(|value| value.entity().is_alive()));
    }
    /// The cells are used in two worlds in turn, of which one ends.
    fn in_worlds<T: KnowsEntity + PerEntity + Viewable>(make: fn(u32) -> T, number: fn(&T) -> u32) {
        live(make, number);
        let (before, world) = (T::count(), World::new());
        world.enter(|| live(make, number));
        assert_eq!(T::count(), before);
        let there = world.enter(|| Entity::spawn().insert(make(99)));
        drop(world);
        (0..6).for_each(|_| assert!(!there.is_alive() && there.get().is_none() && T::count() == before));
        live(make, number);
        World::clear();
    }
    in_worlds(TwoCells::new, |it| it.0);
    in_worlds(Fickle::new, |it| it.0);
    in_worlds(Recursive::new, |it| it.0);
    in_worlds(Absurd::new, |it| it.0);
    assert_eq!(live_tokens(), 0);
}

/// Gives its column the description of another type.
struct Misled(#[expect(dead_code, reason = "it counts")] Token);

impl Component for Misled {
    const __SPEC: p::SpecOf<Self> = p::SpecOf::new(p::Spec::new("Misled"), None);
    type __Number = p::Many;
    type __Layout = p::Whole;

    fn __cell() -> p::Locator<Self> {
        p::Locator::ByType
    }

    fn __info() -> &'static p::TypeInfo {
        p::info::<Absurd>()
    }
}

#[test]
fn trap52_a_type_with_the_description_of_another_is_never_added() {
    assert!(Entity::spawn().try_insert(Misled(Token::new())).is_err());
    let many = catch_unwind(|| Entity::spawn_many(3, |_, _| Misled(Token::new())));
    assert!(many.is_err());
    assert_eq!((Misled::view().len(), Absurd::view().len(), live_tokens()), (0, 0, 0));
}

#[test]
fn trap58_what_must_not_move_once_pinned_is_never_pinned_and_may_move() {
    #[derive(Component)]
    struct Unmovable(u32, PhantomPinned);
    let all: Vec<_> = (0..100).map(|n| Entity::spawn().insert(Unmovable(n, PhantomPinned))).collect();
    let places = || all[1..].iter().map(|it| std::ptr::from_ref(&*it.borrow()).addr()).collect::<Vec<_>>();
    let before = places();
    assert!(all[0].kill());
    assert_eq!(Unmovable::view().len(), 99);
    assert_ne!(places(), before, "the row of the dead one was closed");
    assert!(all[1..].iter().zip(1..).all(|(it, n)| it.borrow().0 == n));
    if cfg!(miri) {
        return; // reads files
    }
    // Futures are pinned: each lies in a box of its own, and what they wait by is a part of them.
    let is_of_futures = |path: &Path| path.ends_with("timers/task.rs") || path.ends_with("timers/wait.rs");
    for (path, text) in sources("ecs-core/src").into_iter().filter(|(path, _)| !is_of_futures(path)) {
        assert!(!text.contains("Pin<"), "{} gives a pinned reference to what moves", path.display());
    }
}

#[test]
#[cfg_attr(miri, ignore = "starts processes")]
fn trap56_cargo_refuses_two_copies_in_one_program() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("t56");
    drop(fs::remove_dir_all(&folder));
    let original = root().join("ecs-core");
    for (path, text) in sources("ecs-core/src") {
        let copy = folder.join("copy").join(path.strip_prefix(&original).expect("it lies there"));
        write(&copy, &text);
    }
    write(&folder.join("copy/build.rs"), &fs::read_to_string(original.join("build.rs")).expect("it has one"));
    // Another version, as a registry would have it; without the workspace that it inherits from.
    let manifest = fs::read_to_string(original.join("Cargo.toml")).expect("it has one");
    let inherited = fs::read_to_string(root().join("Cargo.toml")).expect("it has one");
    let value = |key: &str| {
        let line =
            inherited.lines().find(|line| line.starts_with(&format!("{key} = "))).expect("it is there");
        format!("{line}\n")
    };
    let mut manifest = manifest.replace("[lints]\nworkspace = true\n", "");
    let path = format!("path = {:?}", root().join("ecs-derive"));
    manifest = manifest.replace("path = \"../ecs-derive\"", &path);
    manifest = manifest.replace("rayon.workspace = true\n", "");
    for key in ["edition", "rust-version", "license", "repository"] {
        manifest = manifest.replace(&format!("{key}.workspace = true\n"), &value(key));
    }
    let manifest = manifest.replace("version.workspace = true\n", "version = \"0.0.1\"\n");
    write(&folder.join("copy/Cargo.toml"), &manifest);
    write(&folder.join("src/lib.rs"), "//! Uses both.\n");
    let program = format!(
        "[package]\nname = \"both\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [workspace]\n\n[dependencies]\n\
         one = {{ package = \"ecs-core\", path = {original:?} }}\n\
         two = {{ package = \"ecs-core\", path = \"copy\" }}\n"
    );
    write(&folder.join("Cargo.toml"), &program);
    let metadata = || {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--offline", "--format-version", "1", "--manifest-path"])
            .arg(folder.join("Cargo.toml"))
            .output()
            .expect("cargo runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (is_accepted, text) = metadata();
    assert!(!is_accepted, "two copies are one program");
    assert!(
        text.contains("ecs-core v0.0.1") && text.contains("`links`") || text.contains("links ="),
        "{text}"
    );
    // All else is in order: without `links` the two are accepted.
    write(&folder.join("copy/Cargo.toml"), &manifest.replace("links = \"ecs-core\"\n", ""));
    let (is_accepted, text) = metadata();
    assert!(is_accepted, "{text}");
}

/// A value whose `Clone` counts, described by hand: with the proofs that there are.
struct Cloned(u32, Token);

impl Clone for Cloned {
    fn clone(&self) -> Self {
        Self(self.0, Token::new())
    }
}

/// As that, without `Clone`: there is no proof to be had.
struct Unique(#[expect(dead_code, reason = "no tag")] u32, #[expect(dead_code, reason = "it counts")] Token);

/// A component that says how it is copied by all the proofs that a probe gives.
macro_rules! copied {
    ($name:ident) => {
        impl Component for $name {
            const __SPEC: p::SpecOf<Self> = p::SpecOf::new(p::Spec::new(stringify!($name)), None)
                .copied(p::Probe::<Self>::CLONE, p::Probe::<Self>::COPY);
            type __Number = p::Many;
            type __Layout = p::Whole;

            fn __cell() -> p::Locator<Self> {
                p::Locator::ByType
            }

            fn __info() -> &'static p::TypeInfo {
                p::info::<Self>()
            }
        }
    };
}

copied!(Cloned);
copied!(Unique);

#[test]
fn trap52_a_snapshot_copies_what_is_proved_to_be_clone_or_copy_and_nothing_else() {
    let all: Vec<_> = (0..20).map(|n| Entity::spawn().insert(Cloned(n, Token::new()))).collect();
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    assert_eq!(live_tokens(), 40, "cloned, and not copied by their bytes");
    all[0].kill();
    snapshots.load(0).unwrap();
    assert!(all.iter().zip(0..).all(|(it, n)| it.borrow().0 == n));
    let unique = Entity::spawn().insert(Unique(1, Token::new()));
    assert_eq!(snapshots.save(1), Err(SnapshotError::NotClone { components: vec!["Unique"] }));
    unique.kill();
    World::flush();
    snapshots.save(1).unwrap();
    drop(snapshots);
    World::reset();
    assert_eq!(live_tokens(), 0);
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a file lies in a folder"))
        .expect("the folder of tests can be written");
    fs::write(path, text).expect("the folder of tests can be written");
}

/// Stands for the crate, and says that rows lie whole which are to lie field by field.
mod elsewhere {
    pub(super) use ecs_core::Component;
    pub(super) use ecs_core::Soa;

    pub(super) mod hook {
        pub(in super::super) use ecs_core::hook::*;
        pub(in super::super) use p::Whole as Split;

        use ecs_core::hook as p;
    }
}

#[test]
fn trap52_a_soa_type_that_does_not_lie_so_gives_no_slices() {
    #[derive(Component)]
    #[component(soa, crate = crate::soundness::types::elsewhere)]
    #[repr(align(16))]
    struct Padded {
        a: u8,
    }
    let all = Entity::spawn_many(3, |n, _| Padded { a: n as u8 });
    assert_eq!(all[2].borrow::<Padded>().a, 2);
    assert_says(&message_of(|| Padded::columns().a.len()), &["their type says so"]);
    assert_says(&message_of(|| Padded::columns_mut().a.len()), &["their type says so"]);
}
