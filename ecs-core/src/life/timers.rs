//! Making timers and tasks of components and entities, and what a closure takes when its turn comes.

use core::future::Future;
use core::marker::PhantomData;

use crate::base::bounds::{DELAYS, PERIODS};
use crate::base::{CallSite, One};
use crate::borrow::HookName;
use crate::column::{Column, Waiting, WaitingEvent};
use crate::component::Component;
use crate::error::TimerError;
use crate::ids::Entity;
use crate::later::{Action, CopyCall, FutureTask, NewTimer, Timer, TimerCall, TimerOwner, Turn};
use crate::spec::name_of;
use crate::store::{ByMut, UntypedOwn, with_store};
use crate::world::{current, current_for};

use super::notify::{is_taken, must_wait};
use super::running::borrow_for_hook;

/// The closure of a component's timer.
struct OnComponent<T, F> {
    f: F,
    component: PhantomData<fn(T) -> T>,
}

/// The closure of an entity's timer.
struct OnEntity<F>(F);

impl<T: Component, F: Fn(&mut T) + Clone + Send + 'static> CopyCall for OnComponent<T, F> {
    fn call(&self, call: &TimerCall, has_waited: bool) -> Turn {
        let mut run = |own: UntypedOwn<'_>| own.with::<ByMut, T, _>(&self.f);
        let turn = with_store(T::__cell(), |store| run_on(store, call, has_waited, &mut run));
        turn.unwrap_or(Turn::Done)
    }

    fn copied(&self) -> Box<dyn CopyCall> {
        Box::new(Self { f: self.f.clone(), component: PhantomData })
    }
}

impl<F: Fn(Entity) + Clone + Send + 'static> CopyCall for OnEntity<F> {
    fn call(&self, call: &TimerCall, _: bool) -> Turn {
        (self.0)(call.timer.entity());
        Turn::Done
    }

    fn copied(&self) -> Box<dyn CopyCall> {
        Box::new(Self(self.0.clone()))
    }
}

