#![allow(missing_docs)]
use ecs_core::*;
use std::time::Instant;
#[derive(Component, Default)] struct Transform { pos: [f32; 3] }
#[derive(Component)] struct Plane { transform: Handle<Transform>, speed: f32 }
impl Default for Plane { fn default() -> Self { Plane { transform: Handle::default(), speed: 1000.0 } } }
impl Plane { fn init(&mut self) { self.transform = self.entity().add::<Transform>(); }
 fn update(&mut self, dt: f32) { self.transform.borrow_mut().pos[1] += self.speed * dt; } }
#[derive(Component)] struct VPlane { transform: Handle<Transform>, speed: f32 }
#[derive(Component, Default)] struct SPlane { speed: f32, _p: [u32; 2] }
impl SPlane { fn update(&mut self, dt: f32, t: &mut Transform) { t.pos[1] += self.speed * dt; } }
#[derive(Component, Default)] #[component(isolated)] struct IPlane { speed: f32, _p: [u32; 2] }
impl IPlane { fn update(&mut self, dt: f32, t: &mut Transform) { t.pos[1] += self.speed * dt; } }
#[derive(Component, Default)] struct Solo { speed: f32, y: f32 }
impl Solo { fn update(&mut self, dt: f32) { self.y += self.speed * dt; } }
fn rss() -> f64 { let s = std::fs::read_to_string("/proc/self/statm").unwrap(); s.split(' ').nth(1).unwrap().parse::<f64>().unwrap() * 4096.0 }
fn time(name: &str, n: usize, frames: usize, mut f: impl FnMut()) { f(); let mut v: Vec<f64> = (0..frames).map(|_| { let t = Instant::now(); f(); t.elapsed().as_nanos() as f64 / n as f64 }).collect(); v.sort_by(|a, b| a.total_cmp(b)); println!("{name:20} {:.3} ns", v[v.len()/2]); }
fn main() {
  let n: usize = std::env::args().nth(1).map_or(1_000_000, |a| a.parse().unwrap());
  let mode = std::env::args().nth(2).unwrap_or("one".into());
  let r0 = rss();
  let frames = (50_000_000 / n).clamp(5, 2000);
  let t = Instant::now();
  let es: Vec<Entity> = if mode == "many" { Entity::spawn_many(n, |_, e| (Plane { transform: e.handle(), speed: 1000.0 }, Transform::default())) }
    else if mode == "raw" { return raw(n, frames) }
    else { let mut v = Vec::new(); for _ in 0..n { let e = Entity::spawn(); e.add::<Plane>(); v.push(e); } v };
  println!("create {:.2} ns, rss {:.1} B", t.elapsed().as_nanos() as f64 / n as f64, (rss() - r0) / n as f64);
  time("handle", n, frames, || update_all(0.01));
  { let planes: Vec<(Handle<Transform>, f32)> = es.iter().map(|e| (e.borrow::<Plane>().transform, e.borrow::<Plane>().speed)).collect();
    time("view", n, frames, || { let mut v = Transform::view_mut(); for &(h, s) in &planes { v[h].pos[1] += s * 0.01; } });
    time("handle list", n, frames, || { for &(h, s) in &planes { h.borrow_mut().pos[1] += s * 0.01; } }); }
  let _ = VPlane { transform: Handle::NULL, speed: 1.0 }.speed; let _ = VPlane{transform: Handle::NULL, speed: 0.0}.transform;
  for e in &es { e.kill::<Plane>(); }
  for e in &es { e.insert(SPlane { speed: 1.0, _p: [0;2] }); }
  time("sibling", n, frames, || SPlane::update_all(0.01));
  for e in &es { e.kill::<SPlane>(); }
  for e in &es { e.insert(IPlane { speed: 1.0, _p: [0;2] }); }
  time("sibling isolated", n, frames, || IPlane::update_all(0.01));
  for e in &es { e.insert(Solo { speed: 1.0, y: 0.0 }); }
  time("self only", n, frames, || Solo::update_all(0.01));
  let t = Instant::now(); for e in &es { e.despawn(); } println!("despawn {:.2} ns", t.elapsed().as_nanos() as f64 / n as f64);
}
fn raw(n: usize, frames: usize) {
  let t = Instant::now();
  let mut planes = Vec::new(); let mut tr = Vec::new(); let mut ids = Vec::new();
  for i in 0..n { tr.push([0f32; 3]); planes.push((i as u32, 1000.0f32)); ids.push(i as u32); }
  println!("create raw {:.2}", t.elapsed().as_nanos() as f64 / n as f64);
  time("raw indexed", n, frames, || for p in &planes { tr[p.0 as usize][1] += p.1 * std::hint::black_box(0.01); });
  time("raw zip", n, frames, || { let dt = std::hint::black_box(0.01); for (p, t) in planes.iter_mut().zip(tr.iter_mut()) { t[1] += p.1 * dt; } });
  let mut p3: Vec<(f32, [u32;2])> = vec![(1.0,[0;2]); n];
  time("raw zip 12", n, frames, || { let dt = std::hint::black_box(0.01); for (p, t) in p3.iter_mut().zip(tr.iter_mut()) { t[1] += p.0 * dt; } });
  let mut solo = vec![(1.0f32, 0.0f32); n];
  time("raw solo", n, frames, || { let dt = std::hint::black_box(0.01); for s in solo.iter_mut() { s.1 += s.0 * dt; } });
}
