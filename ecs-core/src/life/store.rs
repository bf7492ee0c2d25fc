//! What the world does with a store whose type it does not know.

use core::any::{Any, TypeId};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use crate::component::Component;
use crate::error::UpdateError;
use crate::hooks::Access;
use crate::ids::Entity;
use crate::store::{Conflict, Site, Store, locate};
use crate::world::{AnyStore, StoreStats, TypeRef, WorldCore, with_current_or_new};

use super::{enable, kill, quiet};

/// Returns the store of a type, made if there is none.
pub(crate) fn store_or_new<T: Component>(core: &Rc<WorldCore>) -> Rc<Store<T>> {
    locate(core, |position| {
        check_hooks::<T>();
        Store::new(T::__SPEC.name, T::__SPEC.capacity, position, core.clone())
    })
}

/// Makes room for components.
pub(crate) fn reserve<T: Component>(additional: usize) {
    if let Ok(core) = with_current_or_new(Rc::clone) {
        store_or_new::<T>(&core).reserve(additional);
        core.entities.borrow_mut().reserve(additional);
    }
}

/// Refuses hooks whose parameters would lend one component twice.
fn check_hooks<T: Component>() {
    let spec = T::__SPEC;
    let event = |hook: Option<Vec<Access>>| hook.unwrap_or_default();
    let hooks = [
        ("init", event(spec.init.map(|hook| hook.access()))),
        ("update", event(spec.update.map(|hook| hook.access()))),
        ("shutdown", event(spec.shutdown.map(|hook| hook.access()))),
        ("on_enable", event(spec.on_enable.map(|hook| hook.access()))),
        ("on_disable", event(spec.on_disable.map(|hook| hook.access()))),
    ];
    for (hook, access) in hooks {
        let siblings: Vec<_> = access.into_iter().filter_map(|access| access.sibling).collect();
        for (place, a) in siblings.iter().enumerate() {
            assert!(
                a.id != TypeId::of::<T>(),
                "`{hook}` of {} takes its own type {} as a sibling: that component is `self`",
                spec.name,
                a.name
            );
            for b in &siblings[place + 1..] {
                assert!(
                    a.id != b.id || !(a.mutable || b.mutable),
                    "`{hook}` of {} takes {} twice, once as `&mut`: take it once",
                    spec.name,
                    a.name
                );
            }
        }
    }
}

impl<T: Component> AnyStore for Store<T> {
    fn name(&self) -> &'static str {
        T::__SPEC.name
    }

    fn component_type(&self) -> TypeId {
        TypeId::of::<T>()
    }

    fn order(&self) -> (&'static [TypeRef], &'static [TypeRef]) {
        (T::__SPEC.after, T::__SPEC.before)
    }

    fn lent(&self) -> Option<Conflict> {
        self.lent().any_conflict()
    }

    fn may_be_sent(&self) -> bool {
        T::__SPEC.send.is_some() || !self.has_values()
    }

    fn has_update(&self) -> bool {
        T::__SPEC.update.is_some()
    }

    fn check_update(&self) -> Result<(), UpdateError> {
        let Some(hook) = T::__SPEC.update else { return Ok(()) };
        if let Some(conflict) = self.lent().any_conflict() {
            return Err(UpdateError::Lent {
                component: T::__SPEC.name,
                by: conflict.lender,
                at: conflict.at,
            });
        }
        let siblings = hook.access().into_iter().filter_map(|access| access.sibling);
        siblings.map(|sibling| (sibling.check)()).collect()
    }

    fn update(&self, dt: f32, site: Site) -> Result<(), UpdateError> {
        match T::__SPEC.update {
            Some(hook) => hook.run(self, dt, site),
            None => Ok(()),
        }
    }

    fn shut_down(&self, entity: Entity) -> bool {
        // A component that is being killed right now had its turn.
        self.world().is_component_dying(entity, self.number()) || kill::shut_down(self, entity, Site::here())
    }

    fn detach(&self, entity: Entity, owes_shutdown: bool) {
        if let Some(row) = self.find(entity) {
            self.detach(row, owes_shutdown);
        }
    }

    fn entity_switched(&self, entity: Entity) {
        enable::follow(self, entity, Site::here());
    }

    fn settle(&self) {
        quiet::settle(self, Site::here());
    }

    fn unbind(&self) {
        self.unbind();
    }

    fn drop_values(&self, first_panic: &mut Option<Box<dyn Any + Send>>) {
        let mut discard = |value: T| {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
                first_panic.get_or_insert(panic);
            }
        };
        let rows = self.take_values();
        while let Some(value) = self.next_dropped() {
            discard(value);
        }
        rows.for_each(discard);
    }

    fn stats(&self) -> StoreStats {
        let (value_bytes, row_bytes, lookup_bytes, capacity) = self.memory();
        StoreStats {
            component: T::__SPEC.name,
            count: self.count(),
            enabled: self.enabled_rows(),
            capacity,
            value_bytes,
            row_bytes,
            lookup_bytes,
        }
    }

    fn into_any(self: Rc<Self>) -> Rc<dyn Any> {
        self
    }
}
