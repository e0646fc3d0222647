// Clients that are programs of their own, against the built wasm in workerd: the official ones for Python and Rust, and
// the Inspector. `npm test` installs them before (.scripts/clients.mjs).
import assert from "node:assert/strict";
import { test } from "node:test";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inspector, python, pythonClient, rustClient } from "../../.scripts/clients.mjs";
import { env } from "../../.scripts/tools.mjs";
import { served } from "./server.mjs";

const server = served();
const run = (command, args) => promisify(execFile)(command, args, { env, timeout: 60_000, maxBuffer: 1 << 26 });

test("Python: mcp 2.3.0 in the modes legacy, auto and 2026-07-28", async () => {
  const { stdout } = await run(python, [pythonClient, server.url]);
  assert.equal(stdout, "python, legacy: ok (2025-11-25)\npython, auto: ok (2026-07-28)\npython, 2026-07-28: ok (2026-07-28)\n");
});

test("Rust: rmcp 3.11.0 in the modes initialize, discover and auto", async () => {
  const { stdout } = await run(rustClient, [server.url]);
  assert.equal(stdout, "rmcp, initialize: ok\nrmcp, discover: ok\nrmcp, auto: ok\n");
});

for (const era of ["legacy", "modern"]) {
  /** The result of a method, and the exit code of the Inspector. */
  const inspect = async (...args) => {
    const options = ["--cli", server.url, "--transport", "http", "--protocol-era", era, "--format", "json"];
    try {
      const { stdout } = await run("node", [inspector, ...options, ...args]);
      return { code: 0, ...JSON.parse(stdout) };
    } catch (error) {
      if (typeof error.code !== "number") throw error;
      return { code: error.code, text: `${error.stdout}${error.stderr}` };
    }
  };
  const call = (tool, ...args) => inspect("--method", "tools/call", "--tool-name", tool, ...args.flatMap((arg) => ["--tool-arg", arg]));

  test(`Inspector 2.12.0, ${era}`, async () => {
    const { result } = await inspect("--method", "tools/list");
    assert.deepEqual(result.tools.map(({ name }) => name), ["search_documents", "get_documents", "answer_query", "search_documentation"]);
    const name = "documents/knowledge-worker.example/start/quickstart";
    for (const [tool, arg, key] of [
      ["search_documents", "query=quickstart", "results"],
      ["get_documents", `names=["${name}"]`, "documents"],
      ["answer_query", "query=What is an MCP server?", "answerText"],
      ["search_documentation", "userQuery=quickstart", "results"],
    ]) {
      const { code, result, text } = await call(tool, arg);
      assert.equal(code, 0, text);
      assert.ok(result.structuredContent[key].length > 0, tool);
    }
    const wrong = await call("get_documents", 'names=["documents/no/such"]');
    assert.notEqual(wrong.code, 0);
    assert.match(wrong.text, /there is no document/);
    const read = await inspect("--method", "resources/read", "--uri", "https://knowledge-worker.example/start/quickstart");
    assert.equal(read.code, 0, read.text);
    assert.match(read.result.contents[0].text, /^#/);
  });
}
