//! [`TimingTable`]: what was timed, a line each, with the numbers below each other.

use core::fmt;
use core::time::Duration;

use super::pass_stats::PassStats;

/// What was timed in the last frame, by how many there were.
pub(crate) struct TimingTable<'s> {
    pub(crate) passes: &'s [PassStats],
    pub(crate) frames: u64,
}

impl fmt::Display for TimingTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels: Vec<_> = self.passes.iter().map(PassStats::label).collect();
        let title = format!("last of {} timed frames", self.frames);
        let widest = labels.iter().map(|label| label.chars().count() + 2).max().unwrap_or_default();
        let width = widest.max(title.len());
        let (rows, runs, time, mean, longest) = ("rows", "runs", "time", "mean", "longest");
        write!(f, "{title:width$} {rows:>8} {runs:>4} {time:>9} {mean:>9} {longest:>9}  share")?;
        for (label, pass) in labels.iter().zip(self.passes) {
            let &PassStats { rows, runs, time, mean, longest, parts, parts_time, .. } = pass;
            let rows = if rows == 0 { String::new() } else { rows.to_string() };
            let ([time, mean, longest], width) = ([time, mean, longest].map(short), width - 2);
            write!(f, "\n  {label:width$} {rows:>8} {runs:>4} {time:>9} {mean:>9} {longest:>9}")?;
            write!(f, " {:>5.1}%", pass.share() * 100.0)?;
            if parts != 0 {
                write!(f, "  {parts} parts of {} together", short(parts_time))?;
            }
        }
        Ok(())
    }
}

/// A time with its unit.
fn short(time: Duration) -> String {
    format!("{time:.1?}")
}
