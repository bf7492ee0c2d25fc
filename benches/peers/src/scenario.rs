//! The work: what each scenario does, with how many entities, and what it measures.

use std::fmt;
use std::str::FromStr;

/// The scenarios, with their names on the command line, in tables and in files.
macro_rules! scenarios {
    ($($scenario:ident: $name:literal),* $(,)?) => {
        /// A piece of work that every peer does in its own way.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Scenario {
            $(#[doc = concat!("`", $name, "`: see [`Spec::about`].")] $scenario,)*
        }

        impl Scenario {
            /// All of them, in the order in which they are run.
            pub const ALL: &[Self] = &[$(Self::$scenario),*];

            /// Returns the name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$scenario => $name,)*
                }
            }
        }
    };
}

scenarios! {
    CreateOne: "create_one",
    CreateBulk: "create_bulk",
    CreateOneUsed: "create_one_used",
    CreateBulkUsed: "create_bulk_used",
    AddSpikes: "add_spikes",
    Memory: "memory",
    ByReference: "by_reference",
    Surroundings: "surroundings",
    ByIteration: "by_iteration",
    RandomAccess: "random_access",
    Tracked: "tracked",
    Join: "join",
    Recycle: "recycle",
    Despawn: "despawn",
    ManyTypes: "many_types",
    Rooms: "rooms",
    Prepare: "prepare",
    SimpleInsert: "simple_insert",
    SimpleInsertOne: "simple_insert_one",
    SimpleIter: "simple_iter",
    FragmentedIter: "fragmented_iter",
    Schedule: "schedule",
    HeavyCompute: "heavy_compute",
    AddRemove: "add_remove",
    ByTrait: "by_trait",
    Scene: "scene",
    SceneChain: "scene_chain",
    SceneStar: "scene_star",
    SceneChanges: "scene_changes",
    Pairs: "pairs",
    Lists: "lists",
    Either: "either",
    Filters: "filters",
    Unchanged: "unchanged",
    Apart: "apart",
    SetIfOther: "set_if_other",
    Gone: "gone",
    Messages: "messages",
    SpawnLater: "spawn_later",
    EmptySystems: "empty_systems",
    Pooled: "pooled",
    Group: "group",
    Saves: "saves",
    Snapshots: "snapshots",
    Fields: "fields",
}

/// A name that no scenario has.
#[derive(Debug)]
pub struct Unknown;

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let names: Vec<_> = Scenario::ALL.iter().map(|scenario| scenario.name()).collect();
        write!(f, "there are {}", names.join(", "))
    }
}

impl std::error::Error for Unknown {}

impl FromStr for Scenario {
    type Err = Unknown;

    fn from_str(name: &str) -> Result<Self, Unknown> {
        Self::ALL.iter().copied().find(|scenario| scenario.name() == name).ok_or(Unknown)
    }
}

/// How a scenario is run.
pub struct Spec {
    /// What is done, in a sentence.
    pub about: &'static str,
    /// Numbers of entities.
    pub counts: &'static [usize],
    /// Numbers of entities with `--quick`.
    pub quick: &'static [usize],
    /// What one sample measures: a name for each figure.
    pub measures: &'static [&'static str],
    /// What the figures are in.
    pub unit: &'static str,
    /// The most frames that make one sample.
    pub most_frames: usize,
    /// What memory a sample finds.
    pub memory: Memory,
}

/// What memory a sample finds. Memory that was used before is several times cheaper than what the system must
/// first give, so all peers are given the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// None: each sample has a process of its own.
    Fresh,
    /// One process gives all samples. It allocates before the first one.
    Settled,
    /// One process gives all samples, and allocates and frees in each. Its `malloc` gives nothing back to the
    /// system.
    Used,
}

const NS: &str = "ns an entity";
const AIRPLANES: &[usize] = &[10_000, 100_000, 1_000_000, 5_000_000];
const FEW: &[usize] = &[10_000];
const CACHED_AND_NOT: &[usize] = &[10_000, 1_000_000];

