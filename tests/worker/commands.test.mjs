// What the commands say to a wrong option, a wrong folder and a wrong corpus: one line, with what to do.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { ofCorpus } from "../../.scripts/build.mjs";
import { markdown } from "../../.scripts/report.mjs";
import { Failure } from "../../.scripts/say.mjs";
import { root } from "../../.scripts/tools.mjs";

const COMMANDS = {
  start: ".scripts/start.mjs",
  build: ".scripts/build.mjs",
  test: ".scripts/test.mjs",
  measure: "tests/worker/measure.mjs",
  compare: "tests/compare/compare.mjs",
  bench: "tests/compare/bench.mjs",
  "server-json": ".scripts/server-json.mjs",
};

const { KNOWLEDGE_BUILT, ...environment } = process.env;

function command(name, args, env = {}) {
  const { status, stdout, stderr } = spawnSync("node", [COMMANDS[name], ...args], { cwd: root, encoding: "utf8", env: { ...environment, ...env } });
  return { status, stdout, stderr };
}

for (const name of Object.keys(COMMANDS)) {
  test(`npm run ${name}: an unknown option is one line, and --help is the usage`, () => {
    const wrong = command(name, ["--no-such-option"]);
    assert.equal(wrong.status, 1);
    assert.match(wrong.stderr, /^knowledge-worker: Unknown option '--no-such-option'\. Usage: npm .*\n$/);
    const help = command(name, ["--help"]);
    assert.equal(help.status, 0, help.stderr);
    assert.match(help.stdout, new RegExp(`^Usage: npm (run )?${name}`));
  });
}

test("values that are none of their kind are named", () => {
  assert.match(command("start", ["--port", "abc"]).stderr, /--port abc: /);
  assert.match(command("start", [], { PORT: "99999" }).stderr, /PORT=99999: /);
  assert.match(command("measure", ["--calls", "-3", "a=corpus"]).stderr, /Usage: /);
  assert.match(command("measure", ["a=no-such-folder"]).stderr, /a=no-such-folder: there is no folder /);
  assert.match(command("compare", ["README.md"]).stderr, /README\.md is a file/);
  assert.match(command("server-json", ["/no/such/folder/x.json"]).stderr, /cannot write \/no\/such\/folder\/x\.json/);
});

test("of a corpus that cannot be served the reason is left, without what cargo says of its build script", () => {
  const failure = Object.assign(new Failure("cargo failed"), {
    output: '{"reason":"compiler-artifact"}\n',
    stderr: "   Compiling knowledge-worker v0.1.0\nerror: knowledge-worker@0.1.0: corpus.toml:1: unknown field `titel`\n"
      + "error: failed to run custom build command for `knowledge-worker v0.1.0`\n\nCaused by:\n  cargo::error=corpus.toml:1: unknown field\n",
  });
  const told = ofCorpus(failure);
  assert.equal(told.message, "corpus.toml:1: unknown field `titel`");
  assert.equal(told.output, undefined);
  const other = ofCorpus(Object.assign(new Failure("cargo failed"), { output: "{}\nerror[E0308]", stderr: "error[E0308]" }));
  assert.equal(other.output, "error[E0308]");
});

test("a link that leads nowhere is no file", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "knowledge-worker-"));
  try {
    writeFileSync(path.join(folder, "a.md"), "# A\n");
    symlinkSync("gone.md", path.join(folder, "b.md"));
    assert.deepEqual(markdown(folder), { files: 1, bytes: 4 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
