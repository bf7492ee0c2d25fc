//! The work: what each scenario does, with how many entities, and what it measures.

use clap::ValueEnum;

/// A piece of work that every peer does in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Scenario {
    CreateOne,
    CreateBulk,
    AddSpikes,
    Memory,
    ByReference,
    ByIteration,
    RandomAccess,
    Recycle,
    Despawn,
    ManyTypes,
    SimpleInsert,
    SimpleIter,
    FragmentedIter,
    Schedule,
    HeavyCompute,
    AddRemove,
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
    /// Each sample needs a process of its own, because memory that was used before is cheaper.
    pub fresh: bool,
}

const NS: &str = "ns an entity";
const AIRPLANES: &[usize] = &[10_000, 100_000, 1_000_000, 5_000_000];
const FEW: &[usize] = &[10_000];

impl Scenario {
    /// Returns the name on the command line, in tables and in files.
    pub fn name(self) -> String {
        self.to_possible_value().expect("no scenario is hidden").get_name().to_owned()
    }

    /// Returns how the scenario is run.
    pub fn spec(self) -> Spec {
        let frame = Spec {
            about: "",
            counts: FEW,
            quick: FEW,
            measures: &["frame"],
            unit: NS,
            most_frames: 5_000,
            fresh: false,
        };
        match self {
            Self::CreateOne => Spec {
                about: "Create airplanes one by one, each with a transform, a reference to it and a place in \
                        a list of ids",
                counts: AIRPLANES,
                measures: &["create"],
                fresh: true,
                ..frame
            },
            Self::CreateBulk => Spec {
                about: "The same airplanes, by the widest call there is",
                counts: AIRPLANES,
                measures: &["create"],
                fresh: true,
                ..frame
            },
            Self::AddSpikes => Spec {
                about: "The same airplanes one by one, each timed for itself (the clock takes part of the \
                        median)",
                counts: &[5_000_000],
                quick: &[100_000],
                measures: &["p50", "p99", "max"],
                unit: "ns an airplane",
                fresh: true,
                ..frame
            },
            Self::Memory => Spec {
                about: "Resident memory of the airplanes and the list of their ids",
                counts: &[1_000_000],
                quick: &[100_000],
                measures: &["memory"],
                unit: "bytes an entity",
                fresh: true,
                ..frame
            },
            Self::ByReference => Spec {
                about: "A frame: each airplane moves its transform through the reference that it keeps",
                counts: AIRPLANES,
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
                fresh: true,
                ..frame
            },
            Self::Despawn => Spec {
                about: "Despawn entities with 8 of 30 types (30 combinations), in order of creation",
                counts: &[1_000_000],
                measures: &["despawn"],
                fresh: true,
                ..frame
            },
            Self::ManyTypes => Spec {
                about: "100 types, 10 entities each: create them, and run one update for each type",
                counts: &[1_000],
                quick: &[1_000],
                measures: &["create", "frame"],
                ..frame
            },
            Self::SimpleInsert => Spec {
                about: "Create a world of entities with a matrix and three vectors, and drop it",
                measures: &["create and drop"],
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
                about: "Three systems that swap two components, over four kinds of 10,000 entities",
                counts: &[40_000],
                quick: &[40_000],
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
            Self::AddRemove => {
                Spec { about: "Add a component to each entity, then remove it from each", ..frame }
            }
        }
    }
}
