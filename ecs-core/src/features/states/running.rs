//! [`StateOf`]: how one state is left and entered.

use core::any::TypeId;
use core::marker::PhantomData;
use core::mem::discriminant;

use crate::base::{AnyEvent, CallSite, OneByOne, Panic, Sent, keep_panic_of, pass_on};
use crate::error::{SingletonError, or_fail};
use crate::life;
use crate::reach::Singleton;
use crate::reach::singleton::made;
use crate::spec::name_of;
use crate::store::{ByRef, UntypedOwn};
use crate::world::{WorldCore, note_soft, with_current};

use super::super::observers::Observable;
use super::bound::end_bound;
use super::calls::{AskedState, NextState, State};
use super::events::{Change, Enter, Exit};
use super::number::row;
use super::part::States;
use super::run_state::{InState, RunState, state_of};

struct StateOf<S>(PhantomData<fn(S) -> S>);

/// The state that a type is.
#[must_use]
pub const fn state<S: State>() -> &'static dyn RunState {
    &StateOf::<S>(PhantomData)
}

/// States within states are not nested deeper.
const DEEPEST: usize = 64;

impl<S: State> StateOf<S> {
    fn value() -> Option<S> {
        row::<S>().get().map(|value| value.clone())
    }

    /// Refuses a state that is within itself.
    #[track_caller]
    fn refuse_circle() {
        let mut outer = S::__WITHIN;
        for _ in 0..DEEPEST {
            let Some(within) = outer else { return };
            outer = within.ask.state().within();
        }
        panic!(
            "the state {} is within itself: remove one of the `#[state(within(..))]` that lead from it to it",
            name_of::<S>()
        );
    }

    /// Gives the state a value, which it had not or which was another one.
    fn set(core: &WorldCore, value: S, site: CallSite) {
        // A listener may have reset the world.
        or_fail(state_of::<S>().begin(site));
        match row::<S>().is_alive() {
            true => drop(row::<S>().with(|place| core::mem::replace(place, value))),
            false => or_fail(life::insert(core.globals.entity(), &mut Some(value), site)),
        }
        if let Some(mut asked) = AskedState::<S>::get_mut() {
            asked.is_entered = true;
        }
        States::of(core).note_changed(core);
    }

    /// Leaves the states within this one, unless it stays and its new value is right for them.
    fn leave_inner(core: &WorldCore, is_left: bool, new: Option<&S>, site: CallSite) {
        for state in States::of(core).list().into_iter().rev() {
            if state.within().is_some_and(|within| within.ask.state().id() == TypeId::of::<S>()) {
                state.leave_unless(core, is_left, new.map(|new| new as &AnyEvent), site);
            }
        }
    }

    fn leave(core: &WorldCore, old: &S, new: Option<&S>, site: CallSite, first_panic: &mut Option<Panic>) {
        keep_panic_of(|| Self::leave_inner(core, true, new, site), first_panic);
        let exit = Exit::of(old.clone(), new.cloned());
        tell(core, exit, site, first_panic);
        end_bound::<S>(site, first_panic);
    }

    /// Ends a state that exists only within another one. All hear that this value is left; nobody hears of it
    /// if there is none.
    fn end(core: &WorldCore, left: Option<&S>, site: CallSite) {
        let mut first_panic = None;
        let next = AskedState::<S>::get_mut().and_then(|mut asked| {
            asked.is_entered = false;
            asked.next.take()
        });
        keep_panic_of(|| drop(next), &mut first_panic);
        match left {
            Some(old) => Self::leave(core, old, None, site, &mut first_panic),
            None => end_bound::<S>(site, &mut first_panic),
        }
        keep_panic_of(
            || {
                life::kill::<S>(core.globals.entity(), site);
                States::of(core).note_changed(core);
            },
            &mut first_panic,
        );
        pass_on(first_panic);
    }

    /// Makes the change from a value to another one.
    fn change(core: &WorldCore, old: S, next: NextState<S>, site: CallSite) {
        let mut first_panic = None;
        let (new, is_again) = match next {
            NextState::Again => (old.clone(), true),
            NextState::Anew(new) => (new, true),
            NextState::Other(new) if new == old => return,
            NextState::Other(new) => (new, false),
        };
        if !is_again && discriminant(&old) == discriminant(&new) {
            keep_panic_of(|| Self::leave_inner(core, false, Some(&new), site), &mut first_panic);
            keep_panic_of(|| Self::set(core, new.clone(), site), &mut first_panic);
            tell(core, Change::of(old, new), site, &mut first_panic);
        } else {
            Self::leave(core, &old, Some(&new), site, &mut first_panic);
            keep_panic_of(|| Self::set(core, new.clone(), site), &mut first_panic);
            tell(core, Enter::of(Some(old), new), site, &mut first_panic);
        }
        pass_on(first_panic);
    }
}

impl<S: State> RunState for StateOf<S> {
    fn id(&self) -> TypeId {
        TypeId::of::<S>()
    }

