//! A bar on standard error, absent when that is no terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of `n` steps that says what is done.
pub(crate) fn bar(n: usize, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(n as u64).with_message(what.to_owned());
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    bar
}

/// A sign of life for work whose steps cannot be counted.
pub(crate) fn spinner(what: &str) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(what.to_owned());
    spinner.enable_steady_tick(std::time::Duration::from_millis(200));
    spinner
}
