//! The inputs with which the fuzzer begins, some changes of them, and what it has found.

use std::fs;
use std::path::PathBuf;

use ecs_core::{Component, Entity, Handle, Save, Singleton, World};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::fuzzed::{All, FORMS, Form, Gun, Hull, is_save, something};
use crate::support::{Random, root, sized};

/// A save under a name; those that can be loaded begin with `good`.
type Seed = (String, Vec<u8>);

impl Form {
    fn folder(self) -> PathBuf {
        let name = match self {
            Self::Postcard => "read_postcard",
            Self::Json => "read_json",
        };
        root().join("fuzz/corpus").join(name)
    }

    fn of<L: ecs_core::saves::SaveList>(self, part: Option<&[Entity]>) -> Vec<u8> {
        let written = match (self, part) {
            (Self::Postcard, None) => Save::<L>::write_with(postcard::to_allocvec),
            (Self::Postcard, Some(part)) => Save::<L>::write_only_with(part, postcard::to_allocvec),
            (Self::Json, None) => Save::<L>::write_with(serde_json::to_vec),
            (Self::Json, Some(part)) => Save::<L>::write_only_with(part, serde_json::to_vec),
        };
        written.unwrap_or_else(|error| panic!("{self:?}: {error}")).0
    }
}

/// What was saved before types have got other names and forms.
mod before {
    use super::*;

    #[derive(Component, Serialize, Deserialize)]
    pub struct Hp(pub u16);

    #[derive(Component, Serialize, Deserialize)]
    #[component(save = "health")]
    pub struct Health {
        pub now: i32,
        pub by: Option<Handle<Gun>>,
    }
}

/// What has a pool is another type, which says of its members what it likes.
mod liars {
    use super::*;

    #[derive(Component, Serialize, Deserialize)]
    #[component(save = "Cave")]
    pub struct Cave {
        pub bats: Members,
        pub door: Entity,
    }

    #[derive(Serialize, Deserialize)]
    pub struct Members {
        pub max: Option<usize>,
        pub parked: Vec<Entity>,
        pub taken: Vec<Entity>,
    }

    #[derive(Singleton, Serialize, Deserialize, Default)]
    #[component(save = "Score")]
    pub struct Score {
        pub points: u64,
        pub best: Option<Handle<Gun>>,
    }
}

fn saved(form: Form, make: impl FnOnce() -> Vec<Entity>) -> Vec<u8> {
    World::new().enter(|| {
        let part = make();
        form.of::<All>((!part.is_empty()).then_some(&*part))
    })
}

/// A save with pools whose members are no entities that wait in one.
fn lying_pools(form: Form, members: impl Fn(Entity, Entity) -> [Vec<Entity>; 2]) -> Vec<u8> {
    World::new().enter(|| {
        liars::Score::set(liars::Score::default());
        let globals = liars::Score::borrow().entity();
        let ship = Entity::spawn().with(Hull(1));
        for _ in 0..2 {
            let [parked, taken] = members(ship, globals);
            let bats = liars::Members { max: Some(2), parked, taken };
            Entity::spawn().with(liars::Cave { bats, door: globals }).child_of(ship);
        }
        form.of::<(Hull, liars::Cave, liars::Score)>(None)
    })
}

fn good(form: Form) -> Vec<Seed> {
    let everything = || {
        something();
        vec![]
    };
    let part = || {
        something();
        vec![ecs_core::find("ship").expect("it has its name")]
    };
    let many = || {
        (0..40).for_each(|number| _ = Entity::spawn().with(Hull(number * 1_000)));
        let mut last = Entity::spawn();
        (0..9).for_each(|_| last = Entity::spawn().child_of(last));
        vec![]
    };
    let old = World::new().enter(|| {
        let gun = Entity::spawn().insert(Gun::default());
        gun.entity().with(before::Health { now: -3, by: Some(gun) });
        form.of::<(Gun, before::Health)>(None)
    });
    let older = World::new().enter(|| {
        (0..5).for_each(|number| _ = Entity::spawn().with(before::Hp(number * 100)));
        form.of::<before::Hp>(None)
    });
    let mut seeds = vec![
        ("good-empty", saved(form, Vec::new)),
        ("good-everything", saved(form, everything)),
        ("good-part", saved(form, part)),
        ("good-many", saved(form, many)),
        ("good-old", old),
        ("good-older", older),
        ("bad-lying-pool-of-live", lying_pools(form, |ship, _| [vec![ship, ship], vec![ship]])),
        ("bad-pool-of-globals", lying_pools(form, |_, globals| [vec![globals], vec![]])),
        ("bad-pool-has-taken-globals", lying_pools(form, |ship, globals| [vec![], vec![globals, ship]])),
    ];
    if form == Form::Json {
        let mut save: Value = serde_json::from_slice(&seeds[1].1).expect("it is JSON");
        save["more"] = json!({ "of": ["a", "later", "version"] });
        save["types"][0]["type"] = json!("Nobody");
        seeds.push(("good-with-what-nobody-knows", save.to_string().into_bytes()));
    }
    seeds.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect()
}

