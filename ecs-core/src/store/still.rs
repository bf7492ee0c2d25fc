//! Stand-in.
#![expect(unsafe_code, reason = "stand-in")]
use super::column::*;
use super::columns::*;
use super::common::*;
use super::record::Recorder;
use super::rows::Rows;
use super::store::Store;
use super::ticks::Stored;
use crate::guard::Ref;

pub struct Still;
/// Stand-in.
pub unsafe trait ParColumn: Column {}
/// Stand-in.
pub unsafe trait ParColumns: Columns {
    /// Stand-in
    fn hold_still<T>(&self, _: &Store<T>) -> Still {
        Still
    }
}
unsafe impl<T: Sync> ParColumn for Rows<T, false> {}
unsafe impl<T: Send + Stored> ParColumn for Rows<T, true> {}
unsafe impl<C: ParColumn> ParColumn for Maybe<C> {}
unsafe impl ParColumn for Owner {}
unsafe impl ParColumn for Recorder {}
unsafe impl<T: Copy + Send + Sync + 'static> ParColumn for Always<T> {}
unsafe impl<T: Sync> ParColumn for Common<Ref<T>, false> {}
macro_rules! t { ($($a:ident),*) => { unsafe impl<$($a: ParColumn),*> ParColumns for ($($a,)*) {} } }
t!();
t!(A);
t!(A, B);
t!(A, B, C);
t!(A, B, C, D);
t!(A, B, C, D, E);
