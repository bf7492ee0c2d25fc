//! What is the same of all explanations of an order: the reasons as text, and a graph in the language of
//! Graphviz.

use core::fmt::{self, Display};

use super::graph::Why;

/// Begins the line about a pass or a system: its name, and the how many-th it was to be added.
pub(crate) fn write_added(f: &mut fmt::Formatter<'_>, name: &dyn Display, added: usize) -> fmt::Result {
    write!(f, "{name}: added {}", ordinal(added))
}

impl Why {
    /// Writes why something runs after another.
    pub(crate) fn write(self, f: &mut fmt::Formatter<'_>, after: &dyn Display) -> fmt::Result {
        match self {
            Self::After => write!(f, "after {after}, which its `after` names"),
            Self::Before => write!(f, "after {after}, whose `before` names it"),
            Self::Handle { field } => write!(f, "after {after}, to which its field `{field}` refers"),
            Self::Chain => write!(f, "after {after}, which is before it in a chain"),
        }
    }

    /// The same in one or two words, for an arrow.
    fn label(self) -> String {
        match self {
            Self::After => "after".to_owned(),
            Self::Before => "before".to_owned(),
            Self::Handle { field } => format!("handle {field}"),
            Self::Chain => "chain".to_owned(),
        }
    }
}

/// Writes 1 as `1st`.
fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// A graph in the language of Graphviz: boxes in clusters, with arrows between them.
pub(crate) struct Graphviz {
    text: String,
    is_in_cluster: bool,
}

impl Graphviz {
    pub(crate) fn new(name: &str) -> Self {
        let mut graph = Self { text: format!("digraph {name} {{\n"), is_in_cluster: false };
        graph.line("node [shape=box];");
        graph
    }

    /// Draws a frame with a label around what a function draws.
    pub(crate) fn cluster(&mut self, name: &dyn Display, label: &str, draw: impl FnOnce(&mut Self)) {
        self.line(&format!("subgraph cluster_{name} {{"));
        self.is_in_cluster = true;
        self.line(&format!("label={label:?};"));
        draw(self);
        self.is_in_cluster = false;
        self.line("}");
    }

    /// Draws a box; a dashed one for what does not run.
    pub(crate) fn node(&mut self, id: &str, label: &str, runs: bool) {
        let style = if runs { "" } else { ", style=dashed" };
        self.line(&format!("{id:?} [label={label:?}{style}];"));
    }

    /// Puts boxes into one row.
    pub(crate) fn row(&mut self, ids: impl Iterator<Item = String>) {
        let ids: Vec<_> = ids.map(|id| format!("{id:?}")).collect();
        self.line(&format!("{{ rank=same; {}; }}", ids.join("; ")));
    }

    /// Draws a dotted arrow to what runs next.
    pub(crate) fn next(&mut self, from: &str, to: &str, style: &str) {
        self.line(&format!("{from:?} -> {to:?} [style=dotted{style}];"));
    }

    /// Draws an arrow from what runs before, with the reason.
    pub(crate) fn reason(&mut self, from: &str, to: &str, why: Why) {
        self.line(&format!("{from:?} -> {to:?} [label={:?}];", why.label()));
    }

    pub(crate) fn finish(self) -> String {
        self.text + "}\n"
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(if self.is_in_cluster { "    " } else { "  " });
        self.text.push_str(line);
        self.text.push('\n');
    }
}
