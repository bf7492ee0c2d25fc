//! Shows results: a table for the terminal, `results.csv`, and a chart of each scenario.

use std::error::Error;
use std::path::Path;

use comfy_table::{CellAlignment, Table, presets};
use csv::StringRecord;
use peers::scenario::Scenario;

use crate::chart;
use crate::run::Row;

/// Prints one table for each number of entities and measure of a scenario, best first, and under it who is
/// missing and why.
pub fn print(scenario: Scenario, rows: &[Row]) {
    let spec = scenario.spec();
    println!("\n## {}\n\n{}.", scenario.name(), spec.about);
    for group in groups(rows) {
        let first = &group[0];
        println!("\n{} entities, {}, {}:\n", with_marks(first.count), first.measure, spec.unit);
        let mut table = Table::new();
        table.load_preset(presets::ASCII_MARKDOWN);
        table.set_header(["peer", "way", "median", "lowest", "highest", "to plain", "to best peer"]);
        for place in 2..7 {
            table
                .column_mut(place)
                .expect("there are seven columns")
                .set_cell_alignment(CellAlignment::Right);
        }
        for row in ranked(&group) {
            let Ok(figures) = &row.outcome else { continue };
            let ratio = |ratio: Option<f64>| ratio.map_or(String::new(), |ratio| format!("{ratio:.2}x"));
            table.add_row([
                row.peer.name.to_owned(),
                row.way.clone(),
                figure(figures.median),
                figure(figures.low),
                figure(figures.high),
                ratio(figures.to_plain),
                ratio(figures.to_best),
            ]);
        }
        println!("{table}");
        for row in &group {
            if let Err(reason) = &row.outcome {
                println!("{} {}: {reason}", row.peer.name, row.way);
            }
        }
    }
}

const COLUMNS: [&str; 15] = [
    "scenario",
    "entities",
    "measure",
    "unit",
    "peer",
    "version",
    "kind",
    "way",
    "median",
    "lowest",
    "highest",
    "rounds",
    "to_plain",
    "to_best_peer",
    "missing",
];

/// Writes the charts of scenarios that all peers have run, and puts their rows into `results.csv` instead of
/// those that it has of them.
pub fn save(rows: &[Row], folder: &Path) -> Result<(), Box<dyn Error>> {
    let charts = folder.join("charts");
    std::fs::create_dir_all(&charts)?;
    for group in rows.chunk_by(|a, b| a.scenario == b.scenario) {
        let scenario = group[0].scenario;
        chart::draw(scenario, &groups(group), &charts.join(format!("{}.svg", scenario.name())))?;
    }
    let results = folder.join("results.csv");
    let mut records: Vec<StringRecord> = rows.iter().map(record).collect();
    if results.exists() {
        let is_new = |name: &str| rows.iter().any(|row| row.scenario.name() == name);
        let before = csv::Reader::from_path(&results)?.into_records().collect::<Result<Vec<_>, _>>()?;
        records.extend(before.into_iter().filter(|record| !is_new(&record[0])));
    }
    let place =
        |record: &StringRecord| Scenario::ALL.iter().position(|scenario| scenario.name() == &record[0]);
    records.sort_by_key(place);
    let mut file = csv::Writer::from_path(results)?;
    file.write_record(COLUMNS)?;
    records.iter().try_for_each(|record| file.write_record(record))?;
    Ok(file.flush()?)
}

fn record(row: &Row) -> StringRecord {
    let mut record = StringRecord::from(vec![
        row.scenario.name(),
        &row.count.to_string(),
        row.measure,
        row.scenario.spec().unit,
        row.peer.name,
        row.peer.version,
        row.peer.kind.name(),
        &row.way,
    ]);
    match &row.outcome {
        Ok(figures) => {
            let ratio = |ratio: Option<f64>| ratio.map_or(String::new(), |ratio| format!("{ratio:.3}"));
            record.extend([figures.median, figures.low, figures.high].map(|value| format!("{value:.4}")));
            record.push_field(&figures.rounds.to_string());
            record.extend([ratio(figures.to_plain), ratio(figures.to_best), String::new()]);
        }
        Err(reason) => record.extend(["", "", "", "", "", "", reason]),
    }
    record
}

/// Splits the rows of a scenario into those of one number of entities and one measure.
fn groups(rows: &[Row]) -> Vec<Vec<&Row>> {
    let mut groups: Vec<Vec<&Row>> = Vec::new();
    for row in rows {
        match groups.iter_mut().find(|group| group[0].count == row.count && group[0].measure == row.measure) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups
}

/// Returns the rows that have a figure, best first.
pub fn ranked<'r>(group: &[&'r Row]) -> Vec<&'r Row> {
    let mut rows: Vec<_> = group.iter().copied().filter(|row| row.outcome.is_ok()).collect();
    let median = |row: &Row| row.outcome.as_ref().map_or(f64::INFINITY, |figures| figures.median);
    rows.sort_by(|a, b| median(a).total_cmp(&median(b)));
    rows
}

/// Writes a figure with three digits that count.
pub fn figure(value: f64) -> String {
    let digits = 2 - (value.abs().max(1e-6).log10().floor() as i32);
    format!("{value:.*}", digits.clamp(0, 4) as usize)
}

/// Writes a number with a space at each thousand.
pub fn with_marks(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<_> =
        digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group)).collect();
    groups.join(" ")
}
