//! [`share_group`]: runs the systems of a group at the same time, on the calling thread and on those that help it.

use core::cell::Cell;
use core::mem;
use core::time::Duration;
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::dispatch::end;
use crate::error::UpdateError;
use crate::parallel::{Cut, Outcome, WORTH_SHARING, share};
use crate::store::Record;
use crate::system::{Errand, SystemCall, SystemId, Turn};
use crate::world::{Job, Still, Task, WorldCore};

use super::slot::Slot;

/// How long a system takes, smoothed over some of its last runs.
#[derive(Default)]
pub(super) struct Took {
    time: Option<Duration>,
    runs: u8,
}

/// One of so many runs is measured: to ask for the time twice takes longer than a small system.
const SAMPLE: u8 = 8;

impl Took {
    /// Runs, and measures that at first and now and then.
    pub(super) fn measure(&mut self, run: impl FnOnce()) {
        self.runs = self.runs.wrapping_add(1);
        if self.time.is_some() && !self.runs.is_multiple_of(SAMPLE) {
            return run();
        }
        let begun = Instant::now();
        run();
        let now = begun.elapsed();
        self.time = Some(self.time.map_or(now, |before| (before * 3 + now) / 4));
    }

    fn is_long(&self) -> bool {
        self.time.is_some_and(|took| took > WORTH_SHARING)
    }
}

/// Says whether two of these systems take so long that it pays to wake other threads.
pub(super) fn is_worth_sharing(core: &WorldCore, group: &[Slot]) -> bool {
    let long = group.iter().filter(|slot| slot.config.is_enabled && slot.took.is_long());
    long.count() > 1 && core.pool.borrow().threads() > 1
}

/// Runs systems at the same time, and then what the last one has recorded.
pub(super) fn share_group(
    core: &Rc<WorldCore>,
    group: &mut [Slot],
    call: &SystemCall,
) -> Result<(), UpdateError> {
    let mut outcome = Outcome::default();
    lend_all(core, group, call, Vec::with_capacity(group.len()), &mut |mut lent| {
        // When all is lent: lending may still write.
        let still = Still::begin(core);
        let errands: Vec<_> = lent.iter_mut().filter_map(|lent| lent.carry(&still)).collect();
        let jobs: Vec<_> = errands.iter().map(|errand| errand as &dyn Job).collect();
        let pool = core.pool.borrow().clone();
        outcome = share(&jobs, Cut::Rows(1), &pool);
    })?;
    let now = core.ticker().end_turn();
    for slot in group.iter_mut().filter_map(|slot| mem::take(&mut slot.has_run).then_some(slot)) {
        slot.last = now.unwrap_or(slot.last);
    }
    end(core, outcome.finish());
    Ok(())
}

/// Lends what all systems of a group take, one inside the other, and calls a function with their turns.
fn lend_all<'t>(
    core: &WorldCore,
    group: &'t mut [Slot],
    call: &SystemCall,
    lent: Vec<Lent<'t>>,
    then: &mut dyn FnMut(Vec<Lent<'_>>),
) -> Result<(), UpdateError> {
    let Some((slot, others)) = group.split_first_mut() else {
        then(lent);
        return Ok(());
    };
    if !slot.config.is_enabled {
        return lend_all(core, others, call, lent, then);
    }
    let Slot { config, last, has_run, took, .. } = slot;
    let mut back = core.ticker().look_back(*last);
    let (mut lent, mut result) = (Some(lent), Ok(()));
    config.system.lend(call, &mut |system| {
        // The filters know by now since when they look.
        drop(back.take());
        let lent = lent.take().into_iter().flatten().map(Lent::shorter);
        let this = Lent { system: config.id, turn: system, took, has_run };
        result = lend_all(core, others, call, lent.chain([this]).collect(), then);
    })?;
    result
}

/// A system whose parameters are lent.
struct Lent<'t> {
    system: SystemId,
    turn: &'t mut (dyn Turn + 't),
    took: &'t mut Took,
    has_run: &'t mut bool,
}

impl<'t> Lent<'t> {
    fn shorter<'u>(self) -> Lent<'u>
    where
        't: 'u,
    {
        let Self { system, turn, took, has_run } = self;
        Lent { system, turn, took, has_run }
    }

    /// Makes a job of it; `None` if it is local.
    fn carry<'u>(&'u mut self, still: &'u Still) -> Option<SystemJob<'u>> {
        let errand = self.turn.carry(still)?;
        let (took, has_run) = (&mut *self.took, &mut *self.has_run);
        let measured: Errand<'u> = Box::new(move |record| {
            *has_run = true;
            took.measure(|| errand(record));
        });
        Some(SystemJob { system: self.system, errand: Mutex::new(Some(measured)) })
    }
}

/// A system that one of several threads runs.
struct SystemJob<'t> {
    system: SystemId,
    errand: Mutex<Option<Errand<'t>>>,
}

impl<'t> SystemJob<'t> {
    /// What runs it, if nobody has claimed it yet. Never locked while it runs.
    fn errand(&self) -> MutexGuard<'_, Option<Errand<'t>>> {
        self.errand.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Job for SystemJob<'_> {
    fn task(&self) -> Task {
        Task::System(self.system.name())
    }

    fn left(&self) -> usize {
        usize::from(self.errand().is_some())
    }

    fn run(&self, _: usize, first: &Cell<usize>, record: &Record) -> bool {
        let Some(errand) = self.errand().take() else { return false };
        first.set(0);
        errand(record);
        true
    }
}
