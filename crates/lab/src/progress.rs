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
