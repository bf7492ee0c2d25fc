//! What the rooms have cost in a stretch of time, printed.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use hdrhistogram::Histogram;
use rooms::{Arena, Host, HostFigures};

/// What had been measured when it began.
pub struct Report {
    before: HostFigures,
    start: Instant,
    processor: ProcessTime,
}

impl Report {
    /// Begins now.
    pub fn begin(host: &Host<Arena>) -> Self {
        Self { before: host.figures(), start: Instant::now(), processor: ProcessTime::now() }
    }

    /// Prints what there was since it began.
    pub fn print(&self, host: &Host<Arena>) {
        let (time, processor) = (self.start.elapsed(), self.processor.elapsed());
        let figures = host.figures();
        let rooms: Vec<_> = host.doors().iter().map(|door| (door.id(), door.figures())).collect();
        let count = rooms.len().max(1) as f64;

        let times = since(&figures.times, &self.before.times);
        let lateness = since(&figures.lateness, &self.before.lateness);
        let frames = times.len() as f64 / time.as_secs_f64();
        let left_out = figures.skipped - self.before.skipped;
        println!("frames    {frames:.0} a second, {:.2} a room; {left_out} left out", frames / count);
        println!("a frame   {}", spread(&times));
        println!("late      {}", spread(&lateness));

        let in_frames = (figures.busy - self.before.busy).as_secs_f64() / time.as_secs_f64();
        let in_all = processor.as_secs_f64() / time.as_secs_f64();
        println!("busy      {in_all:.2} cores with clients and all; frames took {in_frames:.2} by the clock");
        println!("a core    has time for {:.0} rooms at 60 Hz, with their clients", frames / 60.0 / in_all);
        let bytes: usize = rooms.iter().map(|(_, room)| room.bytes).sum();
        let resident = memory_stats::memory_stats().map_or(0, |memory| memory.physical_mem);
        println!(
            "memory    {:.0} KB a room, of which the stores of its world are {:.0} KB",
            resident as f64 / 1e3 / count,
            bytes as f64 / 1e3 / count
        );
        for (id, room) in &rooms {
            if room.every > 1 {
                let times = (room.typical, room.worst);
                println!(
                    "slow      {id} has one frame of {}: {:.1?} a frame, worst {:.1?}",
                    room.every, times.0, times.1
                );
            }
            if room.restores > 0 {
                println!("put back  {id}: {} times, and is in frame {}", room.restores, room.frame);
            }
        }
    }
}

/// What came since some time before.
fn since(now: &Histogram<u64>, before: &Histogram<u64>) -> Histogram<u64> {
    let mut since = now.clone();
    since.subtract(before).expect("there were fewer before");
    since
}

fn spread(nanoseconds: &Histogram<u64>) -> String {
    let at = |quantile| Duration::from_nanos(nanoseconds.value_at_quantile(quantile));
    format!("median {:.1?}, 99 % {:.1?}, worst {:.1?}", at(0.5), at(0.99), at(1.0))
}
