//! The commands, one file each: its arguments, and `run`.

pub(crate) mod answer;
pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod chunks;
pub(crate) mod evaluate;
pub(crate) mod evaluate_answers;
pub(crate) mod probe;
pub(crate) mod questions;
pub(crate) mod read;
pub(crate) mod replay;
pub(crate) mod score;
pub(crate) mod search;
pub(crate) mod store;
pub(crate) mod sweep;
pub(crate) mod trees;
