//! Whom an act is about, and what hooks must say of it.

use super::acts::Pick;
use super::check::is_told;
use super::model::{Id, KINDS, Kind};
use super::state::State;

impl State {
    pub fn pick(&self, pick: Pick) -> Id {
        let living: Vec<_> = self.forest.nodes.keys().copied().collect();
        if pick >= 240 || living.is_empty() {
            return usize::from(pick) % self.entities.len();
        }
        living[usize::from(pick) % living.len()]
    }

    /// So many live at most.
    pub fn is_full(&self) -> bool {
        self.forest.nodes.len() >= 10
    }

    /// Hooks say exactly this, if nothing is done in them.
    pub fn expect(&mut self, lines: Vec<String>) {
        if let Some(expected) = &mut self.expected {
            expected.extend(lines);
        }
    }

    /// What those components say that are told another thing than before.
    pub fn news(&self, all: &[Id], enabled: bool) -> Vec<String> {
        let mut lines = Vec::new();
        for &id in all {
            for (kind, part) in &self.forest.nodes[&id].parts {
                let now = part.on && enabled;
                if kind.is_notified() && is_told(part.serial) != now {
                    lines.push(format!("{} {kind:?} {id}", if now { "on" } else { "off" }));
                }
            }
        }
        lines
    }

    /// What a component says at its end.
    pub fn last_words(&self, id: Id, kind: Kind) -> Vec<String> {
        let Some(part) = self.forest.part(id, kind).filter(|_| kind.is_notified()) else { return Vec::new() };
        let off = is_told(part.serial).then(|| format!("off {kind:?} {id}"));
        off.into_iter().chain([format!("end {kind:?} {id}")]).collect()
    }

    /// What all say that end together.
    pub fn obituary(&self, all: &[Id]) -> Vec<String> {
        let kinds = |&id: &Id| KINDS.into_iter().rev().map(move |kind| (id, kind));
        all.iter().flat_map(kinds).flat_map(|(id, kind)| self.last_words(id, kind)).collect()
    }

    /// Lets all at and below an entity say what has changed by its own switch, or by its parent.
    pub fn expect_switch(&mut self, id: Id) {
        let enabled = self.forest.is_enabled(id);
        let mut all = self.forest.followers(id);
        if !enabled {
            all.reverse();
        }
        let news = self.news(&all, enabled);
        self.expect(news);
    }
}
