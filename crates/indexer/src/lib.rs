//! Index time: a folder of documentation becomes an index.
pub mod chunk;
pub mod config;
pub mod error;
pub mod front_matter;
pub mod html;
pub mod markdown;
pub mod names;
pub mod page;
mod summary {
    pub fn count(n: usize, one: &str, many: &str) -> String {
        format!("{n} {}", if n == 1 { one } else { many })
    }
}
