//! Development tools, never shipped.

fn main() {}
