//! Panics: their texts and places, and what a test does while it panics.
//!
//! A process has one panic hook, and its tests run at the same time: none sets it but this file.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::rc::Rc;
use std::sync::Once;

type Watcher = Rc<dyn Fn(&PanicHookInfo<'_>) -> bool>;

thread_local! {
    static PLACE: RefCell<(String, u32)> = const { RefCell::new((String::new(), 0)) };
    static WATCHER: RefCell<Option<Watcher>> = const { RefCell::new(None) };
}

/// A panic that was caught.
#[derive(Debug)]
pub struct Caught {
    pub text: String,
    pub file: String,
    pub line: u32,
}

/// Runs a function that must panic.
#[track_caller]
pub fn caught<R>(f: impl FnOnce() -> R) -> Caught {
    match try_caught(f) {
        Ok(_) => panic!("no panic where one must be"),
        Err(caught) => caught,
    }
}

/// Runs a function that may panic.
pub fn try_caught<R>(f: impl FnOnce() -> R) -> Result<R, Caught> {
    set_the_hook();
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| {
        let text = match payload.downcast::<String>() {
            Ok(text) => *text,
            Err(payload) => payload.downcast_ref::<&str>().map_or("?", |text| text).to_string(),
        };
        let (file, line) = PLACE.take();
        Caught { text, file, line }
    })
}

/// Runs a function that must panic, and returns the message.
#[track_caller]
pub fn message_of<R>(f: impl FnOnce() -> R) -> String {
    caught(f).text
}

/// Fails unless the text has all the parts.
#[track_caller]
pub fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{text:?} does not say {part:?}");
    }
}

/// From now on calls a function whenever this thread panics, in the panic hook. If it returns `true`, nothing
/// is printed.
pub fn watch_panics(f: impl Fn(&PanicHookInfo<'_>) -> bool + 'static) {
    set_the_hook();
    WATCHER.set(Some(Rc::new(f)));
}

fn set_the_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |info| {
            if let Some(at) = info.location() {
                let _ = PLACE.try_with(|place| place.replace((at.file().to_string(), at.line())));
            }
            let watcher = WATCHER.try_with(|watcher| watcher.borrow().clone()).ok().flatten();
            if !watcher.is_some_and(|watcher| watcher(info)) {
                print(info);
            }
        }));
    });
}
