//! Index time: a folder of documentation becomes an index.
