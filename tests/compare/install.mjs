// The engines that knowledge-worker is compared with: each installed once, at the versions that the files beside this one name.
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { Failure, probe, run, step } from "../../.scripts/say.mjs";
import { env, once, root } from "../../.scripts/tools.mjs";

export const folder = path.join(root, "tests", "compare");
/** What the commands leave between runs. */
export const output = path.join(root, "target", "compare");

const environment = path.join(output, "python");
/** The interpreter that has bm25s. */
export const python = path.join(environment, "bin", "python");
const rustTarget = path.join(root, "target", "tantivy");
/** The program that holds tantivy. */
export const tantivy = path.join(rustTarget, "release", "compare-tantivy");
/** The program that holds ours. */
export const lab = path.join(root, "target", "release", "lab");

/** MiniSearch, FlexSearch and Orama. */
export const installNode = () =>
  once("npm ci (MiniSearch, FlexSearch, Orama)", path.join(folder, "node_modules", ".installed-from"), [path.join(folder, "package-lock.json")], () =>
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, env }));

/** bm25s; SQLite comes with Python. */
export async function installPython() {
  if (probe("python3", ["-c", "import venv, ensurepip, sqlite3; sqlite3.connect(':memory:').execute('CREATE VIRTUAL TABLE t USING fts5(x)')"], { env }) === undefined) {
    throw new Failure("the comparison needs Python 3.10 or later with venv, and a SQLite with FTS5: install it (Debian, Ubuntu: apt install python3-venv).");
  }
  const requirements = path.join(folder, "requirements.txt");
  await once("pip install (bm25s)", path.join(environment, ".installed-from"), [requirements], async () => {
    rmSync(environment, { recursive: true, force: true });
    await run("python3", ["-m", "venv", environment], { env });
    await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--requirement", requirements], { env });
  });
}

export const installTantivy = () =>
  step("cargo build: tantivy (minutes, the first time)", () =>
    run("cargo", ["build", "--release", "--locked"], { cwd: path.join(folder, "tantivy"), env: { ...env, CARGO_TARGET_DIR: rustTarget } }));

export const installLab = () => step("cargo build: lab", () => run("cargo", ["build", "--release", "--locked", "--package", "lab"], { cwd: root, env }));

/** The version of each engine, as the locks and the programs say. */
export function versions() {
  const packages = JSON.parse(readFileSync(path.join(folder, "package-lock.json"), "utf8")).packages;
  const npm = (name) => packages[`node_modules/${name}`].version;
  const crate = /^name = "tantivy"\nversion = "(.+)"$/m.exec(readFileSync(path.join(folder, "tantivy", "Cargo.lock"), "utf8"))?.[1];
  return {
    fts5: `SQLite FTS5 ${probe("python3", ["-c", "import sqlite3; print(sqlite3.sqlite_version)"], { env })}`,
    bm25s: `bm25s ${/^bm25s==(.+)$/m.exec(readFileSync(path.join(folder, "requirements.txt"), "utf8"))?.[1]}`,
    tantivy: `tantivy ${crate}`,
    MiniSearch: `MiniSearch ${npm("minisearch")}`,
    FlexSearch: `FlexSearch ${npm("flexsearch")}`,
    Orama: `Orama ${npm("@orama/orama")}`,
  };
}
