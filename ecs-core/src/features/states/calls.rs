//! [`State`]: a type of which the world has one value, which changes in one place of a frame; and what was
//! asked for.

use crate::base::CallSite;
use crate::component::{Component, DerivesSingleton};
use crate::error::{fail, or_fail};
use crate::ids::Entity;
use crate::life;
use crate::reach::Singleton;
use crate::spec::{One, Probe, SendProof, Spec, SpecOf, info, name_of};
use crate::store::{Locator, Whole};
use crate::terms::Commands;
use crate::world::{note_soft, with_current};

use super::bound::DespawnOnExit;
use super::number::{OfState, row};
use super::part::States;
use super::run_state::{InState, state_of};

/// What a state is besides.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a state: it lacks `Default`, `Clone` or `PartialEq`",
    label = "a state has all three",
    note = "write `#[derive(State, Default, Clone, PartialEq)]` above `{Self}`, and `#[default]` above the \
            variant of an `enum` with which a game begins"
)]
pub trait StateValue: Default + Clone + PartialEq + 'static {}

#[diagnostic::do_not_recommend]
impl<S: Default + Clone + PartialEq + 'static> StateValue for S {}

/// A state of the game, such as its screen. A world has one value of the type, which changes only at certain
/// points of a frame.
///
/// Derive it, with `Default`, `Clone` and `PartialEq`. [`go`](Self::go) requests another value; the change is
/// made after the running phase. Components, [observers](crate::observe) and systems receive
/// [`Enter`](crate::Enter), [`Exit`](crate::Exit) and [`Change`](crate::Change). A type with
/// `#[component(in_state(..))]` is updated only in its state.
/// [`despawn_on_exit`](crate::Entity::despawn_on_exit) despawns an entity when the state is left.
///
/// ```
/// use ecs_core::{Component, Enter, Entity, Exit, State, update_all};
///
/// #[derive(State, Default, Clone, PartialEq)]
/// enum Screen {
///     #[default]
///     Menu,
///     Play { level: u32 },
/// }
///
/// #[derive(Component, Default)]
/// #[component(in_state(Screen::Play { .. }))]
/// struct Rock { x: f32 }
///
/// impl Rock {
///     fn update(&mut self, dt: f32) {
///         self.x += dt;
///     }
/// }
///
/// #[derive(Component, Default)]
/// #[component(on(Enter<Screen>))]
/// struct Level;
///
/// impl Level {
///     fn on_enter_screen(&mut self, enter: &Enter<Screen>) {
///         if let Screen::Play { .. } = enter.new() {
///             let rock = Entity::spawn().add::<Rock>();
///             rock.entity().despawn_on_exit::<Screen>();
///         }
///     }
/// }
///
/// Entity::spawn().add::<Level>();
/// update_all(1.0);
/// assert!(Screen::get() == Screen::Menu);
/// Screen::go(Screen::Play { level: 1 });
/// update_all(1.0); // The rock comes when the fixed steps are over, and moves then.
/// assert_eq!((Rock::count(), Rock::view()[0].x), (1, 1.0));
/// Screen::go(Screen::Menu);
/// update_all(1.0);
/// assert_eq!(Rock::count(), 0);
/// ```
///
/// # When it changes
///
/// After all fixed steps of a frame, after the schedule of `update`, and after that of `late_update`; outside
/// of a frame, after [`Schedule::run`](crate::Schedule::run) and in [`World::flush`](crate::World::flush).
/// The default is entered at the first of these points. A change has these steps:
///
/// 1. The states [within](#nested) the old one are left, and `Exit` is sent. [`get`](Self::get) still returns
///    the old value.
/// 2. Entities that are bound to the old state [end](crate::Entity::despawn_on_exit).
/// 3. The value changes. Types of the new state go on, other types pause.
/// 4. `Enter` is sent. Then the states within the new one are entered.
///
/// A value that is requested during the change follows directly; the last request counts. After 16 changes of
/// one state this is an error, [`UpdateError::EndlessStates`](crate::UpdateError::EndlessStates). Another
/// value of the same variant sends only `Change`. A `struct` counts as an `enum` with one variant. An equal
/// value changes nothing; [`go_anew`](Self::go_anew) leaves and enters the state in any case.
///
/// If a handler panics, the other handlers still run, and the change is made. Then the panic continues.
///
/// # To read it
///
/// A hook or a system takes it as `&Screen`, or as `Option<&Screen>` if the state may not exist.
/// `&mut Screen` is a compile error. [`in_state!`](crate::in_state) is the condition of a system.
///
/// ```compile_fail
/// # use ecs_core::{Component, Entity, State};
/// # #[derive(State, Default, Clone, PartialEq)]
/// # enum Screen { #[default] Menu }
/// # #[derive(Component, Default)]
/// # struct Ship;
/// impl Ship {
///     fn update(&mut self, screen: &mut Screen) {} // a state is read only: take it as `&S`
/// }
/// # Entity::spawn().add::<Ship>();
/// ```
///
/// # Nested
///
/// With `#[state(within(Screen::Play { .. }))]` a state exists only while the other state matches the
/// pattern. It is entered after the other state, with its default or the value that was requested, and left
/// before it.
///
/// # Saved
///
/// A state that is `Serialize` and `Deserialize` is listed in a `Save` as a singleton is. Loading it sends no
/// `Enter` and no `Exit`. Snapshots contain states. To write a state by its name
/// ([`World::by_name`](crate::World::by_name)) is a request, as [`go`](Self::go) is.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a state",
    label = "this type does not derive `State`",
    note = "write `#[derive(State, Default, Clone, PartialEq)]` above `{Self}`"
)]
pub trait State: Component<__Number = OfState, __Layout = Whole> + StateValue {
    #[doc(hidden)]
    const __ASKED: SpecOf<AskedState<Self>>;

