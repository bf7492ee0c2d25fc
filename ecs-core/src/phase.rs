//! [`Phase`]: the parts of a frame.

/// Declares the phases: one for each hook that runs over all components.
macro_rules! declare {
    ($($hook:ident: $kind:ident $(($phase:ident))?, $when:literal;)*) => {
        /// A part of a frame, named as the hook that runs in it over all components, one type after the
        /// other.
        ///
        /// [`update_all`](crate::update_all) runs them in this order.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Phase {
            $($(#[doc = concat!("`", stringify!($hook), "`: runs ", $when, ".")] $phase,)?)*
        }

        impl Phase {
            const COUNT: usize = [$($(Self::$phase,)?)*].len();

            /// All of them, in the order in which they run.
            pub const ALL: [Self; Self::COUNT] = [$($(Self::$phase,)?)*];

            /// Returns the name of its hook.
            #[must_use]
            pub const fn hook(self) -> &'static str {
                match self {
                    $($(Self::$phase => stringify!($hook),)?)*
                }
            }
        }
    };
}

ecs_derive::hooks!(declare);

crate::base::display_by!([] Phase, |this, f| f.write_str(this.hook()));
