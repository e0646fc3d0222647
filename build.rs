//! Index time: `corpus/`, or the folder that `KNOWLEDGE_CORPUS` names, becomes what `src/` embeds:
//! the two files of the index, and a list of the languages that it needs rules for.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use indexer::BuildOptions;

fn main() -> ExitCode {
    // Not a `Result`: Rust would show it as `Root { path: "...", ... }`.
    let Err(error) = build() else {
        return ExitCode::SUCCESS;
    };
    for line in error.to_string().lines() {
        println!("cargo::error={line}");
    }
    ExitCode::FAILURE
}

fn build() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=KNOWLEDGE_CORPUS");
    // A relative path is relative to the repository, where `npm start` runs. Empty is unset.
    let home = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let folder = env::var("KNOWLEDGE_CORPUS")
        .ok()
        .filter(|folder| !folder.is_empty());
    let root = home.join(folder.as_deref().unwrap_or("corpus"));
    // Cargo looks at every file and folder below; a folder that is missing runs this again.
    println!("cargo::rerun-if-changed={}", root.display());

    let built = indexer::build(&root, &BuildOptions::default())?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let summary = built.summary.to_string();
    write(&out.join("terms.fst"), &built.terms)?;
    write(&out.join("knowledge.msgpack"), &built.knowledge)?;
    write(&out.join("summary.txt"), summary.as_bytes())?;
    let rules = built
        .languages
        .iter()
        .map(|name| format!("index::analysis::rules::{name}, "));
    let languages = format!("&[{}]", rules.collect::<String>());
    write(&out.join("languages.rs"), languages.as_bytes())?;
    // Warnings are the only output of a build script that Cargo shows.
    for line in summary.lines() {
        println!("cargo::warning={line}");
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
