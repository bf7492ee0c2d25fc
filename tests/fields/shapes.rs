//! Laws A1 and A2: which structs can be stored by their fields: of each shape, and of each kind of field.

use ecs_core::{Component, Entity, Handle, PerEntity, World, query, update_all};

/// Values of a type go in and come out in all ways.
fn round_trip<T: PerEntity + Copy + PartialEq + std::fmt::Debug>(make: impl Fn(u8) -> T) -> Vec<Entity> {
    let mut all: Vec<_> = (0..30).map(|n| Entity::spawn().with(make(n))).collect();
    let check = |all: &[Entity]| {
        for (n, one) in (0..).zip(all) {
            assert_eq!(*one.borrow::<T>(), make(n), "the value {n}");
        }
    };
    check(&all);
    let guard = all[0].borrow::<T>();
    all.extend((30..60).map(|n| Entity::spawn().with(make(n))));
    check(&all);
    drop(guard);
    World::flush();
    check(&all);
    for one in all.drain(50..) {
        one.despawn();
    }
    all[3].handle::<T>().set_enabled(false);
    check(&all);
    assert_eq!(all[49].remove::<T>(), Some(make(49)));
    all[49].insert(make(49));
    *all[48].borrow_mut::<T>() = make(1);
    for (mut value, me) in &mut query::<(&mut T, Entity)>() {
        if me == all[48] {
            assert_eq!(*value, make(1));
            *value = make(48);
        }
    }
    check(&all);
    update_all(0.1);
    check(&all);
    all
}

/// One field.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct One(u64);

/// Padding, whichever way they lie.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Padded {
    a: u8,
    b: u64,
    c: u8,
    d: u16,
    e: (u8, u32),
    f: Option<char>,
}

#[test]
fn a1_one_field_and_padding() {
    round_trip(|n| One(u64::from(n) << 40 | 3));
    let n = u64::from;
    round_trip(|i| Padded {
        a: i,
        b: n(i) << 50,
        c: !i,
        d: 7 * u16::from(i),
        e: (i, 9),
        f: (i % 2 == 0).then_some(char::from(i + 32)),
    });
    assert_eq!(Padded::columns().b.len(), 50);
}

/// The first field has no bytes.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct EmptyFirst {
    nothing: (),
    something: u32,
    aligned: [u64; 0],
}

/// None of the fields has bytes.
#[derive(Component, Clone, Copy, PartialEq, Debug, Default)]
#[component(soa)]
struct AllEmpty {
    a: (),
    b: [u64; 0],
    c: Unit,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Unit;

#[test]
fn a1_fields_without_bytes() {
    let all = round_trip(|n| EmptyFirst { nothing: (), something: u32::from(n) * 3, aligned: [] });
    let mut columns = EmptyFirst::columns_mut();
    assert_eq!((columns.nothing.len(), columns.something.len(), columns.aligned.len()), (50, 50, 50));
    columns.aligned.fill([]);
    columns.nothing[7] = ();
    assert!(columns.aligned.as_ptr().is_aligned());
    assert_eq!(columns.nothing.entity_at(7), columns.something.entity_at(7));
    drop(columns);
    assert_eq!(EmptyFirst::columns().something.iter().sum::<u32>(), 3 * 49 * 25);
    assert!(all.iter().all(|one| one.has::<EmptyFirst>()));
    let all = round_trip(|_| AllEmpty::default());
    assert_eq!(AllEmpty::columns().c.iter().count(), all.len());
    let mut entities = Vec::new();
    query::<(Entity, &AllEmpty)>().each(|(entity, _)| entities.push(entity));
    assert_eq!(entities.len(), 49, "one is switched off");
    assert!(entities.iter().all(|one| all.contains(one)));
}

#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
struct Line(u8);

#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(8192))]
struct Pages(u8);

/// Aligned to more than a line of the cache, and to more than a page.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Aligned {
    a: u8,
    line: Line,
    b: u8,
    pages: Pages,
    wide: u128,
}

