//! The rules of the architecture, as tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::root;

/// Most lines of a source file. One that grows past it has two subjects.
const MAX_LINES: usize = 700;

/// The Rust files below a folder of the repository.
fn sources(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in
            fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if path.file_name().is_none_or(|name| name != "target") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whether `code` names `path`, e.g. `worker::`, and not the end of a longer name.
fn names(code: &str, path: &str) -> bool {
    let mut lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.any(|line| {
        line.match_indices(path).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
        })
    })
}

#[test]
fn worker_is_named_in_one_file() {
    for path in [sources("src"), sources("crates")].concat() {
        let code = read(&path);
        if path == root().join("src/lib.rs") {
            assert!(names(&code, "worker::"));
        } else {
            assert!(
                !names(&code, "worker::"),
                "{} names the worker crate",
                path.display()
            );
        }
    }
}

#[test]
fn the_protocol_knows_neither_http_nor_pages() {
    for path in sources("crates/server/src/mcp") {
        let code = read(&path);
        for layer in ["crate::http", "crate::pages", "crate::card"] {
            assert!(!names(&code, layer), "{} names {layer}", path.display());
        }
    }
}

/// The names in a table of a manifest.
fn dependencies(manifest: &str, table: &str) -> BTreeSet<String> {
    let manifest: toml::Table = toml::from_str(&read(&root().join(manifest))).unwrap();
    let table = manifest.get(table).and_then(toml::Value::as_table);
    table
        .into_iter()
        .flat_map(toml::Table::keys)
        .cloned()
        .collect()
}

/// The members of this workspace among `dependencies`.
fn ours(dependencies: &BTreeSet<String>) -> Vec<&str> {
    let members = [
        "index",
        "indexer",
        "lab",
        "search",
        "server",
        "knowledge-worker",
    ];
    dependencies
        .iter()
        .map(String::as_str)
        .filter(|name| members.contains(name))
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    for (manifest, allowed) in [
        ("crates/index/Cargo.toml", &[][..]),
        ("crates/indexer/Cargo.toml", &["index"]),
        ("crates/search/Cargo.toml", &["index"]),
        ("crates/lab/Cargo.toml", &["index", "indexer", "search"]),
        ("crates/server/Cargo.toml", &["index", "search"]),
        ("Cargo.toml", &["index", "server"]),
    ] {
        for name in ours(&dependencies(manifest, "dependencies")) {
            assert!(allowed.contains(&name), "{manifest} depends on {name}");
        }
    }
    assert_eq!(
        ours(&dependencies("Cargo.toml", "build-dependencies")),
        ["indexer"]
    );
}

#[test]
fn only_the_server_speaks_json_and_only_the_worker_http() {
    for (manifest, banned) in [
        (
            "crates/index/Cargo.toml",
            &["serde_json", "worker", "wasm-bindgen"][..],
        ),
        (
            "crates/search/Cargo.toml",
            &["serde_json", "worker", "wasm-bindgen"],
        ),
        ("crates/indexer/Cargo.toml", &["worker", "wasm-bindgen"]),
        ("crates/server/Cargo.toml", &["worker", "wasm-bindgen"]),
    ] {
        let dependencies = dependencies(manifest, "dependencies");
        for name in banned {
            assert!(
                !dependencies.contains(*name),
                "{manifest} depends on {name}"
            );
        }
    }
}

#[test]
fn every_path_that_the_readme_names_exists() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let is_folder = |name: &str| {
        // Nothing before the slash: an address, not a path.
        !name.is_empty() && root().join(name).is_dir() && !name.starts_with('.')
    };
    for (number, line) in readme.lines().enumerate() {
        for token in line.split('`').skip(1).step_by(2) {
            let plain = token
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
            let Some((first, _)) = token.split_once('/').filter(|_| plain) else {
                continue;
            };
            // Made by a build, not part of a clone.
            if is_folder(first) && !matches!(first, "target" | "build" | "node_modules") {
                assert!(
                    root().join(token).exists(),
                    "README.md:{}: {token}",
                    number + 1
                );
            }
        }
    }
}

#[test]
fn no_source_file_is_too_long() {
    for path in [sources("src"), sources("crates")].concat() {
        let n_lines = read(&path).lines().count();
        assert!(
            n_lines <= MAX_LINES,
            "{} has {n_lines} lines",
            path.display()
        );
    }
}
