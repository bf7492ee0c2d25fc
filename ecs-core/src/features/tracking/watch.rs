//! [`Watch`]: a singleton that a system reads, and whether it has changed.

use core::fmt;

use crate::base::CallSite;
use crate::borrow::AccessSet;
use crate::error::UpdateError;
use crate::hooks::Param;
use crate::iterate::Plain;
use crate::reach::Singleton;
use crate::terms::SingletonTerm;
use crate::world::CommandBuffer;

use super::super::schedules::{ParSystemParam, ReadParam, SystemCall, SystemParam};
use super::tracked::Tracked;

/// Reads a [singleton](Singleton) in a system, like `&S`, and says whether it has changed since the last run
/// of the system. The type must be [tracked](Tracked). Each run of a system that takes `&mut S` counts as a
/// change.
///
/// In the first run, [`has_changed`](Self::has_changed) is true. In conditions and outside of parallel
/// systems, use [`Singleton::has_changed`].
///
/// ```
/// use ecs_core::{Schedule, Singleton, Watch};
///
/// #[derive(Singleton, Default)]
/// #[component(track)]
/// struct Score(u32);
///
/// #[derive(Singleton, Default)]
/// struct Label { text: String, drawn: u32 }
///
/// fn draw(score: Watch<Score>, label: &mut Label) {
///     if score.has_changed() {
///         label.text = score.0.to_string();
///         label.drawn += 1;
///     }
/// }
///
/// let mut schedule = Schedule::new().add(draw);
/// (0..3).for_each(|_| schedule.run(0.1));
/// Score::borrow_mut().0 = 5;
/// (0..3).for_each(|_| schedule.run(0.1));
/// assert_eq!((Label::borrow().text.as_str(), Label::borrow().drawn), ("5", 2));
/// ```
pub struct Watch<'w, S> {
    value: &'w S,
    has_changed: bool,
}

impl<S> Watch<'_, S> {
    /// Says whether the value was changed or set since this system ran the last time.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        self.has_changed
    }
}

crate::base::deref_by!([S] Watch<'_, S> => S, |this| this.value);

impl<S: fmt::Debug> fmt::Debug for Watch<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value, has_changed } = self;
        f.debug_struct("Watch").field("value", value).field("has_changed", has_changed).finish()
    }
}

impl<S: Singleton + Tracked> Param for Watch<'_, S> {
    const ACCESS: AccessSet<'static> = <&S>::ACCESS;

    fn prepare(site: CallSite) -> Result<(), UpdateError> {
        <&S>::prepare(site)
    }
}

impl<S: Singleton + Tracked> SystemParam for Watch<'_, S> {
    type State = (SingletonTerm<S, false>, Plain<bool>);
    type Item<'w> = Watch<'w, S>;
    type Memory = ();

    fn borrow(call: &SystemCall, (): &mut ()) -> Result<Self::State, UpdateError> {
        let term = <&S>::borrow(call, &mut ())?;
        Ok((term, Plain(S::has_changed())))
    }

    fn item<'w>((term, has_changed): &'w mut Self::State, commands: &'w CommandBuffer) -> Self::Item<'w> {
        Watch { value: <&S>::item(term, commands), has_changed: has_changed.0 }
    }
}

#[diagnostic::do_not_recommend]
impl<S: Singleton + Tracked + Sync> ParSystemParam for Watch<'_, S> {}

#[diagnostic::do_not_recommend]
impl<S: Singleton + Tracked> ReadParam for Watch<'_, S> {}