    fn within(&self) -> Option<&'static InState> {
        S::__WITHIN
    }

    fn begin(&self, site: CallSite) -> Result<(), SingletonError> {
        let was_there = row::<S>().is_alive();
        let is_known = row::<AskedState<S>>().is_alive();
        if is_known && (was_there || S::__WITHIN.is_some()) {
            return Ok(());
        }
        if let Some(within) = S::__WITHIN {
            Self::refuse_circle();
            within.ask.state().begin(site)?;
        }
        made::<AskedState<S>>(site)?;
        // In a change, a nested one is entered when its turn comes.
        let may_begin = || match S::__WITHIN {
            Some(within) => {
                within.ask.holds() && !with_current(|core| States::of(core).is_applying.get()).unwrap_or(true)
            }
            None => true,
        };
        if !was_there && may_begin() {
            let value = &mut Some(S::default());
            let inserted = with_current(|core| core.globals.entity())
                .map_or(Ok(()), |globals| life::insert(globals, value, site));
            let component = name_of::<S>();
            inserted.map_err(|error| SingletonError::Make { component, error: *error })?;
        }
        if let Some(mut asked) = AskedState::<S>::get_mut() {
            // One that a save had is what it was.
            asked.is_entered = was_there;
        }
        let _ = with_current(|core| States::of(core).note_begun(state::<S>()));
        Ok(())
    }

    fn is_asked(&self) -> bool {
        let Some((is_entered, has_next)) =
            AskedState::<S>::get().map(|asked| (asked.is_entered, asked.next.is_some()))
        else {
            return false;
        };
        let is_there = row::<S>().is_alive();
        let is_right = S::__WITHIN.is_none_or(|within| within.ask.holds());
        is_right != is_there || is_there && !is_entered || has_next
    }

    fn take_step(&self, core: &WorldCore, site: CallSite) {
        let is_right = S::__WITHIN.is_none_or(|within| within.ask.holds());
        let (value, is_entered) =
            (Self::value(), AskedState::<S>::get().is_none_or(|asked| asked.is_entered));
        // The first value of a nested state may be asked for before; that of others is the default.
        let takes_next = is_right && (is_entered || value.is_none());
        let next = (takes_next || !is_right)
            .then(|| AskedState::<S>::get_mut().and_then(|mut asked| asked.next.take()))
            .flatten();
        // Each drops for itself, also if a listener panics.
        let (mut value, mut next) = (OneByOne::new(value), OneByOne::new(next));
        match &*value {
            Some(old) if !is_right => Self::end(core, Some(old), site),
            None if !is_right => {
                note_soft("State::go", Some(name_of::<S>()), core.globals.entity(), site);
            }
            Some(_) if is_entered => {
                if let (Some(old), Some(next)) = (value.take(), next.take()) {
                    Self::change(core, old, next, site);
                }
            }
            _ => {
                let mut first_panic = None;
                let new = match next.take() {
                    Some(NextState::Other(new) | NextState::Anew(new)) => new,
                    _ => value.take().unwrap_or_default(),
                };
                keep_panic_of(|| Self::set(core, new.clone(), site), &mut first_panic);
                tell(core, Enter::of(None, new), site, &mut first_panic);
                pass_on(first_panic);
            }
        }
    }

    fn leave_unless(&self, core: &WorldCore, is_left: bool, new: Option<&AnyEvent>, site: CallSite) {
        let Some(within) = S::__WITHIN else { return };
        let stays = || !is_left && new.is_some_and(|new| within.ask.matches(new));
        let value = OneByOne::new(Self::value());
        if let Some(old) = &*value
            && !stays()
        {
            Self::end(core, Some(old), site);
        }
    }

    fn note_loaded(&self, site: CallSite) -> Result<(), SingletonError> {
        self.begin(site)?;
        if let Some(mut asked) = AskedState::<S>::get_mut() {
            asked.is_entered = row::<S>().is_alive();
        }
        Ok(())
    }

    fn end_if_wrong(&self, core: &WorldCore, site: CallSite) {
        if row::<S>().is_alive() && S::__WITHIN.is_some_and(|within| !within.ask.holds()) {
            Self::end(core, None, site);
        }
    }

    fn forget(&self) {
        let next = AskedState::<S>::get_mut().and_then(|mut asked| asked.next.take());
        drop(next);
    }

    fn go_to(&self, own: UntypedOwn<'_>) -> Box<dyn FnOnce()> {
        let value = own.with::<ByRef, S, _>(|value| value.clone());
        Box::new(|| S::go(value))
    }
}

/// Tells all who listen to an event, keeping the first panic.
fn tell<E: Observable>(core: &WorldCore, event: E, site: CallSite, first_panic: &mut Option<Panic>) {
    let mut sent = Sent::new(event);
    let told = || {
        pass_on(core.structural(|| {
            core.observers.readers().post(None, || sent.shared());
            life::tell_event(core, E::__OBSERVING.observed, &mut sent, site)
        }));
    };
    keep_panic_of(told, first_panic);
    keep_panic_of(|| drop(sent), first_panic);
}
