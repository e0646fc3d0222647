//! The commands, one file each: its arguments, and `run`.

pub(crate) mod answer;
pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod evaluate;
pub(crate) mod evaluate_answers;
pub(crate) mod questions;
pub(crate) mod read;
pub(crate) mod search;
pub(crate) mod sweep;
pub(crate) mod trees;
