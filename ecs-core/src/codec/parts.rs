//! [`parts`]: the traits by which serde gives the parts of a value.

/// Implements those traits for what takes parts by `element` and `field`, and ends them by `finish`.
macro_rules! parts {
    ($type:ty: $($trait:ident $method:ident($($name:ident)?) $by:ident;)*) => {$(
        impl serde::ser::$trait for $type {
            type Ok = ();
            type Error = TapeError;

            #[inline]
            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($name: &'static str,)?
                value: &T,
            ) -> Result<(), TapeError> {
                self.$by($($name,)? value)
            }

            #[inline]
            fn end(self) -> Result<(), TapeError> {
                self.finish()
            }
        }
    )*};
}

pub(super) use parts;