impl Scenario {
    /// Returns how the scenario is run.
    pub fn spec(self) -> Spec {
        let frame = Spec {
            about: "",
            counts: FEW,
            quick: FEW,
            measures: &["frame"],
            unit: NS,
            most_frames: 5_000,
            memory: Memory::Settled,
        };
        match self {
            Self::CreateOne => Spec {
                about: "Create airplanes one by one, each with a transform, a reference to it and a place in \
                        a list of ids",
                counts: AIRPLANES,
                measures: &["create"],
                memory: Memory::Fresh,
                ..frame
            },
            Self::CreateBulk => Spec {
                about: "The same airplanes, by the widest call there is",
                counts: AIRPLANES,
                measures: &["create"],
                memory: Memory::Fresh,
                ..frame
            },
            Self::CreateOneUsed => Spec {
                about: "The same airplanes one by one, in memory that was used before",
                counts: CACHED_AND_NOT,
                measures: &["create"],
                memory: Memory::Used,
                ..frame
            },
            Self::CreateBulkUsed => Spec {
                about: "The same airplanes by the widest call, in memory that was used before",
                counts: CACHED_AND_NOT,
                measures: &["create"],
                memory: Memory::Used,
                ..frame
            },
            Self::AddSpikes => Spec {
                about: "The same airplanes one by one, each timed for itself (the clock takes part of the \
                        median)",
                counts: &[5_000_000],
                quick: &[100_000],
                measures: &["p50", "p99", "max"],
                unit: "ns an airplane",
                memory: Memory::Fresh,
                ..frame
            },
            Self::Memory => Spec {
                about: "Resident memory of the airplanes and the list of their ids",
                counts: &[1_000_000],
                quick: &[100_000],
                measures: &["memory"],
                unit: "bytes an entity",
                memory: Memory::Fresh,
                ..frame
            },
            Self::ByReference => Spec {
                about: "A frame: each airplane moves its transform through the reference that it keeps",
                counts: AIRPLANES,
                ..frame
            },
            Self::Surroundings => Spec {
                about: "The same frame by reference, in programs that differ in what surrounds the loop",
                counts: CACHED_AND_NOT,
                ..frame
            },
            Self::ByIteration => Spec {
                about: "A frame: each airplane moves its transform, side by side as the peer does it best",
                counts: AIRPLANES,
                ..frame
            },
            Self::RandomAccess => Spec {
                about: "Each entity reads the transform of a random other one through a reference",
                counts: &[1_000_000],
                ..frame
            },
            Self::Tracked => Spec {
                about: "A frame that moves transforms, and notes which were changed",
                counts: CACHED_AND_NOT,
                measures: &["by reference", "by iteration"],
                ..frame
            },
            Self::Join => Spec {
                about: "Add one component to another, for the entities that have both: all, every third, or \
                        all in two orders",
                counts: CACHED_AND_NOT,
                measures: &["same order", "interleaved", "random"],
                ..frame
            },
            Self::Recycle => Spec {
                about: "A frame by reference; despawn a random half of the airplanes; create as many; \
                        frames; despawn all",
                counts: &[1_000_000],
                measures: &[
                    "frame before",
                    "despawn half",
                    "create again",
                    "by reference",
                    "by iteration",
                    "despawn all",
                ],
                memory: Memory::Fresh,
                ..frame
            },
            Self::Despawn => Spec {
                about: "Despawn entities with 8 of 30 types (30 combinations), in order of creation",
                counts: &[1_000_000],
                measures: &["despawn"],
                memory: Memory::Fresh,
                ..frame
            },
            Self::ManyTypes => Spec {
                about: "100 types, 10 entities each: create them, and run one update for each type",
                counts: &[1_000],
                quick: &[1_000],
                measures: &["create", "frame"],
                memory: Memory::Used,
                ..frame
            },
            Self::Rooms => Spec {
                about: "Worlds of one entity with five components: make them, enter each, update a component \
                        in each, drop them",
                counts: &[100],
                quick: &[100],
                measures: &["create", "enter", "update", "drop"],
                unit: "ns a world",
                memory: Memory::Used,
                ..frame
            },
            Self::Prepare => Spec {
                about: "What a query costs of one type, or of two, that visits one entity",
                counts: &[1],
                quick: &[1],
                measures: &["one type", "two types"],
                unit: "ns a query",
                most_frames: 100_000,
                ..frame
            },
            Self::SimpleInsertOne => Spec {
                about: "Create a world of such entities one by one, and drop it",
                measures: &["create and drop"],
                most_frames: 100,
                memory: Memory::Used,
                ..frame
            },
            Self::SimpleInsert => Spec {
                about: "Create a world of entities with a matrix and three vectors, and drop it",
                measures: &["create and drop"],
                most_frames: 100,
                memory: Memory::Used,
                ..frame
            },
            Self::SimpleIter => Spec { about: "Add velocity to position, among those entities", ..frame },
            Self::FragmentedIter => Spec {
                about: "Scale `Data` of 26 kinds of entities, 20 of each kind",
                counts: &[520],
                quick: &[520],
                ..frame
            },
            Self::Schedule => Spec {
                about: "Three systems that swap two components, over four kinds of 10,000 entities, \
                        spawned kind by kind, and in turn",
                counts: &[40_000],
                quick: &[40_000],
                measures: &["frame", "frame, kinds in turn"],
                ..frame
            },
            Self::HeavyCompute => Spec {
                about: "Invert a matrix 100 times and transform a vector by it, in parallel where the peer \
                        can",
                counts: &[1_000],
                quick: &[1_000],
                most_frames: 50,
                ..frame
            },
            Self::AddRemove => Spec {
                about: "Add a component to each entity, then remove it from each",
                memory: Memory::Used,
                ..frame
            },
            Self::ByTrait => Spec {
                about: "Call a method of a trait on components of four types, 16 bytes each, spawned type by \
                        type; of the same types without the trait",
                measures: &["by the trait", "by the types"],
                ..frame
            },
            Self::Scene => Spec {
                about: "Local transforms of a forest, 8 children each, are written, and world transforms \
                        follow: of all nodes, of a random hundredth, of none",
                counts: CACHED_AND_NOT,
                measures: &[
                    "all dirty",
                    "all dirty, without the writes",
                    "one in 100 dirty",
                    "one in 100 dirty, without the writes",
                    "static",
                ],
                unit: "ns a node",
                ..frame
            },
            Self::SceneChain => Spec {
                about: "The root of a chain moves, and world transforms follow",
                counts: &[100_000],
                unit: "ns a node",
                ..frame
            },
            Self::SceneStar => Spec {
                about: "The hub of a star moves, and world transforms follow",
                counts: &[100_000],
                unit: "ns a node",
                ..frame
            },
            Self::SceneChanges => Spec {
                about: "In a forest up to 64 deep, 250 subtrees of up to 33 nodes are despawned, 250 nodes \
                        spawned, 250 subtrees attached elsewhere and 250 detached; world transforms follow",
                counts: &[1_000_000],
                measures: &["frame", "frame, without the changes", "static"],
                unit: "µs a frame",
                // One of the peers takes seconds for each.
                most_frames: 3,
                ..frame
            },
            Self::Pairs => Spec {
                about: "Visit each pair of entities once, to read it, and to write to both",
                counts: &[1_000],
                quick: &[1_000],
                measures: &["read", "write"],
                unit: "ns a pair",
                ..frame
            },
            Self::Lists => Spec {
                about: "A random half of the entities, by a list: read each, write to each, write to two at \
                        a time",
                measures: &["read", "write", "by two"],
                unit: "ns an entity of the list",
                ..frame
            },
            Self::Either => {
                Spec { about: "Write to those that have one of two types, which are half of all", ..frame }
            }
            Self::Filters => Spec {
                about: "Write to the entities that have one type, two, or one that a filter asks for \
                        besides: all have it, half, half as a tag, one in a hundred",
                measures: &[
                    "one type",
                    "two types",
                    "one type, and the entity",
                    "with a type of all",
                    "with a type of half",
                    "without a type of half",
                    "with a tag of half",
                    "with a type of one in 100",
                ],
                unit: "ns a visited entity",
                ..frame
            },
            Self::Unchanged => Spec {
                about: "Visit the components that have changed, where none has",
                unit: "ns a component",
                ..frame
            },
            Self::Apart => Spec {
                about: "A system with two queries that write to one type, told apart by filters",
                ..frame
            },
            Self::SetIfOther => Spec {
                about: "Give each entity a value, of which one in ten is another than before, and track \
                        changes",
                ..frame
            },
            Self::Gone => Spec {
                about: "Remove a component from one in ten entities and add it again; a system reads which \
                        lost it",
                memory: Memory::Used,
                ..frame
            },
            Self::Messages => Spec {
                about: "One system sends as many messages, and the next one reads them",
                unit: "ns a message",
                memory: Memory::Used,
                ..frame
            },
            Self::SpawnLater => Spec {
                about: "Spawn entities with two components by commands that give their ids at once",
                measures: &["spawn"],
                memory: Memory::Used,
                ..frame
            },
            Self::EmptySystems => Spec {
                about: "Run a schedule of systems that do nothing, in ten sets with a condition each",
                counts: &[100],
                quick: &[100],
                unit: "ns a system",
                ..frame
            },
            Self::Pooled => Spec {
                about: "End a component that holds 16 values on the heap, and add it again",
                memory: Memory::Used,
                ..frame
            },
            Self::Group => Spec {
                about: "Of 100,000 entities 100 lose a component and 100 get it: list who came and who went",
                counts: &[100],
                quick: &[100],
                unit: "ns a change",
                most_frames: 200,
                memory: Memory::Used,
                ..frame
            },
            Self::Saves => Spec {
                about: "Write airplanes with transforms and references to them in postcard, and read them \
                        into an empty world",
                counts: &[100_000, 1_000_000],
                quick: &[100_000],
                measures: &["write", "read"],
                memory: Memory::Used,
                ..frame
            },
            Self::Snapshots => Spec {
                about: "Count up numbers that are components of entities of their own: a frame. After each \
                        one save the world; then go back to the last save after each one",
                counts: &[1_000, 10_000],
                quick: &[1_000],
                measures: &["save", "load", "3 types: save", "3 types: load"],
                most_frames: 1_000,
                memory: Memory::Used,
                ..frame
            },
            Self::Fields => Spec {
                about: "A frame that touches few fields of each body, or half of them, or all, where the \
                        fields lie together and where they lie apart",
                counts: CACHED_AND_NOT,
                measures: &[
                    "2 fields of 2, 8 bytes",
                    "2 of 6, 24 bytes",
                    "6 of 6, 24 bytes",
                    "2 of 14, 56 bytes",
                    "14 of 14, 56 bytes",
                    "2 of 24, 240 bytes",
                    "12 of 24, 240 bytes",
                    "24 of 24, 240 bytes",
                ],
                memory: Memory::Used,
                ..frame
            },
        }
    }
}
