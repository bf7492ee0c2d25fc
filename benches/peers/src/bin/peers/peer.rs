//! Who takes part. Each has a program of its own.

/// What a peer is, which says whom it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Plain code for this one purpose: the limit.
    Plain,
    /// This library.
    Ours,
    /// An ECS that adds and removes components at run time.
    Dynamic,
    /// An ECS whose combinations of components are fixed at compile time.
    Static,
    /// A collection with checked keys or references.
    Handles,
    /// The C++ program that this library comes from.
    Seed,
}

impl Kind {
    /// Names the kind, for `results.csv`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Ours => "ours",
            Self::Dynamic => "ecs",
            Self::Static => "static ecs",
            Self::Handles => "handles",
            Self::Seed => "seed",
        }
    }
}

/// One who does the scenarios.
pub struct Peer {
    pub name: &'static str,
    pub version: &'static str,
    pub kind: Kind,
    /// Its file in `src/bin`.
    pub program: &'static str,
}

const fn peer(name: &'static str, version: &'static str, kind: Kind, program: &'static str) -> Peer {
    Peer { name, version, kind, program }
}

/// All that take part, the limit first.
pub static ALL: [Peer; 18] = [
    peer("plain", "", Kind::Plain, "plain"),
    peer("ecs-core", "0.1.0", Kind::Ours, "ours"),
    peer("seed (C++)", "", Kind::Seed, "seed"),
    peer("bevy_ecs", "0.20.1", Kind::Dynamic, "bevy"),
    peer("bevy-trait-query", "0.19.0", Kind::Dynamic, "bevy_trait_query"),
    peer("bevy_ggrs", "0.22.0", Kind::Dynamic, "bevy_ggrs"),
    peer("evenio", "0.6.0", Kind::Dynamic, "evenio"),
    peer("flecs_ecs", "0.2.2", Kind::Dynamic, "flecs"),
    peer("hecs", "0.11.2", Kind::Dynamic, "hecs"),
    peer("legion", "0.4.0", Kind::Dynamic, "legion"),
    peer("shipyard", "0.11.5", Kind::Dynamic, "shipyard"),
    peer("sparsey", "0.13.4", Kind::Dynamic, "sparsey"),
    peer("specs", "0.20.0", Kind::Dynamic, "specs"),
    peer("gecs", "0.3.0", Kind::Static, "gecs"),
    peer("slotmap", "1.1.1", Kind::Handles, "slotmap"),
    peer("soa-rs", "1.0.1", Kind::Handles, "soa_rs"),
    peer("thunderdome", "0.6.1", Kind::Handles, "thunderdome"),
    peer("generational-box", "0.7.10", Kind::Handles, "generational_box"),
];

/// Chooses those with these names, and the plain code; no names choose all. Fails with a name of nobody.
pub fn chosen(names: &[String]) -> Result<Vec<&'static Peer>, &str> {
    match names.iter().find(|&name| ALL.iter().all(|peer| peer.name != name)) {
        Some(unknown) => Err(unknown),
        None => {
            let is_chosen = |peer: &Peer| names.is_empty() || names.iter().any(|name| name == peer.name);
            Ok(ALL.iter().filter(|peer| peer.kind == Kind::Plain || is_chosen(peer)).collect())
        }
    }
}