#[test]
fn a1_fields_with_a_high_alignment() {
    round_trip(|n| Aligned {
        a: n,
        line: Line(n + 1),
        b: n + 2,
        pages: Pages(n + 3),
        wide: u128::from(n) << 100,
    });
    let columns = Aligned::columns();
    assert!(
        columns.line.as_ptr().addr().is_multiple_of(64) && columns.pages.as_ptr().addr().is_multiple_of(8192)
    );
    assert!(columns.wide.as_ptr().is_aligned());
    drop(columns);
    Aligned::for_each(|aligned| {
        assert!((&raw const aligned.pages).addr().is_multiple_of(8192) && aligned.pages.0 == aligned.a + 3);
        aligned.line.0 = 0;
    });
    assert_eq!(Aligned::columns().line.iter().filter(|line| line.0 == 0).count(), 49);
}

/// As many fields as can lie apart.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
#[rustfmt::skip]
struct Most {
    a: u8, b: u16, c: u32, d: u64, e: u8, f: u16, g: u32, h: u64, i: u8, j: u16, k: u32, l: u64,
    m: u8, n: u16, o: u32, p: u64, q: u8, r: u16, s: u32, t: u64, u: u8, v: u16, w: u32, x: u64,
}

impl Most {
    fn swap(&mut self) {
        std::mem::swap(&mut self.a, &mut self.u);
        std::mem::swap(&mut self.d, &mut self.x);
    }
}

#[test]
#[rustfmt::skip]
fn a1_twenty_four_fields() {
    round_trip(|z| {
        let (y, k, l) = (u16::from(z) * 11, u32::from(z) * 1111, u64::from(z) * 111_111);
        Most {
            a: z, b: y, c: k, d: l, e: z + 1, f: y + 1, g: k + 1, h: l + 1,
            i: z + 2, j: y + 2, k: k + 2, l: l + 2, m: z + 3, n: y + 3, o: k + 3, p: l + 3,
            q: z + 4, r: y + 4, s: k + 4, t: l + 4, u: z + 5, v: y + 5, w: k + 5, x: l + 5,
        }
    });
    let columns = Most::columns();
    assert!(columns.x.iter().zip(&columns.d).all(|(x, d)| *x == d + 5));
    drop(columns);
    Most::for_each(Most::swap);
    let columns = Most::columns();
    assert!(columns.x.enabled().iter().zip(&columns.d).all(|(x, d)| *x == d - 5));
    assert!(columns.a.enabled().iter().zip(&columns.u).all(|(a, u)| *a == u + 5));
}

mod elsewhere {
    use ecs_core::Component;

    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Secret(u16);

    /// A public type with fields that others cannot name.
    #[derive(Component, Clone, Copy, PartialEq, Debug)]
    #[component(soa)]
    pub struct Public {
        secret: Secret,
        pub open: u32,
        pub(super) half: u8,
    }

    impl Public {
        pub fn new(n: u8) -> Self {
            Self { secret: Secret(u16::from(n) * 257), open: u32::from(n), half: n }
        }
        pub fn is_whole(&self) -> bool {
            self.secret == Secret(self.open as u16 * 257) && self.open == u32::from(self.half)
        }
    }

    pub fn secrets() -> usize {
        Public::columns().secret.iter().map(|secret| usize::from(secret.0)).sum()
    }
}

#[test]
fn a2_fields_of_private_types() {
    use elsewhere::{Public, secrets};
    round_trip(Public::new);
    Public::for_each(|one| assert!(one.is_whole()));
    let mut columns = Public::columns_mut();
    columns.open[0] += 1;
    columns.half[1] += 1;
    drop(columns);
    assert_eq!(Public::columns().open.len(), 50);
    assert_eq!(query::<&Public>().iter().filter(|one| !one.is_whole()).count(), 2);
    assert_eq!(secrets(), 257 * 49 * 25);
}