fn bad(form: Form, good: &[u8]) -> Vec<Seed> {
    let mut seeds: Vec<Seed> =
        [1, 4, 7].map(|part| (format!("bad-cut-{part}"), good[..good.len() * part / 8].to_vec())).into();
    match form {
        Form::Postcard => {
            // Three times, then the number of frames.
            let mut clock = good.to_vec();
            clock.splice(13..14, [vec![0xff; 9], vec![1]].concat());
            seeds.push(("bad-clock".to_owned(), clock));
            seeds.push(("bad-length".to_owned(), [&[0], &[0xff; 8][..], &[1]].concat()));
            seeds.push((
                "bad-cycle".to_owned(),
                vec![0, 2, 0, 0, 1, 0, 4, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0],
            ));
            seeds.push(("bad-nobody".to_owned(), vec![0, 1, 0, 1, 1, 9, 1, b'x', 0, 0]));
        }
        Form::Json => {
            let edits: [(&str, &str, Value); 8] = [
                ("bad-clock", "/clock/frame", json!(u64::MAX)),
                ("bad-cycle", "/parents", json!([1, 2, 2, 1])),
                ("bad-flags", "/entities/0", json!(4)),
                ("bad-names", "/names", json!([[1, "x"], [1, "y"]])),
                ("bad-owner", "/types/0/entities/0", json!(u32::MAX - 1)),
                ("good-order-of-many", "/types/0/order", json!(u32::MAX)),
                ("bad-version", "/types/0/type", json!("health@9")),
                ("bad-handle", "/types/1/values/0/target", json!("99")),
            ];
            for (name, place, value) in edits {
                let mut save: Value = serde_json::from_slice(good).expect("it is JSON");
                *save.pointer_mut(place).unwrap_or_else(|| panic!("there is no {place}")) = value;
                seeds.push((name.to_owned(), save.to_string().into_bytes()));
            }
        }
    }
    seeds
}

fn seeds(form: Form) -> Vec<Seed> {
    let good = good(form);
    let bad = bad(form, &good[1].1);
    good.into_iter().chain(bad).collect()
}

#[test]
fn v4_the_seeds_of_the_fuzzer_are_loaded_or_the_world_is_as_it_was() {
    for form in FORMS {
        for (name, bytes) in seeds(form) {
            let is_read = is_save(form, &bytes);
            assert_eq!(is_read, name.starts_with("good"), "{form:?}: {name}");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn v4_the_seeds_are_in_the_corpus_and_all_of_it_is_loaded_or_refused() {
    let blesses = std::env::var_os("ECS_BLESS").is_some();
    for form in FORMS {
        for (name, bytes) in seeds(form) {
            let path = form.folder().join(name);
            if blesses {
                fs::create_dir_all(form.folder()).expect("a folder is made");
                fs::write(&path, &bytes).expect("a seed is written");
            }
            let kept = fs::read(&path).ok();
            assert!(kept == Some(bytes), "{path:?} is not what is written now: `ECS_BLESS=1` writes it");
        }
        for entry in fs::read_dir(form.folder()).expect("there is a corpus") {
            is_save(form, &fs::read(entry.expect("an entry").path()).expect("it is a file"));
        }
    }
}

/// Changes some parts of bytes at random.
fn mutated(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bad = bytes.to_vec();
    for _ in 0..1 + random.below(3) {
        if bad.is_empty() {
            break;
        }
        let at = random.below(bad.len());
        match random.below(7) {
            0 => bad[at] = random.below(256) as u8,
            1 => bad[at] = bad[at].wrapping_add(1),
            2 => bad[at] = bad[random.below(bytes.len().min(bad.len()))],
            3 => drop(bad.drain(at..(at + 1 + random.below(4)).min(bad.len()))),
            // A number after a number, and one that is long.
            4 => bad[at] ^= 1 << random.below(8),
            5 => drop(bad.splice(at..=at, [0xff, 0xff, 0xff, 0xff, 0x0f])),
            _ => {
                let from = random.below(other.len());
                let to = (from + 1 + random.below(30)).min(other.len());
                drop(bad.splice(at..(at + to - from).min(bad.len()), other[from..to].to_vec()));
            }
        }
    }
    bad
}

/// Replaces a number in a text by one that stands for something else.
fn renumbered(text: &[u8], random: &mut Random) -> Vec<u8> {
    let is_begin = |place: &usize| {
        text[*place].is_ascii_digit() && (*place == 0 || !text[place - 1].is_ascii_alphanumeric())
    };
    let places: Vec<usize> = (0..text.len()).filter(is_begin).collect();
    let Some(&at) = places.get(random.below(places.len().max(1))) else { return text.to_vec() };
    let end = at + text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let numbers: [&[u8]; 10] =
        [b"0", b"1", b"2", b"3", b"7", b"12", b"4294967295", b"18446744073709551615", b"-1", b"null"];
    [&text[..at], numbers[random.below(numbers.len())], &text[end..]].concat()
}

#[test]
fn v4_seeds_that_are_changed_at_random_are_loaded_or_the_world_is_as_it_was() {
    let mut random = Random(5);
    for form in FORMS {
        let seeds = seeds(form);
        let mut outcomes = [0; 2];
        for round in 0..sized(2, 100, 400) {
            let [one, other] = [(); 2].map(|()| &seeds[random.below(seeds.len())].1);
            let bytes = match form {
                Form::Json if round % 2 == 0 => renumbered(one, &mut random),
                _ => mutated(one, other, &mut random),
            };
            outcomes[usize::from(is_save(form, &bytes))] += 1;
        }
        assert!(outcomes.iter().all(|&count| count != 0) || cfg!(miri), "{form:?}: {outcomes:?}");
    }
}
