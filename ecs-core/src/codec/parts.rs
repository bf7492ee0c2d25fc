//! [`parts`] and [`forward_to_parts`]: the traits by which serde gives the parts of a value.

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

/// The methods of a serializer that differ from others in names alone: a tuple struct is a tuple, a variant
/// is said by `variant`, and what it holds follows, taken by `part`.
macro_rules! forward_to_parts {
    ($seq:ty, $map:ty, $parts:ty) => {
        type Ok = ();
        type Error = TapeError;
        type SerializeSeq = $seq;
        type SerializeTuple = $parts;
        type SerializeTupleStruct = $parts;
        type SerializeTupleVariant = $parts;
        type SerializeMap = $map;
        type SerializeStruct = $parts;
        type SerializeStructVariant = $parts;

        #[inline]
        fn serialize_unit_struct(self, _name: &str) -> Result<(), TapeError> {
            self.serialize_unit()
        }

        #[inline]
        fn serialize_newtype_variant<T: Serialize + ?Sized>(
            self,
            _name: &str,
            index: u32,
            variant: &'static str,
            value: &T,
        ) -> Result<(), TapeError> {
            self.variant(index, variant)?;
            self.part(value)
        }

        #[inline]
        fn serialize_tuple_struct(self, _name: &str, len: usize) -> Result<$parts, TapeError> {
            self.serialize_tuple(len)
        }

        #[inline]
        fn serialize_tuple_variant(
            self,
            _name: &str,
            index: u32,
            variant: &'static str,
            len: usize,
        ) -> Result<$parts, TapeError> {
            self.variant(index, variant)?;
            self.serialize_tuple(len)
        }

        #[inline]
        fn serialize_struct_variant(
            self,
            name: &'static str,
            index: u32,
            variant: &'static str,
            len: usize,
        ) -> Result<$parts, TapeError> {
            self.variant(index, variant)?;
            self.serialize_struct(name, len)
        }
    };
}

pub(super) use {forward_to_parts, parts};
