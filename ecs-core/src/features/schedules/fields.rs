//! The fields of structs by which systems take a component: for messages.

use core::fmt;

use crate::borrow::AccessSet;

/// Lists the fields of structs that derive `SystemParam` by which a component type is taken, as paths from
/// the struct that is a parameter of a system: `Arena.ships`.
pub(super) fn fields_with(taken: &AccessSet<'_>, component: &str) -> Vec<String> {
    let mut fields = Vec::new();
    collect(taken, component, "", &mut fields);
    fields
}

fn collect(taken: &AccessSet<'_>, component: &str, path: &str, fields: &mut Vec<String>) {
    match taken {
        AccessSet::One(access) => {
            if access.name.get() == component && !path.is_empty() && fields.iter().all(|field| field != path)
            {
                fields.push(path.to_owned());
            }
        }
        AccessSet::All(sets) => sets.iter().for_each(|set| collect(set, component, path, fields)),
        AccessSet::Of(set, _) => collect(set, component, path, fields),
        AccessSet::Field(set, [owner, field]) => {
            let before = if path.is_empty() { owner } else { path };
            collect(set, component, &format!("{before}.{field}"), fields);
        }
    }
}

/// Writes the fields in brackets, if there are any.
pub(super) fn by_fields(fields: &[String]) -> impl fmt::Display {
    fmt::from_fn(move |f| match fields {
        [] => Ok(()),
        fields => write!(f, " (`{}`)", fields.join("`, `")),
    })
}
