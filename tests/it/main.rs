//! Native tests of what crosses a crate: requests go in at `http::handle`, answers come out.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on ends by a panic, and json!() is shortest passed by value"
)]

mod answers;
mod http;
mod properties;
mod protocol;
mod quality;
mod sizes;
mod support;
mod tidy;
mod tools;
