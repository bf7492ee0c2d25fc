//! Runs one of many small programs: `counts PROGRAM NUMBER`. Only the call of [`measured`] counts:
//! `.ci/counts` counts its instructions, and `benches/times` reads its nanoseconds, which are printed.
//! Without arguments the names of all programs are printed.

mod access;
mod frame;
mod life;
mod more;
#[cfg(feature = "snapshot")]
mod snapshots;
mod types;

use std::time::Instant;

/// Prepares a number of elements, and returns the part that is measured.
type Prepare = fn(usize) -> Box<dyn FnOnce()>;

type Program = (&'static str, Prepare);

/// Prepares the part that is measured: what is made before it does not count.
fn measure(f: impl FnOnce() + 'static) -> Box<dyn FnOnce()> {
    Box::new(f)
}

/// Runs the part that is measured. `.ci/counts` knows this function by its name.
#[inline(never)]
fn measured(part: Box<dyn FnOnce()>) {
    part();
}

fn programs() -> impl Iterator<Item = Program> {
    let groups = [
        life::PROGRAMS,
        access::PROGRAMS,
        frame::PROGRAMS,
        more::PROGRAMS,
        #[cfg(feature = "snapshot")]
        snapshots::PROGRAMS,
    ];
    groups.into_iter().flatten().copied()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [wanted, number] = &*arguments else {
        programs().for_each(|(name, _)| println!("{name}"));
        return;
    };
    let (_, prepare) = programs().find(|(name, _)| name == wanted).expect("the name of a program");
    let part = prepare(number.parse().expect("a number"));
    let start = Instant::now();
    measured(part);
    println!("{}", start.elapsed().as_nanos());
}