trait Unit2: Copy + 'static {
    const ZERO: Self;
}

impl Unit2 for f64 {
    const ZERO: Self = 0.0;
}

/// Generic by a type, with a bound, and by a number.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[component(soa, update)]
struct Generic<T: Copy, const N: usize = 2>
where
    T: Unit2 + PartialEq,
{
    all: [T; N],
    sum: T,
    of: Handle<Generic<T, N>>,
}

impl<T: Unit2 + PartialEq, const N: usize> Generic<T, N> {
    fn update(&mut self) {
        self.sum = if N == 0 { T::ZERO } else { self.all[N - 1] };
    }
}

#[test]
fn a1_generic_types() {
    round_trip(|n| Generic { all: [f64::from(n); 3], sum: f64::from(n), of: Handle::default() });
    round_trip(|_| Generic::<f64, 0> { all: [], sum: 0.0, of: Handle::default() });
    assert_eq!(Generic::<f64, 3>::columns().all.len(), 50);
    let mut columns = Generic::<f64, 3>::columns_mut();
    columns.sum.fill(7.0);
    drop(columns);
    update_all(0.1);
    assert!(query::<&Generic<f64, 3>>().iter().all(|one| one.sum == one.all[1]));
}

/// Refers to others of its type, by the short name of that.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Node<const N: usize> {
    next: Handle<Self>,
    others: [Option<Handle<Self>>; N],
    n: u8,
}

#[test]
fn a1_fields_that_name_their_type_self() {
    let first = Entity::spawn().insert(Node::<2> { next: Handle::NULL, others: [None; 2], n: 1 });
    let second = Entity::spawn().insert(Node::<2> { next: first, others: [Some(first), None], n: 2 });
    first.borrow_mut().next = second;
    let columns = Node::<2>::columns();
    assert_eq!((columns.next[..].to_vec(), columns.others[1][0]), (vec![second, first], Some(first)));
    assert_eq!(columns.n[..], [1, 2]);
}

/// Names that are keywords.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct r#Raw {
    r#type: u8,
    r#fn: i16,
    value: u8,
    fields: u8,
}

/// A tuple, of which one is public.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Tuple(pub u8, [u16; 3], bool);

#[test]
fn a1_names_and_tuples() {
    round_trip(|n| r#Raw { r#type: n, r#fn: -i16::from(n), value: n + 1, fields: n + 2 });
    round_trip(|n| Tuple(n, [u16::from(n); 3], n % 2 == 0));
    let mut raw = Raw::columns_mut();
    raw.r#fn[3] = raw.r#type[3].into();
    assert_eq!(raw.r#fn.iter().filter(|n| **n > 0).count(), 1);
    let tuple = Tuple::columns();
    assert_eq!((tuple.0.len(), tuple.1[0].len(), tuple.2.iter().filter(|is| **is).count()), (50, 3, 25));
}

#[test]
fn a2_what_has_niches_keeps_them() {
    #[derive(Component, Clone, Copy, Debug)]
    #[component(soa)]
    struct Niches {
        some: Option<std::num::NonZeroU8>,
        text: &'static str,
        call: fn(u8) -> u8,
        of: Option<Entity>,
        is: bool,
    }
    fn id(n: u8) -> u8 {
        n
    }
    let one = Entity::spawn();
    let all: Vec<_> = (0..20)
        .map(|n| {
            let of = (n % 3 == 0).then_some(one);
            Entity::spawn().with(Niches {
                some: std::num::NonZeroU8::new(n),
                text: &"a text of some length"[..n.into()],
                call: id,
                of,
                is: n % 2 == 0,
            })
        })
        .collect();
    for (n, found) in (0..).zip(&all) {
        let found = *found.borrow::<Niches>();
        assert_eq!((found.some.map_or(0, |n| n.get()), found.text.len()), (n, n.into()));
        assert_eq!(((found.call)(n), found.of.is_some(), found.is), (n, n % 3 == 0, n % 2 == 0));
    }
}