    #[doc(hidden)]
    const __WITHIN: Option<&'static InState> = None;

    /// Returns the current value.
    ///
    /// # Panics
    ///
    /// If it is a nested state that does not exist now; [`try_get`](Self::try_get) returns `None` instead.
    /// While the world is closing. In parallel code, which takes it as `&Self`.
    #[must_use]
    #[track_caller]
    fn get() -> Self {
        if !row::<Self>().is_alive() {
            or_fail(state_of::<Self>().begin(CallSite::here()));
        }
        // A closure would be the place of the panic.
        match (value(), Self::__WITHIN) {
            (Some(value), _) => value,
            (None, Some(InState { pattern, .. })) => fail(&format_args!(
                "there is no {} now: it exists only within `{pattern}`; ask `try_get()`",
                name_of::<Self>()
            )),
            (None, None) => {
                fail(&format_args!("there is no {} now: the world is closing", name_of::<Self>()))
            }
        }
    }

    /// Returns the current value; `None` if it is a nested state that does not exist, or the world is
    /// closing.
    #[must_use]
    #[track_caller]
    fn try_get() -> Option<Self> {
        if !row::<Self>().is_alive() {
            state_of::<Self>().begin(CallSite::here()).ok()?;
        }
        value()
    }

    /// Requests another value. The last request counts.
    ///
    /// A request for a nested state that does not exist when states change is dropped, and
    /// `World::stats().soft` counts it. A nested state that is entered then begins with this value.
    ///
    /// # Panics
    ///
    /// While the world is closing. In parallel code, which takes [`Commands`].
    #[doc(alias("set", "next_state"))]
    #[track_caller]
    fn go(state: Self) {
        ask(NextState::Other(state), CallSite::here());
    }

    /// Requests another value, as [`go`](Self::go), and leaves and enters the state in any case: also for
    /// another value of the same variant, such as the next level, and for an equal value.
    ///
    /// # Panics
    ///
    /// As [`go`](Self::go).
    #[track_caller]
    fn go_anew(state: Self) {
        ask(NextState::Anew(state), CallSite::here());
    }

    /// Requests that the current value is left and entered again, for example to play a level once more. The
    /// entities of the state are despawned, and states within it begin again.
    ///
    /// # Panics
    ///
    /// As [`go`](Self::go).
    #[track_caller]
    fn again() {
        ask(NextState::<Self>::Again, CallSite::here());
    }
}

impl Entity {
    /// Despawns the entity and its descendants when the state is left that is current at this call. Returns
    /// the entity.
    ///
    /// The entity ends after [`Exit`](crate::Exit) was sent, before the value changes. In a handler of
    /// `Enter`, the current state is the new one; after a [`go`](State::go) that still waits, the old one. An
    /// entity that a [`Pool`](crate::Pool) hands out again is
    /// not bound to a state any more. `entity.remove::<DespawnOnExit<Screen>>()` lets the entity live on.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, State, World};
    ///
    /// #[derive(State, Default, Clone, PartialEq)]
    /// enum Screen { #[default] Menu, Play }
    ///
    /// #[derive(Component)]
    /// struct Button;
    ///
    /// let button = Entity::spawn_with(Button).despawn_on_exit::<Screen>();
    /// Screen::go(Screen::Play);
    /// World::flush();
    /// assert!(!button.is_alive());
    /// ```
    ///
    /// # Panics
    ///
    /// If it is a nested state that does not exist now. If the entity is dead, this counts a [soft
    /// failure](crate::stats::SoftFailures).
    #[track_caller]
    #[allow(clippy::must_use_candidate, reason = "it is returned to be used, or not")]
    pub fn despawn_on_exit<S: State>(self) -> Self {
        let site = CallSite::here();
        if S::try_get().is_none() {
            fail(&format_args!(
                "cannot bind {self:?} to {}, which does not exist now: it is nested in another state",
                name_of::<S>()
            ));
        }
        if self.is_alive() {
            or_fail(life::insert(self, &mut Some(DespawnOnExit::<S>::of(self)), site));
        } else {
            note_soft("Entity::despawn_on_exit", Some(name_of::<S>()), self, site);
        }
        self
    }
}

