//! [`clone_fields!`]: clones a struct field by field, also into one that is there, whose memory it keeps.

/// Implements `Clone` for a struct with these fields. What the derive does, but for `clone_from`: that clones
/// each field into the one that is there.
macro_rules! clone_fields {
    ($type:ty { $($field:ident),* $(,)? }) => {
        impl Clone for $type {
            fn clone(&self) -> Self {
                Self { $($field: self.$field.clone()),* }
            }

            fn clone_from(&mut self, other: &Self) {
                $(self.$field.clone_from(&other.$field);)*
            }
        }
    };
}

pub(crate) use clone_fields;
