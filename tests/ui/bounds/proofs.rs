//! A proof that one type is `Send`, `Clone` or `Copy` is none for another, nor for a subtype of it.

use std::marker::PhantomData;
use std::rc::Rc;

use ecs_core::hook::{CloneProof, CopyProof, Probe, SendProof};

type Any = for<'a> fn(&'a u8);
type One = fn(&'static u8);

struct Shared<F>(Rc<u8>, PhantomData<F>);

// Sound on its own, where only this instance has an `Rc` that is not shared.
unsafe impl Send for Shared<Any> {}

struct Mark<F>(u8, PhantomData<F>);

impl Clone for Mark<Any> {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for Mark<Any> {}

struct Pair(u64, u64);

const _: Option<SendProof<Shared<One>>> = Probe::<Shared<Any>>::SEND; //~ ERROR mismatched types
const _: Option<CopyProof<Mark<One>>> = Probe::<Mark<Any>>::COPY; //~ ERROR mismatched types
const _: Option<CloneProof<Pair>> = Probe::<[u64; 2]>::CLONE; //~ ERROR mismatched types

fn main() {
    let _ = (Shared(Rc::new(1), PhantomData::<One>).0, Mark(1, PhantomData::<One>).0, Pair(1, 2).0);
}
