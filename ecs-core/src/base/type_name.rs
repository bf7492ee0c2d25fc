//! [`TypeName`]: the name of a component type in messages.

use core::any::type_name;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::without_paths::WithoutPaths;

/// The name of a component type in messages: as it is declared, with its parameters. Constants have it before
/// those are known.
#[derive(Clone, Copy)]
pub struct TypeName {
    declared: &'static str,
    /// Returns the path of the type with its parameters, if it is generic.
    path: Option<fn() -> &'static str>,
}

impl TypeName {
    /// The name of a type without parameters.
    pub(crate) const fn of_plain(declared: &'static str) -> Self {
        Self { declared, path: None }
    }

    /// The name of a type `T` with parameters.
    pub(crate) const fn of_generic<T>(declared: &'static str) -> Self {
        Self { declared, path: Some(type_name::<T>) }
    }

    /// Returns the name without parameters.
    pub(crate) const fn declared(self) -> &'static str {
        self.declared
    }

    /// Returns the name: `Stack<Ore>`. That of a generic type is looked up.
    #[inline]
    pub(crate) fn get(self) -> &'static str {
        match self.path {
            None => self.declared,
            Some(path) => with_parameters(self.declared, path()),
        }
    }
}

super::impls::debug_by!([] TypeName, |this, f| this.get().fmt(f));

/// Returns the name of a generic type that has a path. Each is made once, and never freed.
#[cold]
fn with_parameters(declared: &'static str, path: &'static str) -> &'static str {
    static NAMES: Mutex<BTreeMap<&'static str, &'static str>> = Mutex::new(BTreeMap::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    names.entry(path).or_insert_with(|| {
        Box::leak(format!("{declared}{}", WithoutPaths(parameters(path))).into_boxed_str())
    })
}

/// The parameters at the end of a type's path, with their brackets. The function that declares it may have
/// others.
pub(crate) fn parameters(path: &'static str) -> &'static str {
    let (mut depth, mut before) = (0_u32, '>');
    for (place, c) in path.char_indices().rev() {
        match c {
            // Of an arrow, it is no bracket.
            '-' if before == '>' => depth -= 1,
            '>' => depth += 1,
            '<' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return if c == '<' { &path[place..] } else { "" };
        }
        before = c;
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::{TypeName, parameters};

    struct Stack<T>(T);

    #[test]
    fn a_name_has_the_parameters_of_the_type() {
        let names = [TypeName::of_plain("Stack"), TypeName::of_generic::<Stack<Option<u8>>>("Stack")];
        assert_eq!(names.map(TypeName::get), ["Stack", "Stack<Option<u8>>"]);
        assert!(core::ptr::eq(names[1].get(), names[1].get()), "each is made once");
    }

    #[test]
    fn v4_the_parameters_of_a_type_are_those_at_its_end() {
        let of = [
            ("game::Health", ""),
            ("game::Stack<game::Food>", "<game::Food>"),
            ("<game::A<u8> as game::B>::f::Local", ""),
            (
                "<game::A<u8> as game::B>::f::Local<fn(u8) -> a::B<u8>, [u8; 3]>",
                "<fn(u8) -> a::B<u8>, [u8; 3]>",
            ),
        ];
        for (path, expected) in of {
            assert_eq!(parameters(path), expected, "{path}");
        }
    }
}
