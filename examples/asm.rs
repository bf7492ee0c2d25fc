#![allow(missing_docs)]
use ecs_core::*;
use std::cell::Cell;
#[derive(Component, Default)] pub struct Transform { pos: [f32; 3] }
#[inline(never)] pub fn touch(hs: &[(Handle<Transform>, f32)]) { for &(h, s) in hs { h.borrow_mut().pos[1] += s * 0.01; } }
#[inline(never)] pub fn vtouch(hs: &[(Handle<Transform>, f32)]) { let mut v = Transform::view_mut();  for &(h, s) in hs { v[h].pos[1] += s * 0.01; } }
#[inline(never)] pub fn cell(hs: &[(u32, f32)], w: &Cell<u64>, v: &mut [[f32; 3]]) { for &(h, s) in hs { 
  assert!(w.get() == 0); w.set(h as u64 | 0xff00000000); v[h as usize][1] += s * 0.01; assert!(w.get() == h as u64 | 0xff00000000); w.set(0); } }
fn time(name: &str, n: usize, mut f: impl FnMut()) { f(); let mut v: Vec<f64> = (0..1000).map(|_| { let t = std::time::Instant::now(); f(); t.elapsed().as_nanos() as f64 / n as f64 }).collect(); v.sort_by(|a, b| a.total_cmp(b)); println!("{name:20} {:.3} ns", v[v.len()/2]); }
fn main() { let hs: Vec<_> = (0..10000).map(|_| (Entity::spawn().add::<Transform>(), 1.0)).collect(); time("touch", 10000, || touch(&hs)); time("vtouch", 10000, || vtouch(&hs));
 let is: Vec<_> = (0..10000).map(|i| (i, 1.0)).collect(); let mut v = vec![[0f32;3]; 10000]; let c = Cell::new(0); time("cell", 10000, || cell(&is, &c, &mut v));
}
