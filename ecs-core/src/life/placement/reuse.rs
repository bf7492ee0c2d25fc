//! Using a value or an entity again: a component of a pooled type takes a value that was kept, and those of
//! an entity that was recycled stay. `sibling` fields are filled again, and `on_reset` runs.

use crate::borrow::{Conflict, Held};
use crate::column::At;
use crate::error::{BorrowError, is_unwinding};
use crate::spec::{LifeCall, NotRun};

use super::super::running::Refusal;
use super::birth::{Birth, begin_life, begin_life_of, refused};
use super::placed::{IfUnborn, Placed};

/// A type with a `Default`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be pooled: it has no `Default`",
    label = "only `add` takes a value that was kept, and it needs a `Default` where none is kept",
    note = "derive or implement `Default` for `{Self}`, or remove `pooled`"
)]
pub trait Reusable {}

#[diagnostic::do_not_recommend]
impl<T: Default> Reusable for T {}

/// Adds the value that was kept last: `on_reset` runs, then it is born as a new component. `false`, and
/// nothing has changed, if none is kept, if the entity is dead, and while the thread unwinds: nothing could
/// be reset then.
///
/// If `on_reset` panics, or takes something that is borrowed, the component is dead and its value is dropped.
pub(super) fn add_kept(at: At<'_>) -> Result<bool, Refusal> {
    if is_unwinding() {
        return Ok(false);
    }
    let (column, spec) = (at.column, at.column.info.spec);
    let Some(row) = column.push_kept(at.entity) else { return Ok(false) };
    if !spec.has_reset() {
        return begin_life(at, row).map(|()| true);
    }
    let placed = Placed::new(column.rc(), at.entity, at.site, IfUnborn::Dies);
    {
        let (firm, _deeper) = (at.firm(row), column.world.nesting.enter_init());
        Birth::Reused.begin(firm, spec, refused)?;
    }
    begin_life_of(placed).map(|()| true)
}

/// Makes the entity's component ready to be used again. Refuses if it or something that `on_reset` takes is
/// borrowed; does nothing if the entity has none.
///
/// If `on_reset` panics the component stays as it is.
pub(super) fn reset(at: At<'_>) -> Result<(), Held> {
    let At { column, entity, .. } = at;
    let spec = column.info.spec;
    if !spec.has_reset() {
        return Ok(());
    }
    let Some(row) = column.find(entity).filter(|_| !column.world.lifetime.is_hidden()) else {
        return Ok(());
    };
    if let Some(conflict) = column.borrows.row_conflict(row, column) {
        return Err(Held { component: column.name(), entity, conflict });
    }
    Birth::Reused.begin(at.firm(row), spec, held)
}

/// Names what is borrowed that an `on_reset` takes. Panics where that is not why it has not run.
#[cold]
fn held(reason: NotRun, call: &LifeCall) -> Held {
    if let NotRun::Blocked(error) = &reason
        && let BorrowError::Borrowed { component, entity, by: borrower, at, .. } = **error
    {
        return Held { component, entity, conflict: Conflict { borrower, at } };
    }
    reason.fail(call)
}

#[cfg(test)]
mod tests {
    use core::any::TypeId;

    use crate::Component;
    use crate::base::CallSite;
    use crate::borrow::{Borrower, Held};
    use crate::error::AddError;
    use crate::ids::Entity;
    use crate::world::current;

    /// As a pool does: through the column that the world knows.
    fn reset<T: Component>(entity: Entity) -> Result<(), Held> {
        let core = current().expect("something was spawned");
        let column = core.columns.of(TypeId::of::<T>()).expect("something was added");
        core.structural(|| super::reset(column.at(entity, CallSite::here())))
    }

    #[derive(Component, Default, PartialEq, Debug)]
    struct Fuel(i32);

    #[derive(Component, Default, PartialEq, Debug)]
    struct Bat {
        resets: i32,
        others: i32,
    }

    impl Bat {
        fn on_reset(&mut self, entity: Entity, fuel: Option<&mut Fuel>) {
            assert_eq!(self.entity(), entity);
            self.resets += 1;
            if let Some(fuel) = fuel {
                fuel.0 += 1;
            }
            self.others = Bat::count() as i32 - 1;
        }
    }

    #[test]
    fn on_reset_runs_on_the_component_of_that_entity_with_its_siblings() {
        let bats: Vec<_> = (0..3).map(|_| Entity::spawn().add::<Bat>()).collect();
        let fuel = bats[1].entity().add::<Fuel>();
        assert!(reset::<Bat>(bats[1].entity()).is_ok() && reset::<Fuel>(bats[1].entity()).is_ok());
        assert!(reset::<Bat>(bats[2].entity()).is_ok());
        assert_eq!(*bats[0].borrow(), Bat { resets: 0, others: 0 });
        assert_eq!(*bats[1].borrow(), Bat { resets: 1, others: 2 });
        assert_eq!(*bats[2].borrow(), Bat { resets: 1, others: 2 });
        assert_eq!(*fuel.borrow(), Fuel(1));
        // Where rows have left holes, the row is found all the same.
        bats[0].kill();
        assert!(reset::<Bat>(bats[2].entity()).is_ok());
        assert_eq!(*bats[2].borrow(), Bat { resets: 2, others: 1 });
    }

    #[test]
    fn a_borrowed_component_is_not_reset_and_the_error_names_the_borrower() {
        let bat = Entity::spawn().add::<Bat>();
        let other = Entity::spawn().add::<Bat>();
        let held = bat.borrow();
        assert_eq!(reset::<Bat>(bat.entity()).map_err(|held| held.conflict.borrower), Err(Borrower::Shared));
        assert!(reset::<Bat>(other.entity()).is_ok(), "only the component counts, not its store");
        assert_eq!((held.resets, other.borrow().resets), (0, 1));
        drop(held);
        let held = bat.borrow_mut();
        assert_eq!(
            reset::<Bat>(bat.entity()).map_err(|held| held.conflict.borrower),
            Err(Borrower::Exclusive)
        );
        drop(held);
        let _view = Bat::view();
        assert_eq!(reset::<Bat>(bat.entity()).map_err(|held| held.conflict.borrower), Err(Borrower::View));
    }

    #[test]
    fn self_is_borrowed_while_on_reset_runs_and_a_kill_waits_for_its_end() {
        #[derive(Component, Default)]
        struct Once;
        #[derive(Component, Default)]
        struct Ends(u8);
        impl Ends {
            fn on_reset(&mut self, entity: Entity) {
                assert!(entity.handle::<Self>().try_borrow().is_err());
                assert!(reset::<Self>(entity).is_err(), "its hook has borrowed it");
                assert!(entity.despawn() && !entity.is_alive());
                self.0 = 1;
            }
        }
        let entity = Entity::spawn().with(Once);
        entity.add::<Ends>();
        assert!(reset::<Ends>(entity).is_ok());
        assert_eq!((entity.is_alive(), Ends::count(), Once::count()), (false, 0, 0));
    }

    #[test]
    fn on_reset_must_not_take_one_component_twice() {
        #[derive(Component, Default)]
        struct Own;
        impl Own {
            fn on_reset(&self, _: Option<&Own>) {}
        }
        let error = Entity::spawn().try_insert(Own).expect_err("it takes its own type");
        assert_eq!(error, AddError::BadHook { component: "Own", hook: "on_reset", sibling: "Own" });
    }
}
