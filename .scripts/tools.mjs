// What the commands need on the machine: looked for, and installed where that is possible. Everything comes from the
// package registries (crates.io and npm) and rustup. Only Node's own modules, as in say.mjs.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Failure, probe, run, step } from "./say.mjs";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = path.join(root, "node_modules", ".bin");
const systemPath = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== bin);

/** The environment of every program that the commands start. */
export const env = {
  ...process.env,
  // The locked Node and tools come first. rustup's folder is last, for a shell older than rustup's installation.
  PATH: [bin, ...systemPath, path.join(homedir(), ".cargo", "bin")].join(path.delimiter),
  // worker-build sets this for its own `cargo build`; all builds must agree.
  WASM_BINDGEN_USE_JS_SYS: "1",
  // wrangler asks no one: no metrics, no error reports, no update check (part of the banner), no sample of request.cf.
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
};

const read = (file) => readFileSync(path.join(root, file), "utf8");
const json = (file) => JSON.parse(read(file));
const has = (file) => existsSync(path.join(root, file));

/** The version of a crate in Cargo.lock. */
function locked(crate) {
  const version = new RegExp(`^name = "${crate}"\\nversion = "(.+)"$`, "m").exec(read("Cargo.lock").replaceAll("\r", ""))?.[1];
  if (!version) throw new Failure(`Cargo.lock does not name ${crate}: run \`cargo update -p ${crate}\`.`);
  return version;
}

const atLeast = (version, major, minor) => {
  const [a, b] = version.replace(/^v/, "").split(".").map(Number);
  return a > major || (a === major && b >= minor);
};

/** Runs `work` unless it has already been done for these files; `stamp` remembers. */
export async function once(title, stamp, files, work) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  const wanted = hash.digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  await step(title, work);
  writeFileSync(stamp, wanted);
}

/** Fails with one line that says what to install. */
function checkMachine() {
  if (!atLeast(process.version, 20, 0)) {
    throw new Failure(`Node.js ${process.version} is too old: install Node.js 20 or later (https://nodejs.org).`);
  }
  for (const command of ["rustup", "cargo"]) {
    if (!probe(command, ["--version"], { env })) {
      throw new Failure(`${command} was not found: install Rust with rustup (https://rustup.rs).`);
    }
  }
  const cc = process.env.CC ?? "cc";
  if (!probe(cc, ["--version"], { env })) {
    throw new Failure(
      `no C compiler (\`${cc}\`), which Rust links with: install gcc (Debian, Ubuntu: apt install build-essential; Fedora: dnf install gcc; macOS: xcode-select --install).`,
    );
  }
}

/** node_modules holds what package-lock.json names: npm's own record of what it installed says so. */
function packagesAreInstalled() {
  if (!has("node_modules/.package-lock.json")) return false;
  const installed = json("node_modules/.package-lock.json").packages;
  return Object.entries(json("package-lock.json").packages).every(
    ([folder, { version, optional, devOptional }]) =>
      folder === "" || installed[folder]?.version === version || (!installed[folder] && (optional || devOptional)),
  );
}

async function installPackages() {
  if (!packagesAreInstalled()) {
    await step("npm ci (wrangler with workerd, wasm-opt, esbuild, Node 22)", () => {
      // Under `npm start` npm may run on the Node in node_modules, which `npm ci` deletes: use the machine's own.
      const { npm_execpath: npm, npm_node_execpath: node } = process.env;
      const [command, first] = npm?.endsWith(".js") && node && !node.startsWith(root) ? [node, [npm]] : ["npm", []];
      const args = [...first, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
      return run(command, args, { cwd: root, env: { ...env, PATH: systemPath.join(path.delimiter) } });
    });
  }
  const node = probe("node", ["--version"], { env });
  if (!node || !atLeast(node, 22, 12)) {
    throw new Failure(`npm has no Node 22 for ${process.platform}-${process.arch}, which wrangler needs: install Node.js 22.12 or later.`);
  }
}

async function installToolchain(components) {
  const installed = () => {
    const sysroot = probe("rustc", ["--print", "sysroot"], { cwd: root, env: { ...env, RUSTUP_AUTO_INSTALL: "0" } });
    return (
      sysroot &&
      existsSync(path.join(sysroot, "lib", "rustlib", "wasm32-unknown-unknown", "lib")) &&
      components.every((program) => existsSync(path.join(sysroot, "bin", program)))
    );
  };
  if (installed()) return;
  await step("rustup: the toolchain of rust-toolchain.toml and its wasm target", async () => {
    // Running a program of the toolchain installs it; an older toolchain of that name may lack the rest.
    await run("rustc", ["--version"], { cwd: root, env });
    await run("rustup", ["target", "add", "wasm32-unknown-unknown"], { cwd: root, env });
    if (components.length > 0) await run("rustup", ["component", "add", "rustfmt", "clippy"], { cwd: root, env });
  });
}

const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "knowledge-worker", "tools");

