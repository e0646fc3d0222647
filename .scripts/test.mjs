// `npm test`: every check there is, in the order of what they cost; the first that fails ends the run.
// `npm test -- --only e2e,clippy` runs some of them.
import { readdirSync } from "node:fs";
import path from "node:path";
import { build, buildFixtures } from "./build.mjs";
import { installClients, installNodeClients } from "./clients.mjs";
import { options as optionsOf } from "./options.mjs";
import { Failure, loudStep, main, run, step } from "./say.mjs";
import { env, install, root } from "./tools.mjs";

// The checks are about the repository's own corpus.
delete process.env.KNOWLEDGE_CORPUS;
delete env.KNOWLEDGE_CORPUS;

const options = { cwd: root, env };
const cargo = (...args) => run("cargo", args, options);

// Warnings become errors through arguments that touch nothing but the check itself: RUSTFLAGS would make every step
// compile all dependencies anew.
const checks = {
  fmt: () => step("cargo fmt --all --check", () => cargo("fmt", "--all", "--check")),
  clippy: () =>
    step("cargo clippy: all targets of the workspace", () =>
      cargo("clippy", "--locked", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings")),
  "clippy-wasm": () =>
    step("cargo clippy: the Worker for wasm32-unknown-unknown", () =>
      // The profile of the Worker's build, which finds here what its build script links.
      cargo("clippy", "--locked", "--package", "knowledge-worker", "--lib", "--profile", "worker", "--target", "wasm32-unknown-unknown", "--", "-D", "warnings")),
  rust: () =>
    loudStep("cargo test --workspace", () => run("cargo", ["test", "--locked", "--workspace"], { ...options, loud: true })),
  doc: () =>
    step("cargo doc", () =>
      run("cargo", ["doc", "--locked", "--workspace", "--no-deps", "--document-private-items"], {
        ...options,
        env: { ...env, RUSTDOCFLAGS: `${env.RUSTDOCFLAGS ?? ""} -D warnings` },
      })),
  build: (tools) => build(tools),
  e2e: async () => {
    await installClients();
    await loudStep("end-to-end tests of the built wasm in workerd", () => {
      const folder = path.join("tests", "worker");
      const files = readdirSync(path.join(root, folder)).filter((name) => name.endsWith(".test.mjs")).map((name) => path.join(folder, name));
      const args = ["--test", "--test-reporter=spec", "--test-timeout=120000", "--test-concurrency=1", ...files];
      return run("node", args, { cwd: root, env: { ...env, KNOWLEDGE_BUILT: "1" }, loud: true });
    });
  },
  conformance: async (tools) => {
    await installNodeClients();
    await buildFixtures(tools);
    await loudStep("the official conformance suite against both builds", () =>
      run("node", [path.join("tests", "conformance", "run.mjs")], { cwd: root, env: { ...env, KNOWLEDGE_BUILT: "1" }, loud: true }));
  },
};

function chosen() {
  const names = Object.keys(checks);
  const { values } = optionsOf(`npm test -- [--only ${names.join("|")}]`, { only: [String] });
  if (!values.only) return names;
  const only = values.only.flatMap((list) => list.split(","));
  const unknown = only.find((name) => !(name in checks));
  if (unknown) throw new Failure(`there is no check "${unknown}": the checks are ${names.join(", ")}.`);
  // What the end-to-end tests run on must be what the sources say.
  return names.filter((name) => only.includes(name) || (name === "build" && (only.includes("e2e") || only.includes("conformance"))));
}

await main(async () => {
  const started = performance.now();
  const names = chosen();
  const tools = await install({ forTests: true });
  for (const name of names) {
    try {
      await checks[name](tools);
    } catch (error) {
      if (error instanceof Failure) error.message = `the check "${name}" failed; again with \`npm test -- --only ${name}\`. ${error.message}`;
      throw error;
    }
  }
  console.log(`${names.length === Object.keys(checks).length ? "all checks" : names.join(", ")} passed in ${((performance.now() - started) / 1000).toFixed(0)} s`);
});
