//! The components: with and without `Drop`, of no size, over-aligned, with hooks and passes.

use std::cell::Cell;

use ecs_core::{Component, PerEntity, Viewable};

thread_local! {
    pub static LIVE: Cell<isize> = const { Cell::new(0) };
}

/// No `Drop`: it leaves a hole.
#[derive(Component, Clone, Copy)]
pub struct Plain(pub u64);

impl Plain {
    fn update(&mut self) {
        self.0 += 1;
    }
}

/// Counted; its pass looks at a sibling.
#[derive(Component)]
pub struct Counted(pub Box<u64>);

impl Counted {
    fn update(&mut self, plain: &Plain) {
        *self.0 = plain.0;
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
    }
}

/// Zero-sized.
#[derive(Component)]
pub struct Nothing;

impl Nothing {
    /// With a hook it keeps rows.
    fn on_enable(&mut self) {}
}

/// Over-aligned, with hooks that look whether `self` is whole.
#[derive(Component)]
#[repr(align(64))]
pub struct Wide(pub u64, pub u64);

impl Wide {
    fn init(&mut self) {
        assert_eq!(self.0, self.1);
    }
    fn shutdown(&mut self) {
        assert_eq!(self.0, self.1);
    }
    fn on_enable(&mut self) {
        assert_eq!(self.0, self.1);
    }
    fn on_disable(&mut self) {
        assert_eq!(self.0, self.1);
    }
}

pub trait Kind: PerEntity + Viewable {
    fn make(value: u64) -> Self;
    fn read(&self) -> Option<u64>;
    fn write(&mut self, value: u64);
}

impl Kind for Plain {
    fn make(value: u64) -> Self {
        Self(value)
    }
    fn read(&self) -> Option<u64> {
        Some(self.0)
    }
    fn write(&mut self, value: u64) {
        self.0 = value;
    }
}

impl Kind for Counted {
    fn make(value: u64) -> Self {
        LIVE.set(LIVE.get() + 1);
        Self(Box::new(value))
    }
    fn read(&self) -> Option<u64> {
        Some(*self.0)
    }
    fn write(&mut self, value: u64) {
        *self.0 = value;
    }
}

impl Kind for Nothing {
    fn make(_: u64) -> Self {
        Self
    }
    fn read(&self) -> Option<u64> {
        None
    }
    fn write(&mut self, _: u64) {}
}

impl Kind for Wide {
    fn make(value: u64) -> Self {
        Self(value, value)
    }
    fn read(&self) -> Option<u64> {
        assert_eq!(self.0, self.1);
        Some(self.0)
    }
    fn write(&mut self, value: u64) {
        (self.0, self.1) = (value, value);
    }
}
