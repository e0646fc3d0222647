// Clients and suites that only the tests need: each installed once, at the versions that tests/clients/ names.
import { rmSync } from "node:fs";
import path from "node:path";
import { Failure, probe, run, step } from "./say.mjs";
import { env, once, root } from "./tools.mjs";

const folder = path.join(root, "tests", "clients");
const modules = path.join(folder, "node_modules", "@modelcontextprotocol");

/** The command of the conformance suite, for Node. */
export const conformance = path.join(modules, "conformance", "dist", "index.js");
/** The command of the Inspector, for Node. */
export const inspector = path.join(modules, "inspector", "clients", "launcher", "build", "index.js");

const environment = path.join(root, "target", "python-clients");
/** The interpreter that has the Python client. */
export const python = path.join(environment, "bin", "python");
export const pythonClient = path.join(folder, "python", "client.py");

const rustTarget = path.join(root, "target", "clients");
/** The program that is the Rust client. */
export const rustClient = path.join(rustTarget, "debug", "rmcp-client");

/** The conformance suite and the Inspector. */
export async function installNodeClients() {
  const lock = path.join(folder, "package-lock.json");
  await once("npm ci (conformance suite, Inspector)", path.join(folder, "node_modules", ".installed-from"), [lock], () =>
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, env }));
}

/** Every client that tests/worker/ starts. */
export async function installClients() {
  await installNodeClients();
  if (probe("python3", ["-c", "import venv, ensurepip, sys; sys.exit(sys.version_info < (3, 10))"], { env }) === undefined) {
    throw new Failure("the test of the Python client needs Python 3.10 or later with venv: install it (Debian, Ubuntu: apt install python3-venv; Fedora: dnf install python3; macOS: brew install python).");
  }
  const requirements = path.join(folder, "python", "requirements.txt");
  await once("pip install (the Python client)", path.join(environment, ".installed-from"), [requirements], async () => {
    rmSync(environment, { recursive: true, force: true });
    await run("python3", ["-m", "venv", environment], { env });
    await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--requirement", requirements], { env });
  });
  await step("cargo build: the Rust client", () =>
    run("cargo", ["build", "--locked"], { cwd: path.join(folder, "rmcp"), env: { ...env, CARGO_TARGET_DIR: rustTarget } }));
}
