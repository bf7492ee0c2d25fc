//! The keys of `#[component(...)]`, and what they say: by feature, each in a file that has the name of its
//! folder in `ecs-core`. A further feature is a line here.

mod feature;

use feature::{Feature, FieldKeys, Keys};

use crate::input::Input;
use crate::output::Output;
use crate::source::Source;
use crate::value::Slot;

/// From the list of features, with the type of each: their modules, and the model, which has all.
macro_rules! features {
    ($($name:ident: $Type:ident,)*) => {
        $(mod $name;)*

        /// A component, as far as it could be understood: the type, and its keys by feature.
        pub struct Model<'a> {
            pub input: Input<'a>,
            $(pub $name: $name::$Type,)*
        }

        impl<'a> Model<'a> {
            /// A type of which nothing is said yet.
            pub fn new(input: Input<'a>) -> Self {
                Self { input, $($name: Default::default(),)* }
            }

            /// All features, in the order of the list.
            pub fn features(&self) -> impl Iterator<Item = &dyn Feature> {
                let features: [&dyn Feature; _] = [$(&self.$name),*];
                features.into_iter()
            }

            /// Each key of the type, with where its value is kept.
            pub fn keys(&mut self) -> Keys<'_> {
                let features: [&mut dyn Feature; _] = [$(&mut self.$name),*];
                let krate: (_, &mut dyn Slot) = ("crate", &mut self.input.krate);
                features.into_iter().flat_map(|feature| feature.keys()).chain([krate]).collect()
            }

            /// Each key of a field, as [`Feature::field_keys`] has them.
            pub fn field_keys(&mut self) -> FieldKeys<'_> {
                let features: [&mut dyn Feature; _] = [$(&mut self.$name),*];
                features.into_iter().flat_map(|feature| feature.field_keys()).collect()
            }
        }
    };
}

// The order is that of messages, and that of the fields of `Spec`.
features! {
    order: Order,
    requires: Requires,
    excludes: Excludes,
    events: Events,
    interfaces: Interfaces,
    near: Near,
    siblings: Siblings,
    states: States,
    inherit: Inherit,
    hooks: Hooks,
    tracking: Tracking,
    soa: Soa,
    capacity: Capacity,
    pools: Pools,
    save: Save,
    snapshot: Snapshot,
    send: Send,
}

pub use states::Pattern;

impl Model<'_> {
    /// Writes what keys say of a state.
    pub fn of_states(&self, output: &mut Output) {
        self.features().filter(|feature| feature.is_of_states()).for_each(|it| it.expand(self, output));
    }

    /// The methods that are named by keys, each with the hook that it is, if it is one.
    pub fn methods(&self) -> impl Iterator<Item = (Option<&'static str>, &Source)> {
        self.features().flat_map(Feature::methods)
    }
}
