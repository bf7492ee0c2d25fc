//! [`needs!`]: methods whose feature is off, so that a call is a compile error that names the feature.

/// A trait that nothing implements, and methods that ask for it.
macro_rules! needs {
    ($feature:literal, $trait:ident, $text:literal, $add:literal:
    $type:ty { $($method:ident($($arg:tt)*);)* }) => {
        #[cfg(not(feature = $feature))]
        #[diagnostic::on_unimplemented(message = $text, label = "this feature is off", note = $add)]
        pub trait $trait {}

        #[cfg(not(feature = $feature))]
        impl $type {
            $(
                #[doc(hidden)]
                pub fn $method<'a>($($arg)*)
                where
                    // rustc refuses a bound that never holds where it stands, unless that has a parameter.
                    &'a (): $trait,
                {
                }
            )*
        }
    };
}

pub(crate) use needs;