impl Commands<'_> {
    /// Requests another value of a state; see [`State::go`].
    ///
    /// ```
    /// use ecs_core::{Commands, Schedule, State};
    ///
    /// #[derive(State, Default, Clone, PartialEq)]
    /// enum Screen { #[default] Menu, Play }
    ///
    /// fn start(screen: &Screen, commands: Commands) {
    ///     if *screen == Screen::Menu {
    ///         commands.go(Screen::Play);
    ///     }
    /// }
    ///
    /// Schedule::new().add(start).run(0.1);
    /// assert!(Screen::get() == Screen::Play);
    /// ```
    #[track_caller]
    pub fn go<S: State + Send>(self, state: S) {
        let site = CallSite::here();
        self.0.run(move || ask(NextState::Other(state), site));
    }

    /// Requests another value of a state, which is left and entered in any case; see [`State::go_anew`].
    #[track_caller]
    pub fn go_anew<S: State + Send>(self, state: S) {
        let site = CallSite::here();
        self.0.run(move || ask(NextState::Anew(state), site));
    }
}

/// What is asked for.
#[derive(Clone)]
pub(super) enum NextState<S> {
    Other(S),
    /// Entered in any case.
    Anew(S),
    /// The same anew.
    Again,
}

/// What was asked for of a state. A world that has this has the state.
#[derive(Clone)]
pub struct AskedState<S> {
    /// Whether `Enter` was sent.
    pub(super) is_entered: bool,
    pub(super) next: Option<NextState<S>>,
}

#[diagnostic::do_not_recommend]
impl<S: State> Component for AskedState<S> {
    const __SPEC: SpecOf<Self> = S::__ASKED;
    type __Number = One;
    type __Layout = Whole;

    fn __cell() -> Locator<Self> {
        Locator::ByType
    }

    fn __info() -> &'static crate::column::TypeInfo {
        const { info::<Self>() }
    }
}

impl<S: State> DerivesSingleton for AskedState<S> {}

/// Describes what was asked for of a state, with the proof that it is `Send`, if it is.
#[must_use]
pub const fn asked<S: State>(spec: Spec, send: Option<SendProof<AskedState<S>>>) -> SpecOf<AskedState<S>> {
    let make: fn() -> AskedState<S> = || AskedState { is_entered: false, next: None };
    SpecOf::new(spec.generic::<AskedState<S>>(), send)
        .copied(Probe::<AskedState<S>>::CLONE, None)
        .or_default(Some(make))
}

#[cfg(feature = "serde")]
impl<S: serde::Serialize> serde::Serialize for AskedState<S> {
    fn serialize<Out: serde::Serializer>(&self, out: Out) -> Result<Out::Ok, Out::Error> {
        let (is_again, other) = match &self.next {
            None => (false, None),
            Some(NextState::Again) => (true, None),
            Some(NextState::Other(state)) => (false, Some(state)),
            Some(NextState::Anew(state)) => (true, Some(state)),
        };
        (self.is_entered, is_again, other).serialize(out)
    }
}

/// The value of now. A nested state that a save has brought where it is wrong does not count.
#[track_caller]
fn value<S: State>() -> Option<S> {
    let value = row::<S>().get()?.clone();
    S::__WITHIN.is_none_or(|within| within.ask.holds()).then_some(value)
}

#[track_caller]
fn ask<S: State>(next: NextState<S>, site: CallSite) {
    // First: here a refusal names the line of the user.
    let _ = row::<S>();
    or_fail(state_of::<S>().begin(site));
    let before = AskedState::<S>::get_mut().map(|mut asked| asked.next.replace(next));
    // A world that is closing has none.
    let _ = with_current(|core| States::of(core).note_asked());
    drop(before);
}