/** A program from crates.io at exactly this version, in a cache that all checkouts share. */
async function installCrate({ crate, program, version, flags, minutes }) {
  const folder = path.join(cache, `${program}-${version}`);
  const file = path.join(folder, "bin", program);
  const works = () => probe(file, ["--version"])?.split(" ").includes(version);
  if (works()) return file;
  await step(`cargo install ${crate} ${version} (once, about ${minutes} minutes)`, async () => {
    // Built beside its place and moved there whole. What an interrupted run compiled is used by the next one.
    const building = `${folder}.building`;
    const args = ["install", `${crate}@${version}`, "--bin", program, ...flags, "--force", "--root", building];
    const options = { cwd: root, env: { ...env, CARGO_TARGET_DIR: path.join(building, "target"), RUSTFLAGS: "" } };
    try {
      await run("cargo", [...args, "--locked"], options);
    } catch (first) {
      // The crate's own lock file may name a version that has since been taken back (or that a mirror lacks).
      await run("cargo", args, options).catch((second) => {
        second.output = `${first.output}\n--- without --locked:\n${second.output}`;
        throw second;
      });
    }
    mkdirSync(path.dirname(file), { recursive: true });
    renameSync(path.join(building, "bin", program), file);
    rmSync(building, { recursive: true, force: true });
    if (!works()) throw new Failure(`${file} does not run.`);
  });
  return file;
}

/**
 * Everything that a build needs; `forTests` what the checks need besides. Returns the programs that a build calls
 * (worker-build downloads nothing with those in `env`) and `versions`, which changes when one of them does.
 */
export async function install({ forTests = false } = {}) {
  checkMachine();
  await installPackages();
  await installToolchain(forTests ? ["cargo-fmt", "cargo-clippy"] : []);
  const workerBuildVersion = locked("worker");
  const bindgenVersion = locked("wasm-bindgen");
  const bindgen = await installCrate({
    crate: "wasm-bindgen-cli", program: "wasm-bindgen", version: bindgenVersion, flags: [], minutes: 2,
  });
  if (!existsSync(path.join(cache, `worker-build-${workerBuildVersion}`, "bin", "worker-build"))) checkOpenSsl();
  // worker-build only calls other programs: unoptimized it is as fast, and compiles sooner.
  const workerBuild = await installCrate({
    crate: "worker-build", program: "worker-build", version: workerBuildVersion, flags: ["--debug"], minutes: 3,
  });
  const npmVersions = ["binaryen", "esbuild"].map((name) => `${name} ${json(`node_modules/${name}/package.json`).version}`);
  return {
    workerBuild,
    wasmOpt: path.join(bin, "wasm-opt"),
    env: { WASM_BINDGEN_BIN: bindgen, ESBUILD_BIN: path.join(bin, "esbuild") },
    versions: [`worker-build ${workerBuildVersion}`, `wasm-bindgen ${bindgenVersion}`, ...npmVersions].join(", "),
  };
}

/** worker-build's downloader links the system's OpenSSL on Linux. */
function checkOpenSsl() {
  if (process.platform !== "linux" || process.env.OPENSSL_DIR || probe("pkg-config", ["--exists", "openssl"], { env }) !== undefined) return;
  throw new Failure(
    "pkg-config or OpenSSL's headers were not found, which worker-build is compiled with: install them (Debian, Ubuntu: apt install pkg-config libssl-dev; Fedora: dnf install pkgconf openssl-devel).",
  );
}
