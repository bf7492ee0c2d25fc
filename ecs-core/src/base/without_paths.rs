//! [`WithoutPaths`]: the name of a type, as a user would write it.

use core::fmt;

/// A type's name, and those of its parameters, without the modules.
pub(crate) struct WithoutPaths<'n>(pub(crate) &'n str);

impl fmt::Display for WithoutPaths<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_of_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
        for part in self.0.split_inclusive(|c| !is_of_path(c)) {
            f.write_str(part.rsplit("::").next().unwrap_or(part))?;
        }
        Ok(())
    }
}
