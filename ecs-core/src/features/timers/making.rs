//! Making timers and tasks of components and entities, and what a closure takes when its turn comes.

use core::future::Future;

use crate::base::{CallSite, One};
use crate::borrow::HookName;
use crate::column::Column;
use crate::component::Component;
use crate::ids::Entity;
use crate::life::run_if_free;
use crate::outcomes::Outcome;
use crate::reach::Handle;
use crate::spec::name_of;
use crate::store::{ByMut, Store, UntypedOwn, with_store};
use crate::world::{current, note_soft};

use super::action::{Action, CopyCall, TimerCall, TimerMethod, When};
use super::agenda::NewTimer;
use super::state::Timers;
use super::task::FutureTask;
use super::timer::Timer;

impl<F: Fn(&TimerCall, bool) -> bool + Clone + Send + 'static> CopyCall for F {
    fn call(&self, call: &TimerCall, has_waited: bool) -> bool {
        self(call, has_waited)
    }

    fn copied(&self) -> Box<dyn CopyCall> {
        Box::new(self.clone())
    }
}

/// What a closure of `T` does, as a timer has it. The closure waits for a sync point, as events do, if the
/// component is borrowed, or if something waits for the component already.
pub(super) fn on_component<T: Component, O: Outcome>(
    f: impl Fn(&mut T) -> O + Clone + Send + 'static,
) -> Action {
    Action::CopyCall(One::of(Box::new(move |call: &TimerCall, has_waited: bool| {
        let (mut outcome, entity) = (None, call.timer.entity());
        let mut run = |own: UntypedOwn<'_>| outcome = Some(own.with::<ByMut, T, _>(&f));
        let at = |store: &Store<T>| run_if_free(store.at(entity, call.site), has_waited, &mut run);
        let has_run = with_store(T::__cell(), at).unwrap_or(true);
        if outcome.is_some_and(|outcome| outcome.__ended().note(|| (call.name(name_of::<T>()), entity))) {
            Handle::<T>::new(entity).set_enabled(false);
        }
        has_run
    })))
}

/// What a closure of an entity does, as a timer has it.
pub(super) fn on_entity<O: Outcome>(f: impl Fn(Entity) -> O + Clone + Send + 'static) -> Action {
    Action::CopyCall(One::of(Box::new(move |call: &TimerCall, _: bool| {
        let entity = call.timer.entity();
        f(entity).__ended().note(|| (call.name("Entity"), entity));
        true
    })))
}

/// What a future does, as a timer has it.
pub(super) fn of_future(
    future: impl Future<Output: Outcome> + Send + 'static,
    component: &'static str,
    entity: Entity,
) -> Action {
    Action::FutureTask(Box::new(FutureTask::new(async move {
        future.await.__ended().note(|| (HookName { component, hook: TimerMethod::Task.name() }, entity))
    })))
}

/// Makes a timer of an entity's component, or none if that is dead.
#[track_caller]
pub(super) fn add_timer_of<T: Component>(
    entity: Entity,
    when: When,
    action: Action,
    call: &'static str,
    site: CallSite,
) -> Timer {
    let new = NewTimer { when: when.checked(), action, site };
    let add = |column: &Column| {
        let is_enabled = column.is_enabled(column.find(entity)?);
        Some(Timers::add(&column.world, entity, Some((column.position, is_enabled)), new))
    };
    match with_store(T::__cell(), |store| add(store)).flatten() {
        Some(timer) => timer,
        None => no_timer(call, Some(name_of::<T>()), entity, site),
    }
}

/// Makes a timer of an entity, or none if that is dead.
#[track_caller]
pub(super) fn add_timer(
    entity: Entity,
    when: When,
    action: Action,
    call: &'static str,
    site: CallSite,
) -> Timer {
    let new = NewTimer { when: when.checked(), action, site };
    match current() {
        Ok(core) if core.entities.borrow().is_alive(entity) => Timers::add(&core, entity, None, new),
        _ => no_timer(call, None, entity, site),
    }
}

/// Notes that the owner of a timer would be dead.
pub(super) fn no_timer(
    call: &'static str,
    component: Option<&'static str>,
    entity: Entity,
    site: CallSite,
) -> Timer {
    note_soft(call, component, entity, site);
    Timer::NONE
}

#[cfg(test)]
mod tests {
    use super::{Action, When, add_timer, add_timer_of, on_component, on_entity};
    use crate::Component;
    use crate::base::{CallSite, One};
    use crate::frame::update_all;
    use crate::ids::Entity;

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
        let on_count = on_component::<Count, ()>(move |count| count.0 += more);
        let on_its_entity = on_entity(move |entity| entity.borrow_mut::<Count>().0 += 10 * more);
        for copy in [copy_of(&on_count), copy_of(&on_count)] {
            assert!(
                add_timer_of::<Count>(count.entity(), When::After(1.0), copy, "", CallSite::here())
                    .is_pending()
            );
        }
        let copy = copy_of(&on_its_entity);
        assert!(add_timer(count.entity(), When::After(1.0), copy, "", CallSite::here()).is_pending());
        drop((on_count, on_its_entity));
        update_all(1.0);
        assert_eq!(count.borrow().0, 84);
    }
}
