//! [`in_state!`](crate::in_state): asks whether a state matches a pattern, as the condition of a system.

use super::calls::State;

/// Makes a condition of a pattern: a closure that says whether a state matches it now.
///
/// The state is that of the pattern. A guard may follow, as in a `match`. A nested state that does not exist
/// matches nothing. Elsewhere, `matches!(Screen::get(), Screen::Play { .. })` asks the same.
///
/// ```
/// use ecs_core::{IntoSystem, Schedule, Singleton, State, in_state};
///
/// #[derive(State, Default, Clone, PartialEq)]
/// enum Screen { #[default] Menu, Play { level: u32 } }
///
/// #[derive(Singleton, Default)]
/// struct Waves(u32);
///
/// fn spawn_wave(waves: &mut Waves) {
///     waves.0 += 1;
/// }
///
/// fn spawn_boss(waves: &mut Waves) {
///     waves.0 += 100;
/// }
///
/// let mut schedule = Schedule::new()
///     .add(spawn_wave.run_if(in_state!(Screen::Play { .. })))
///     .add(spawn_boss.run_if(in_state!(Screen::Play { level } if level > 8)));
/// schedule.run(0.1);
/// Screen::go(Screen::Play { level: 9 });
/// schedule.run(0.1); // The state changes when this is over.
/// schedule.run(0.1);
/// assert_eq!(Waves::borrow().0, 101);
/// ```
#[macro_export]
macro_rules! in_state {
    ($pattern:pat $(if $guard:expr)? $(,)?) => {
        $crate::in_state_of(move |state: &_| ::core::matches!(state, &$pattern $(if $guard)?))
    };
}

/// Makes a condition of a question to a state, for [`in_state!`](crate::in_state).
#[doc(hidden)]
#[track_caller]
pub fn in_state_of<S: State>(
    test: impl Fn(&S) -> bool + Send + 'static,
) -> impl Fn() -> bool + Send + 'static {
    move || S::try_get().is_some_and(|state| test(&state))
}
