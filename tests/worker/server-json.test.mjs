// server.json for the MCP registry: made from corpus.toml, held against the rules of the registry's schema (2025-12-11),
// and in agreement with the server card that the Worker serves.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { problems, serverJson } from "../../.scripts/server-json.mjs";
import { root } from "../../.scripts/tools.mjs";
import { served } from "./server.mjs";

const server = served();
const shipped = readFileSync(path.join(root, "corpus", "corpus.toml"), "utf8");

test("the shipped corpus has a server.json that says what the card says", async () => {
  const json = await serverJson(shipped);
  assert.deepEqual(problems(json), []);
  const card = await (await fetch(new URL("/mcp/server-card", server.url))).json();
  for (const key of ["name", "version", "title", "description"]) assert.equal(json[key], card[key], key);
});

test("what is missing in corpus.toml is named", async () => {
  await assert.rejects(serverJson('title = "x"\n[server]\nname = "a.b/c"\n'), /description, \[server\] version, \[server\] url/);
});

test("what is wrong in corpus.toml is said", async () => {
  await assert.rejects(serverJson("= 1"), /^Error: corpus\.toml: .*\(line 1\)\.$/);
  const broken = shipped.replace(/^url = .*$/m, 'url = "foo"');
  await assert.rejects(serverJson(broken), /\[server\] url is no address: "foo"/);
});

test("the rules of the schema are checked", async () => {
  const json = await serverJson(shipped);
  for (const [change, word] of [
    [{ name: "docs" }, /name/],
    [{ description: "x".repeat(101) }, /description/],
    [{ version: "^1.0.0" }, /version/],
    [{ title: "" }, /title/],
    [{ remotes: [] }, /remotes/],
    [{ remotes: [{ type: "http", url: "https://x" }] }, /type/],
    [{ packages: [] }, /key/],
  ]) {
    assert.match(problems({ ...json, ...change }).join(), word, JSON.stringify(change));
  }
});
