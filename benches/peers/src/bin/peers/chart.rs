//! Draws the chart of a scenario: a panel for each number of entities and measure, a bar for each of our ways
//! and for the best of each peer, shortest first.

use std::error::Error;
use std::path::Path;

use peers::scenario::Scenario;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::peer::Kind;
use crate::report::{figure, ranked, with_marks};
use crate::run::Row;

const WIDTH: i32 = 900;
const BAR: i32 = 20;
const HEAD: i32 = 34;
const LABELS: i32 = 270;
const FIGURES: i32 = 70;

/// Draws one scenario to an SVG file. Bars are linear; one that is longer than twelve times the shortest is
/// cut, and its figure says how long it is.
pub fn draw(scenario: Scenario, groups: &[Vec<&Row>], path: &Path) -> Result<(), Box<dyn Error>> {
    let panels: Vec<_> = groups.iter().map(|group| bars(group)).filter(|rows| !rows.is_empty()).collect();
    let height: i32 = HEAD + panels.iter().map(|rows| HEAD + BAR * rows.len() as i32).sum::<i32>();
    let area = SVGBackend::new(path, (WIDTH as u32, height as u32)).into_drawing_area();
    area.fill(&WHITE)?;
    let text = |size: i32| ("sans-serif", size).into_font().color(&BLACK);
    let spec = scenario.spec();
    area.draw(&Text::new(format!("{}: {}", scenario.name(), spec.about), (8, 10), text(15)))?;
    let mut top = HEAD;
    for rows in &panels {
        let first = rows[0];
        let title = format!("{} entities, {} ({})", with_marks(first.count), first.measure, spec.unit);
        area.draw(&Text::new(title, (8, top + 12), text(14)))?;
        top += HEAD;
        let medians: Vec<f64> =
            rows.iter().filter_map(|row| Some(row.outcome.as_ref().ok()?.median)).collect();
        let longest = medians.iter().copied().fold(0.0, f64::max).min(medians[0] * 12.0);
        for (row, median) in rows.iter().zip(&medians) {
            let end = LABELS + (f64::from(WIDTH - LABELS - FIGURES) * (median / longest).min(1.0)) as i32;
            let label = text(13).pos(Pos::new(HPos::Right, VPos::Center));
            let middle = top + BAR / 2;
            area.draw(&Text::new(format!("{} {}", row.peer.name, row.way), (LABELS - 6, middle), label))?;
            area.draw(&Rectangle::new(
                [(LABELS, top + 3), (end, top + BAR - 3)],
                colour(row.peer.kind).filled(),
            ))?;
            let beside = text(13).pos(Pos::new(HPos::Left, VPos::Center));
            let cut = if *median > longest { " →" } else { "" };
            area.draw(&Text::new(format!("{}{cut}", figure(*median)), (end + 5, middle), beside))?;
            top += BAR;
        }
    }
    area.present()?;
    Ok(())
}

/// Chooses the rows that get a bar, best first.
fn bars<'r>(group: &[&'r Row]) -> Vec<&'r Row> {
    let mut rows = ranked(group);
    let mut shown = Vec::new();
    rows.retain(|row| {
        let is_best = !shown.contains(&row.peer.name);
        shown.push(row.peer.name);
        is_best || row.peer.kind == Kind::Ours
    });
    rows
}

fn colour(kind: Kind) -> RGBColor {
    match kind {
        Kind::Plain => RGBColor(160, 160, 160),
        Kind::Ours => RGBColor(214, 84, 32),
        Kind::Dynamic => RGBColor(70, 120, 180),
        Kind::Static => RGBColor(120, 160, 200),
        Kind::Handles => RGBColor(100, 160, 110),
        Kind::Seed => RGBColor(150, 110, 170),
    }
}
