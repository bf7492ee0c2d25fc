//! [`share_group`]: runs the systems of a group at the same time, on the calling thread and on those that
//! help it.

use core::cell::Cell;
use core::mem;
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::UpdateError;
use crate::frame::{Cut, SharedWork, end, share};
use crate::world::{CommandBuffer, Frozen, Job, Task, WorldCore};

use super::run_time::RunTime;
use super::slot::Slot;
use super::systems::{SystemCall, SystemId, SystemRun, SystemTask};

/// Says whether two of these systems take so long that it pays to wake other threads.
pub(super) fn is_worth_sharing(core: &WorldCore, group: &[Slot]) -> bool {
    let long = group.iter().filter(|slot| slot.is_due && slot.run_time.is_long());
    long.count() > 1 && core.threads.pool().threads() > 1
}

/// Runs systems at the same time, and then the commands of the last one.
pub(super) fn share_group(
    core: &Rc<WorldCore>,
    group: &mut [Slot],
    call: &SystemCall,
) -> Result<(), UpdateError> {
    let mut outcome = SharedWork::default();
    borrow_all(core, group, call, Vec::with_capacity(group.len()), &mut |mut borrowed| {
        {
            // Only once all is borrowed: borrowing may still write.
            let frozen = Frozen::begin(core);
            let tasks: Vec<_> = borrowed.iter_mut().filter_map(|borrowed| borrowed.job(&frozen)).collect();
            let jobs: Vec<_> = tasks.iter().map(|system_task| system_task as &dyn Job).collect();
            let pool = core.threads.pool();
            let timings = core.frames.timings().begin_jobs(tasks.iter().map(|task| task.system.timed()));
            outcome = share(&jobs, Cut::Rows(1), &pool, timings.jobs());
            timings.end(tasks.iter().map(|_| 0));
        }
        // Before what is borrowed is released, which may drop events: they may spawn.
        outcome.claim_ids();
    })?;
    let now = core.ticker.end_run();
    for slot in group.iter_mut().filter_map(|slot| mem::take(&mut slot.has_run).then_some(slot)) {
        let last = slot.last.of(&core.ticker);
        *last = now.unwrap_or(*last);
    }
    let last = &group[group.len() - 1].config.id;
    end(core, outcome.finish(), || last.timed());
    Ok(())
}

/// Borrows what all systems of a group take, one inside the other, and calls a function with what runs them.
fn borrow_all<'t>(
    core: &WorldCore,
    group: &'t mut [Slot],
    call: &SystemCall,
    borrowed: Vec<BorrowedSystem<'t>>,
    then: &mut dyn FnMut(Vec<BorrowedSystem<'_>>),
) -> Result<(), UpdateError> {
    let Some((slot, others)) = group.split_first_mut() else {
        then(borrowed);
        return Ok(());
    };
    if !slot.is_due {
        return borrow_all(core, others, call, borrowed, then);
    }
    let Slot { config, last, has_run, run_time, .. } = slot;
    let mut back = core.ticker.look_back(*last.of(&core.ticker));
    let (mut borrowed, mut result) = (Some(borrowed), Ok(()));
    let own_call = SystemCall { name: config.id.name(), ..*call };
    let borrowing = config.system.get_mut().with_borrowed(&own_call, &mut |system| {
        // The filters know by now since when they look.
        drop(back.take());
        let borrowed = borrowed.take().into_iter().flatten().map(BorrowedSystem::shorter);
        let this = BorrowedSystem { system: config.id, run: system, run_time, has_run };
        result = borrow_all(core, others, call, borrowed.chain([this]).collect(), then);
    });
    borrowing.map_err(|error| error.in_system(config.id.name()))?;
    result
}

/// A system whose parameters are borrowed.
struct BorrowedSystem<'t> {
    system: SystemId,
    run: &'t mut (dyn SystemRun + 't),
    run_time: &'t mut RunTime,
    has_run: &'t mut bool,
}

impl<'t> BorrowedSystem<'t> {
    fn shorter<'u>(self) -> BorrowedSystem<'u>
    where
        't: 'u,
    {
        let Self { system, run, run_time, has_run } = self;
        BorrowedSystem { system, run, run_time, has_run }
    }

    /// Makes a job of it; `None` if it is local.
    fn job<'u>(&'u mut self, frozen: &'u Frozen) -> Option<SystemJob<'u>> {
        let system_task = self.run.task(frozen)?;
        // One with commands ends its group, so there is no other.
        let lane = frozen.lane(0, 1);
        let (run_time, has_run) = (&mut *self.run_time, &mut *self.has_run);
        let measured: SystemTask<'u> = Box::new(move |commands| {
            *has_run = true;
            run_time.measure(|| commands.with_lane(Some(lane), || system_task(commands)));
        });
        Some(SystemJob { system: self.system, system_task: Mutex::new(Some(measured)) })
    }
}

/// A system that one of several threads runs.
struct SystemJob<'t> {
    system: SystemId,
    system_task: Mutex<Option<SystemTask<'t>>>,
}

impl<'t> SystemJob<'t> {
    /// What runs it, if nobody has claimed it yet. Never locked while it runs.
    fn system_task(&self) -> MutexGuard<'_, Option<SystemTask<'t>>> {
        self.system_task.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Job for SystemJob<'_> {
    fn task(&self) -> Task {
        Task::System(self.system.name())
    }

    fn left(&self) -> usize {
        usize::from(self.system_task().is_some())
    }

    fn run(&self, _: usize, first: &Cell<usize>, commands: &CommandBuffer) -> usize {
        let Some(system_task) = self.system_task().take() else { return 0 };
        first.set(0);
        system_task(commands);
        1
    }
}
