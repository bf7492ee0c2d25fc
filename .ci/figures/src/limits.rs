//! The limits of figures, in a file: a name and a number in a line, after lines that begin with `#`.

use std::fs;

use crate::Figure;

pub struct Limits {
    path: String,
    head: String,
    all: Vec<(String, usize)>,
}

impl Limits {
    pub fn read(path: &str) -> Self {
        let text = fs::read_to_string(path).expect("the limits can be read");
        let (head, lines): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.starts_with('#'));
        let limit = |line: &str| {
            let (name, number) = line.split_once(' ').expect("a name and a number");
            (name.to_owned(), number.parse().expect("a number"))
        };
        Self { path: path.to_owned(), head: head.join("\n"), all: lines.into_iter().map(limit).collect() }
    }

    /// Lowers each limit to its figure, gives a limit to each new figure, and writes the file.
    pub fn lower(&mut self, figures: &[Figure]) {
        let lowered = |figure: &Figure| {
            let limit = self.of(figure.name).map_or(figure.number, |limit| limit.min(figure.number));
            (figure.name.to_owned(), limit)
        };
        self.all = figures.iter().map(lowered).collect();
        let lines: String = self.all.iter().map(|(name, limit)| format!("{name} {limit}\n")).collect();
        fs::write(&self.path, format!("{}\n{lines}", self.head)).expect("the limits can be written");
    }

    /// Prints figures beside their limits. Says whether each figure has a limit and is not above it.
    pub fn hold(&self, figures: &[Figure]) -> bool {
        println!("{:28} {:>7} {:>7}", "", "now", "limit");
        let mut hold = true;
        for Figure { name, number, note } in figures {
            let (limit, fault) = match self.of(name) {
                None => ("none".to_owned(), "HAS NO LIMIT "),
                Some(limit) if limit < *number => (limit.to_string(), "ABOVE THE LIMIT "),
                Some(limit) => (limit.to_string(), ""),
            };
            hold &= fault.is_empty();
            println!("{name:28} {number:>7} {limit:>7} {fault}{note}");
        }
        let is_counted = |name: &str| figures.iter().any(|figure| figure.name == name);
        for (name, _) in self.all.iter().filter(|(name, _)| !is_counted(name)) {
            println!("{name:28} HAS A LIMIT, BUT IS NOT COUNTED");
            hold = false;
        }
        let can_be_lowered =
            |figure: &&Figure| self.of(figure.name).is_some_and(|limit| limit > figure.number);
        let low: Vec<_> = figures.iter().filter(can_be_lowered).map(|figure| figure.name).collect();
        if !low.is_empty() {
            println!("`.ci/house --lower` lowers the limits of {}", low.join(", "));
        }
        hold
    }

    fn of(&self, name: &str) -> Option<usize> {
        self.all.iter().find(|(known, _)| known == name).map(|(_, limit)| *limit)
    }
}
