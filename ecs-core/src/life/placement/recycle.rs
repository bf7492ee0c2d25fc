//! Recycling: an entity and all below it begin another life under new generations, with the components that
//! they have. What knew them before is stale.

use crate::base::CallSite;
use crate::borrow::{Conflict, Held};
use crate::column::At;
use crate::error::BorrowError;
use crate::ids::{Entity, TypeSet};
use crate::world::WorldCore;

use super::super::enable::{is_enabled_below, switch_below};
use super::reuse::reset;

/// What has become of an entity that was to be recycled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Recycling {
    /// It goes on as this one.
    Recycled(Entity),
    /// Something of it is borrowed, is being shut down, waits for its `init` or does not know yet that it was
    /// parked. It is as it was.
    Busy,
    /// Its generations are used up. It is as it was.
    Spent,
    /// It was not alive.
    Dead,
}

/// A live entity that is to be recycled, what it is called then, and its types.
type Step = (Entity, Entity, TypeSet);

/// Gives a live entity a new generation, and all below it. No user code runs.
pub(crate) fn recycle(core: &WorldCore, entity: Entity) -> Recycling {
    if !core.entities.borrow().is_alive(entity) {
        return Recycling::Dead;
    }
    let below = core.below(entity);
    // One without components is not known to be busy by what is borrowed.
    let is_busy = |entity: &Entity| core.deaths.holds(entity.index()) || core.is_entity_dying(*entity);
    if is_busy(&entity) || below.iter().any(is_busy) {
        return Recycling::Busy;
    }
    // Room first: from here on nothing can fail.
    let step = |entity| {
        let successor = core.entities.borrow_mut().successor(entity)?;
        Some((entity, successor, core.types(entity)))
    };
    let Some(top) = step(entity) else { return Recycling::Spent };
    let Some(steps) = below.into_iter().map(step).collect::<Option<Vec<_>>>() else {
        return Recycling::Spent;
    };
    if !bump_generation(core, &top) {
        return Recycling::Busy;
    }
    if let Some(busy) = steps.iter().position(|step| !bump_generation(core, step)) {
        steps[..busy].iter().chain([&top]).for_each(|step| restore_generation(core, step, u32::MAX));
        return Recycling::Busy;
    }
    for (entity, successor, _) in steps.iter().chain([&top]) {
        core.end_parts_of(*entity);
        core.members_mut().recycle(*entity, *successor);
    }
    Recycling::Recycled(top.1)
}

/// Lets the components of an entity belong to its successor. `false`, and nothing has changed, if one cannot.
fn bump_generation(core: &WorldCore, step: &Step) -> bool {
    let (entity, successor, types) = step;
    let busy =
        types.iter().find(|&number| !core.columns.numbered(number).bump_generation(*entity, *successor));
    busy.into_iter().for_each(|busy| restore_generation(core, step, busy));
    busy.is_none()
}

/// Lets the components of an entity belong to it again, of types before this one.
fn restore_generation(core: &WorldCore, (entity, successor, types): &Step, end: u32) {
    for number in types.iter().take_while(|&number| number != end) {
        let is_back = core.columns.numbered(number).bump_generation(*successor, *entity);
        debug_assert!(is_back, "what could be recycled can be again");
    }
}

/// Lets a recycled entity and all below it begin their new life, parents first: all their components are
/// switched on, and those below themselves. Then component by component, in the order of the types, the
/// sibling fields are filled again, and `on_reset` runs.
///
/// Refuses a component that an `on_reset` before it has borrowed for longer, and one whose `on_reset` takes
/// something that is borrowed.
pub(crate) fn begin_again(core: &WorldCore, entity: Entity, site: CallSite) -> Result<(), BorrowError> {
    let with_types = |entity| (entity, core.types(entity));
    let top = with_types(entity);
    let below: Vec<(Entity, TypeSet)> = core.below(entity).into_iter().map(with_types).collect();
    let all = || [&top].into_iter().chain(&below);
    for &(below, _) in &below {
        // One that was parked in a pool of its own has left that by this.
        core.set_parked(below, false);
        core.members_mut().set_on(below.index(), true);
    }
    for (entity, types) in all() {
        types.iter().for_each(|number| switch_on(core.columns.numbered(number).at(*entity, site)));
    }
    all().try_for_each(|(entity, types)| {
        types.iter().try_for_each(|number| {
            let column = core.columns.numbered(number);
            reset(column.at(*entity, site)).map_err(|Held { component, entity, conflict }| {
                let Conflict { borrower: by, at } = conflict;
                BorrowError::Borrowed { component, entity, mutably: true, by, at }
            })
        })
    })?;
    // Somebody may have enabled the entity while it was parked: then nothing else enables those below that
    // were off.
    for (below, _) in below {
        if core.entities.borrow().is_alive(below) {
            let is_on = core.entities.borrow().is_on(below.index());
            let enabled = is_on && is_enabled_below(core, core.parent(below));
            switch_below(core, below, enabled, || (), site);
        }
    }
    Ok(())
}

