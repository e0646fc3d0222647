//! A bar on standard error, absent when that is no terminal.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar of `n` steps that says what is done.
pub(crate) fn bar(n: usize, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(n as u64).with_message(what.to_owned());
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    bar
}

/// A sign of life for work whose steps cannot be counted, when it takes longer than a second.
pub(crate) fn spinner(what: &str) -> Spinner {
    let bar = ProgressBar::new_spinner().with_message(what.to_owned());
    bar.set_draw_target(ProgressDrawTarget::hidden());
    let (stop, stopped) = mpsc::channel::<()>();
    let shown = bar.clone();
    let thread = thread::spawn(move || {
        let is_done =
            stopped.recv_timeout(Duration::from_secs(1)) != Err(RecvTimeoutError::Timeout);
        if !is_done {
            shown.set_draw_target(ProgressDrawTarget::stderr());
            shown.enable_steady_tick(Duration::from_millis(200));
        }
    });
    Spinner { bar, stop, thread }
}

/// What [`spinner`] began.
pub(crate) struct Spinner {
    bar: ProgressBar,
    stop: mpsc::Sender<()>,
    thread: thread::JoinHandle<()>,
}

impl Spinner {
    /// Takes it away.
    pub(crate) fn finish(self) {
        drop(self.stop);
        self.thread.join().ok();
        self.bar.finish_and_clear();
    }
}
