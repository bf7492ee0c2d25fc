//! [`all_tuples`]: says once how long tuples may be whose parts are all of one kind.

/// Calls a macro for tuples of `0..=12`, `1..=12`, `1..=24` or `0..=8` parts, one after the other: with
/// nothing, then with `A 0`, then with `A 0, B 1`, and so on, a name and a place for each part.
macro_rules! all_tuples {
    (0..=$most:tt, $macro:ident) => {
        $macro!();
        $crate::base::tuples::all_tuples!(1..=$most, $macro);
    };
    (1..=12, $macro:ident) => {
        $crate::base::tuples::all_tuples!(@ $macro, , A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11);
    };
    (1..=24, $macro:ident) => {
        $crate::base::tuples::all_tuples!(
            @ $macro, , A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14 P 15 Q 16 R 17 S 18
            T 19 U 20 V 21 W 22 X 23
        );
    };
    (1..=8, $macro:ident) => {
        $crate::base::tuples::all_tuples!(@ $macro, , A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);
    };
    (@ $macro:ident, $($part:ident $place:tt)*, $next:ident $its_place:tt $($rest:tt)*) => {
        $macro!($($part $place,)* $next $its_place);
        $crate::base::tuples::all_tuples!(@ $macro, $($part $place)* $next $its_place, $($rest)*);
    };
    (@ $macro:ident, $($part:ident $place:tt)*, ) => {};
}

pub(crate) use all_tuples;