/// Sets the own switch of a component, as that of a new one is.
fn switch_on(At { column, entity, site }: At<'_>) {
    let Some(row) = column.find(entity) else { return };
    if column.info.spec.tracked {
        column.row_store.ticks_mut(|ticks| ticks.note_added(row as usize));
    }
    if column.stage(row).is_off() {
        // It is notified at the sync point: after it was reset.
        column.note_switched(entity, site);
        column.set_own_switch(entity, true);
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{Recycling, recycle};
    use crate::Component;
    use crate::frame::update_all;
    use crate::ids::Entity;
    use crate::world::{World, WorldCore, current};

    #[derive(Component, Default)]
    struct First(u32);

    #[derive(Component, Default)]
    struct Second(u32);

    impl Second {
        fn init(&mut self, me: Entity) {
            assert_eq!(recycle(&core(), me), Recycling::Busy, "its own row is borrowed");
        }
    }

    fn core() -> Rc<WorldCore> {
        current().expect("there is a world")
    }

    fn recycled(entity: Entity) -> Entity {
        match recycle(&core(), entity) {
            Recycling::Recycled(successor) => successor,
            other => panic!("{entity:?} is {other:?}"),
        }
    }

    /// All ways to look find the components under this name, and none under the one before.
    fn check(entity: Entity, before: Entity, value: u32) {
        assert_eq!(entity.index(), before.index());
        assert!(entity.is_alive() && !before.is_alive());
        assert_eq!((entity.components().len(), before.components().len()), (2, 0));
        let (first, second) = (entity.borrow::<First>(), entity.borrow::<Second>());
        assert_eq!((first.0, second.0), (value, value));
        assert_eq!((first.entity(), second.entity()), (entity, entity));
        assert!(before.get::<First>().is_none() && before.get::<Second>().is_none());
    }

    #[test]
    fn rows_in_the_main_buffer_and_in_the_spill_follow_their_entity() {
        let spawn = |value| Entity::spawn().with(First(value)).with(Second(value));
        let keep = spawn(100).borrow::<First>();
        let spilled: Vec<_> = (0..50).map(spawn).collect();
        let now: Vec<_> = spilled.iter().map(|&entity| recycled(entity)).collect();
        let check_all = || (0..50).for_each(|place| check(now[place], spilled[place], place as u32));
        check_all();
        drop(keep);
        World::flush();
        check_all();
        let again = recycled(now[7]);
        check(again, now[7], 7);
        assert_eq!(
            (recycle(&core(), spilled[7]), recycle(&core(), Entity::NONE)),
            (Recycling::Dead, Recycling::Dead)
        );
        now[8].despawn();
        assert_eq!(Entity::spawn().generation(), 3, "a life of its own");
    }

    #[test]
    fn a_busy_entity_keeps_its_name_in_all_stores() {
        let entity = Entity::spawn().with(First(1)).with(Second(1));
        let second = entity.borrow::<Second>();
        assert_eq!(recycle(&core(), entity), Recycling::Busy);
        assert!(entity.has::<(First, Second)>());
        drop(second);
        check(recycled(entity), entity, 1);
    }

    #[test]
    fn an_entity_that_waits_for_its_init_or_is_dying_is_busy() {
        #[derive(Component)]
        struct Replaced(bool);
        impl Replaced {
            fn init(&mut self) {}
            fn shutdown(&mut self, me: Entity) {
                assert_eq!(recycle(&core(), me), Recycling::Busy, "it is being shut down");
            }
        }
        impl Drop for Replaced {
            fn drop(&mut self) {
                if self.0 {
                    let core = core();
                    let entity = core.entities.borrow().iter().next().expect("one lives");
                    assert_eq!(recycle(&core, entity), Recycling::Busy, "the new value had no `init` yet");
                }
            }
        }
        let entity = Entity::spawn().with(Replaced(true));
        entity.insert(Replaced(false));
        entity.kill::<Replaced>();
        assert!(matches!(recycle(&core(), entity), Recycling::Recycled(_)));
    }

    #[test]
    fn what_was_switched_before_changes_sides_under_the_new_name() {
        #[derive(Component, Default)]
        struct Notified(Vec<(bool, Entity)>);
        impl Notified {
            fn update(&mut self) {}
            fn on_enable(&mut self, me: Entity) {
                self.0.push((true, me));
            }
            fn on_disable(&mut self, me: Entity) {
                self.0.push((false, me));
            }
        }
        let (entity, other) = (Entity::spawn(), Entity::spawn());
        entity.add::<Notified>();
        let keep = other.add::<Notified>().borrow();
        entity.set_enabled(false);
        let now = recycled(entity);
        drop(keep);
        update_all(0.0);
        assert_eq!(World::stats().stores[0].enabled, 1);
        assert_eq!(now.borrow::<Notified>().0, [(true, entity), (false, entity)]);
        let own = now.borrow::<Notified>();
        now.set_enabled(true);
        drop(own);
        let last = recycled(now);
        World::flush();
        assert_eq!(World::stats().stores[0].enabled, 2);
        let notified = [(true, entity), (false, entity), (true, last)];
        assert_eq!(last.borrow::<Notified>().0, notified, "notified late, under its new name");
    }
}