/// Runs a closure on the component of an entity, or lets it wait as an event does: if that is borrowed, or
/// something waits for it already.
fn run_on(column: &Column, call: &TimerCall, has_waited: bool, run: &mut dyn FnMut(UntypedOwn<'_>)) -> Turn {
    let TimerCall { timer, hook, site } = *call;
    let entity = timer.entity();
    let Some(row) = column.find(entity) else { return Turn::Done };
    let firm = column.at(entity, site).firm(row);
    if !has_waited && (must_wait(column) || is_taken(firm)) {
        column.queue_event(WaitingEvent { entity, what: Waiting::Timer(timer), site });
        return Turn::Waits;
    }
    run(borrow_for_hook(firm, true, hook).own());
    Turn::Done
}

/// What a closure of `T` does, as a timer has it.
pub(crate) fn on_component<T: Component>(f: impl Fn(&mut T) + Clone + Send + 'static) -> Action {
    Action::CopyCall(One::of(Box::new(OnComponent { f, component: PhantomData })))
}

/// What a closure of an entity does, as a timer has it.
pub(crate) fn on_entity(f: impl Fn(Entity) + Clone + Send + 'static) -> Action {
    Action::CopyCall(One::of(Box::new(OnEntity(f))))
}

/// What a future does, as a timer has it.
pub(crate) fn of_future(future: impl Future<Output = ()> + Send + 'static) -> Action {
    Action::FutureTask(Box::new(FutureTask::new(future)))
}

/// A method that makes timers of a component, as messages name it.
pub(crate) fn method_of<T: Component>(hook: &'static str) -> HookName {
    HookName { component: name_of::<T>(), hook }
}

/// A method that makes timers of an entity, as messages name it.
pub(crate) const fn method_of_entity(hook: &'static str) -> HookName {
    HookName { component: "Entity", hook }
}

/// When the turn of a timer is to come.
#[derive(Clone, Copy)]
pub(crate) enum When {
    /// Once, so many seconds from now.
    After(f32),
    /// Again and again.
    Every(f32),
    FrameEnd,
}

impl When {
    /// Refuses times that are out of bounds.
    pub(crate) fn check(self) -> Result<Self, TimerError> {
        match self {
            Self::After(seconds) if !DELAYS.contains(&seconds) => Err(TimerError::BadDelay { seconds }),
            Self::Every(seconds) if !PERIODS.contains(&seconds) => Err(TimerError::BadPeriod { seconds }),
            _ => Ok(self),
        }
    }

    /// Says what a timer does and which method makes it, or refuses its time.
    pub(crate) fn timer(
        self,
        hook: fn() -> HookName,
        action: Action,
        site: CallSite,
    ) -> Result<NewTimer, TimerError> {
        let (delay, repeats) = match self.check()? {
            Self::After(seconds) => (Some(seconds), false),
            Self::Every(seconds) => (Some(seconds), true),
            Self::FrameEnd => (None, false),
        };
        Ok(NewTimer { delay, repeats, action, hook, site })
    }
}

/// Makes a timer of an entity's component, or says why not.
#[track_caller]
pub(crate) fn add_timer_of<T: Component>(entity: Entity, new: NewTimer) -> Result<Timer, TimerError> {
    let component = name_of::<T>();
    let add = |column: &Column| {
        let is_enabled = column.is_enabled(column.find(entity)?);
        let owner = TimerOwner { entity, column: Some(column.position), is_enabled };
        Some(column.world.add_timer(owner, new))
    };
    match with_store(T::__cell(), |store| add(store)).flatten() {
        Some(timer) => Ok(timer),
        None => {
            current_for(component).map_err(TimerError::World)?;
            Err(TimerError::Dead { component: Some(component), entity })
        }
    }
}

/// Makes a timer of an entity, or says why not.
#[track_caller]
pub(crate) fn add_timer(entity: Entity, new: NewTimer) -> Result<Timer, TimerError> {
    let core = current().map_err(TimerError::World)?;
    if !core.entities.borrow().is_alive(entity) {
        return Err(TimerError::Dead { component: None, entity });
    }
    Ok(core.add_timer(TimerOwner { entity, column: None, is_enabled: true }, new))
}

#[cfg(test)]
mod tests {
    use super::{When, add_timer, add_timer_of, method_of, method_of_entity, on_component, on_entity};
    use crate::Component;
    use crate::base::{CallSite, One};
    use crate::frame::update_all;
    use crate::ids::Entity;
    use crate::later::Action;

    #[derive(Component, Default)]
    struct Count(u32);

    fn copy_of(action: &Action) -> Action {
        match action {
            Action::CopyCall(call) => Action::CopyCall(One::of(call.get().copied())),
            Action::Despawn | Action::FutureTask(_) => panic!("it calls a closure"),
        }
    }

    #[test]
    fn a_copy_of_a_closure_does_the_same() {
        let (count, more) = (Entity::spawn().add::<Count>(), 7);
        let on_count = on_component::<Count>(move |count| count.0 += more);
        let on_its_entity = on_entity(move |entity| entity.borrow_mut::<Count>().0 += 10 * more);
        for copy in [copy_of(&on_count), copy_of(&on_count)] {
            let made = When::After(1.0).timer(|| method_of::<Count>("after"), copy, CallSite::here());
            assert!(made.and_then(|new| add_timer_of::<Count>(count.entity(), new)).is_ok());
        }
        let copy = copy_of(&on_its_entity);
        let made = When::After(1.0).timer(|| method_of_entity("after"), copy, CallSite::here());
        assert!(made.and_then(|new| add_timer(count.entity(), new)).is_ok());
        drop((on_count, on_its_entity));
        update_all(1.0);
        assert_eq!(count.borrow().0, 84);
    }
}
