//! Index time: `corpus/`, or the folder that `KNOWLEDGE_CORPUS` names, becomes the two files that
//! `src/` embeds.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use indexer::BuildOptions;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=KNOWLEDGE_CORPUS");
    let home = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    // A relative path is relative to the repository, where `npm start` runs. Empty is unset.
    let folder = env::var("KNOWLEDGE_CORPUS")
        .ok()
        .filter(|folder| !folder.is_empty());
    let root = home.join(folder.as_deref().unwrap_or("corpus"));
    // Cargo looks at all files below; at the folder around it too, so that a corpus that was
    // missing is noticed when it comes.
    println!("cargo::rerun-if-changed={}", root.display());

    let built = indexer::build(&root, &BuildOptions::default())?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let summary = built.summary.to_string();
    write(&out.join("terms.fst"), &built.terms)?;
    write(&out.join("knowledge.msgpack"), &built.knowledge)?;
    write(&out.join("summary.txt"), summary.as_bytes())?;
    // Warnings are the only output of a build script that Cargo shows.
    for line in summary.lines() {
        println!("cargo::warning={line}");
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
