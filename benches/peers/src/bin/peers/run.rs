//! Runs a scenario: all ways in turn, round by round, and what their samples come to.

use peers::scenario::{Memory, Scenario};

use crate::peer::{Kind, Peer};
use crate::program::{Contestant, ways};

/// What came of one way to do a scenario, for one number of entities and one measure.
pub struct Row {
    pub scenario: Scenario,
    pub count: usize,
    pub measure: &'static str,
    pub peer: &'static Peer,
    pub way: String,
    pub outcome: Result<Figures, String>,
}

/// The samples of a row.
#[derive(Clone, Copy)]
pub struct Figures {
    pub median: f64,
    pub low: f64,
    pub high: f64,
    pub rounds: usize,
    /// The median over that of the best plain way.
    pub to_plain: Option<f64>,
    /// The median over that of the best way of another peer.
    pub to_best: Option<f64>,
}

/// Runs a scenario for all its numbers of entities.
pub fn scenario(scenario: Scenario, peers: &[&'static Peer], quick: bool, rounds: usize) -> Vec<Row> {
    let spec = scenario.spec();
    let counts = if quick { spec.quick } else { spec.counts };
    counts.iter().flat_map(|&count| one_count(scenario, count, peers, rounds)).collect()
}

/// One way, and the samples that it gave so far.
struct Lane {
    peer: &'static Peer,
    way: String,
    running: Option<Contestant>,
    samples: Vec<Vec<f64>>,
    sums: Vec<f64>,
    failed: Option<String>,
}

fn one_count(scenario: Scenario, count: usize, peers: &[&'static Peer], rounds: usize) -> Vec<Row> {
    let spec = scenario.spec();
    let mut lanes = Vec::new();
    let mut rows = Vec::new();
    for &peer in peers {
        match ways(peer, scenario) {
            Ok(ways) => lanes.extend(ways.into_iter().map(|way| Lane {
                peer,
                way,
                running: None,
                samples: Vec::new(),
                sums: Vec::new(),
                failed: None,
            })),
            Err(reason) => rows.extend(spec.measures.iter().map(|measure| Row {
                scenario,
                count,
                measure,
                peer,
                way: String::new(),
                outcome: Err(reason.clone()),
            })),
        }
    }
    // The first round warms up, except where each sample is a new process.
    let warm = usize::from(spec.memory != Memory::Fresh);
    for round in 0..rounds + warm {
        eprint!("\r{} {count}: round {} of {} ", scenario.name(), round + 1, rounds + warm);
        for lane in &mut lanes {
            lane.sample(scenario, count, round >= warm);
        }
    }
    eprint!("\r{:60}\r", "");
    // Where no plain code does it, all agree with the first.
    let plain = lanes.iter().find(|lane| lane.peer.kind == Kind::Plain);
    let expected = plain.or(lanes.first()).map(|lane| lane.sums.clone());
    for lane in &mut lanes {
        lane.check(expected.as_deref());
        lane.running = None;
    }
    for (place, measure) in spec.measures.iter().enumerate() {
        let from = rows.len();
        rows.extend(lanes.iter().map(|lane| Row {
            scenario,
            count,
            measure,
            peer: lane.peer,
            way: lane.way.clone(),
            outcome: lane.figures(place),
        }));
        compare(&mut rows[from..]);
    }
    rows
}

impl Lane {
    fn sample(&mut self, scenario: Scenario, count: usize, keep: bool) {
        if self.failed.is_some() {
            return;
        }
        if self.running.is_none() || scenario.spec().memory == Memory::Fresh {
            self.running = Contestant::start(self.peer, scenario, count, &self.way).ok();
        }
        match self.running.as_mut().and_then(Contestant::sample) {
            Some(sample) => {
                self.sums.push(sample.sum);
                if keep {
                    self.samples.push(sample.figures);
                }
            }
            None => self.failed = Some("its process ended".to_owned()),
        }
    }

    /// Fails a way that did other work than the plain code.
    fn check(&mut self, expected: Option<&[f64]>) {
        let agree = |(sum, expected): (&f64, &f64)| (sum - expected).abs() <= 1e-3 * expected.abs();
        if let Some(expected) = expected
            && self.failed.is_none()
            && !self.sums.iter().zip(expected).all(agree)
        {
            self.failed = Some(format!("wrong sums: {:?} instead of {expected:?}", self.sums));
        }
    }

    fn figures(&self, place: usize) -> Result<Figures, String> {
        if let Some(reason) = &self.failed {
            return Err(reason.clone());
        }
        let mut figures: Vec<f64> = self.samples.iter().map(|sample| sample[place]).collect();
        figures.sort_by(f64::total_cmp);
        let rounds = figures.len();
        let median = (figures[(rounds - 1) / 2] + figures[rounds / 2]) / 2.0;
        let (low, high) = (figures[0], figures[rounds - 1]);
        Ok(Figures { median, low, high, rounds, to_plain: None, to_best: None })
    }
}

/// Fills the ratios in, among the rows of one measure.
fn compare(rows: &mut [Row]) {
    let medians: Vec<_> = rows
        .iter()
        .filter_map(|row| Some((row.peer.name, row.peer.kind, row.outcome.as_ref().ok()?.median)))
        .collect();
    let best = |among: &dyn Fn(&str, Kind) -> bool| {
        let medians =
            medians.iter().filter(|(name, kind, _)| among(name, *kind)).map(|&(_, _, median)| median);
        medians.min_by(f64::total_cmp)
    };
    for row in rows {
        let own = row.peer.name;
        if let Ok(figures) = &mut row.outcome {
            figures.to_plain = best(&|_, kind| kind == Kind::Plain).map(|limit| figures.median / limit);
            figures.to_best =
                best(&|name, kind| kind != Kind::Plain && name != own).map(|best| figures.median / best);
        }
    }
}
