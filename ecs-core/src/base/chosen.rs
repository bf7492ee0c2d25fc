//! [`chosen`]: a name that stands for one of several things.

use std::borrow::Cow;

/// Chooses the thing with a path, or else with a name. Fails with the paths of all that have the name: none,
/// or several.
pub(crate) fn chosen<T: Clone>(
    all: &[T],
    name: &str,
    names: impl Fn(&T) -> (&'static str, Cow<'static, str>),
) -> Result<T, Vec<&'static str>> {
    let mut found: Vec<_> = all.iter().filter(|one| names(one).0 == name).collect();
    if found.is_empty() {
        found = all.iter().filter(|one| names(one).1 == name).collect();
    }
    match *found {
        [one] => Ok(one.clone()),
        _ => Err(found.iter().map(|one| names(one).0).collect()),
    }
}
