//! The formats in which the tests save, and worlds that are compared.

use ecs_core::saves::{LoadReport, SaveList, SaveReport};
use ecs_core::{LoadError, Save, SaveError, World};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Json,
    Ron,
    Postcard,
}

pub const ALL: [Format; 3] = [Format::Json, Format::Ron, Format::Postcard];

/// Those that describe themselves.
pub const TEXTS: [Format; 2] = [Format::Json, Format::Ron];

impl Format {
    pub fn try_write<L: SaveList>(self) -> Result<(Vec<u8>, SaveReport), SaveError> {
        match self {
            Self::Json => Save::<L>::write_with(serde_json::to_vec),
            Self::Ron => Save::<L>::write_with(|save| ron::to_string(save).map(String::into_bytes)),
            Self::Postcard => Save::<L>::write_with(postcard::to_allocvec),
        }
    }

    #[track_caller]
    pub fn write<L: SaveList>(self) -> (Vec<u8>, SaveReport) {
        self.try_write::<L>().unwrap_or_else(|error| panic!("{self:?}: {error}"))
    }

    pub fn try_write_only<L: SaveList>(
        self,
        part: &[ecs_core::Entity],
    ) -> Result<(Vec<u8>, SaveReport), SaveError> {
        match self {
            Self::Json => Save::<L>::write_only_with(part, serde_json::to_vec),
            Self::Ron => {
                Save::<L>::write_only_with(part, |save| ron::to_string(save).map(String::into_bytes))
            }
            Self::Postcard => Save::<L>::write_only_with(part, postcard::to_allocvec),
        }
    }

    #[track_caller]
    pub fn write_only<L: SaveList>(self, part: &[ecs_core::Entity]) -> (Vec<u8>, SaveReport) {
        self.try_write_only::<L>(part).unwrap_or_else(|error| panic!("{self:?}: {error}"))
    }

    pub fn try_read<L: SaveList>(self, bytes: &[u8]) -> Result<LoadReport, LoadError> {
        match self {
            Self::Json => Save::<L>::read_with(|| serde_json::from_slice(bytes)),
            Self::Ron => Save::<L>::read_with(|| ron::de::from_bytes(bytes)),
            Self::Postcard => Save::<L>::read_with(|| postcard::from_bytes(bytes)),
        }
    }

    #[track_caller]
    pub fn read<L: SaveList>(self, bytes: &[u8]) -> LoadReport {
        self.try_read::<L>(bytes)
            .unwrap_or_else(|error| panic!("{self:?}: {error}\n{}", String::from_utf8_lossy(bytes)))
    }

    pub fn try_reload<L: SaveList>(self, bytes: &[u8]) -> Result<LoadReport, LoadError> {
        match self {
            Self::Json => Save::<L>::reload_with(|| serde_json::from_slice(bytes)),
            Self::Ron => Save::<L>::reload_with(|| ron::de::from_bytes(bytes)),
            Self::Postcard => Save::<L>::reload_with(|| postcard::from_bytes(bytes)),
        }
    }

    #[track_caller]
    pub fn reload<L: SaveList>(self, bytes: &[u8]) -> LoadReport {
        self.try_reload::<L>(bytes).unwrap_or_else(|error| panic!("{self:?}: {error}"))
    }
}

/// What [`World::dump`] shows, of worlds that are equal but for their ids the same: ids are replaced by
/// numbers, and the components of each entity are sorted by the names of their types.
pub fn picture() -> String {
    let dump = World::dump();
    let mut lines: Vec<&str> = dump.lines().collect();
    let is_entity = |line: &str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let is_component = |line: &&str| !is_entity(line) && *line != "singletons";
    for components in lines.chunk_by_mut(|a, b| is_component(a) && is_component(b)) {
        // No two of an entity are of one type.
        components.sort_by_key(|line| line.split(|c: char| c != ' ' && !c.is_alphanumeric()).next());
    }
    without_ids(&lines.join("\n"))
}

/// Fails unless two texts are equal, and says where they are not.
#[track_caller]
pub fn assert_same(left: &str, right: &str, of: &dyn std::fmt::Debug) {
    let mut lines = left.lines().zip(right.lines());
    if let Some((left, right)) = lines.find(|(left, right)| left != right) {
        panic!("{of:?}:\n{left}\n{right}");
    }
    assert!(left == right, "{of:?}: {} and {} bytes", left.len(), right.len());
}

/// A text with each id in it, as `12v1`, replaced by `#` and the how many-th other one it is.
pub fn without_ids(text: &str) -> String {
    let is_id = |word: &str| {
        let mut halves = word.split('v');
        let is_number = |half: Option<&str>| {
            half.is_some_and(|half| !half.is_empty() && half.bytes().all(|byte| byte.is_ascii_digit()))
        };
        is_number(halves.next()) && is_number(halves.next()) && halves.next().is_none()
    };
    let mut known: Vec<&str> = Vec::new();
    let mut out = String::new();
    for word in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let end = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        if is_id(end) {
            let number = known.iter().position(|id| *id == end).unwrap_or_else(|| {
                known.push(end);
                known.len() - 1
            });
            out += &format!("#{number}{}", &word[end.len()..]);
        } else {
            out += word;
        }
    }
    out
}

/// In each of some formats: makes a world, saves it, loads it in a fresh world, compares the two and their
/// saves, and runs a check in the new one.
#[track_caller]
pub fn come_back_in<L: SaveList>(formats: &[Format], make: impl Fn(), check: impl Fn(LoadReport)) {
    for &format in formats {
        let (bytes, before) = World::new().enter(|| {
            make();
            (format.write::<L>().0, picture())
        });
        World::new().enter(|| {
            let report = format.read::<L>(&bytes);
            assert_same(&picture(), &before, &format);
            let again = format.write::<L>().0;
            assert_same(&String::from_utf8_lossy(&again), &String::from_utf8_lossy(&bytes), &format);
            check(report);
        });
    }
}

/// [`come_back_in`] all formats.
#[track_caller]
pub fn come_back<L: SaveList>(make: impl Fn(), check: impl Fn(LoadReport)) {
    come_back_in::<L>(&ALL, make, check);
}

#[test]
fn ids_are_replaced_in_a_picture() {
    let text = "12v1 \"a\"\n  Gun(Handle<Hull>(3v2 \"b\"), [12v1, v1, 1v])\n";
    assert_eq!(without_ids(text), "#0 \"a\"\n  Gun(Handle<Hull>(#1 \"b\"), [#0, v1, 1v])\n");
}
