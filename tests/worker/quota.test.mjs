// The limits of wrangler.toml as it is deployed, counted by workerd.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { parse } from "smol-toml";
import { root } from "../../.scripts/tools.mjs";
import { post, serve, served } from "./server.mjs";

const server = served({ config: "wrangler.toml" });
const { ratelimits } = parse(readFileSync(path.join(root, "wrangler.toml"), "utf8"));
const limitOf = (binding) => ratelimits.find(({ name }) => name === binding).simple.limit;

async function call(name, args, headers) {
  const { status, json } = await post(server.url, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }, headers);
  assert.equal(status, 200);
  return json.result;
}

const answer = (headers) => call("answer_query", { query: "What is corpus.toml?" }, headers);

test("answers are counted for each client, and past the quota a result says what to do", async () => {
  // The period is a minute of the clock: if it ends between two calls, the count begins anew, so more calls may pass.
  const results = [];
  for (let i = 0; i < 2 * limitOf("ANSWER_LIMIT") + 1; i++) results.push(await answer({ "x-api-key": "one" }));
  for (const result of results.slice(0, limitOf("ANSWER_LIMIT"))) assert.ok(!result.isError, result.content[0].text);
  const refused = results.filter(({ isError }) => isError);
  assert.ok(refused.length > 0);
  for (const { content, structuredContent } of refused) {
    assert.match(content[0].text, /^429 RESOURCE_EXHAUSTED.*60 seconds.*search_documents/);
    assert.equal(structuredContent, undefined);
  }
  assert.ok(!(await answer({ "x-api-key": "another" })).isError, "another client has its own quota");
  assert.ok(!(await call("search_documents", { query: "corpus.toml" }, { "x-api-key": "one" })).isError, "search has its own quota");
});

test("a batch counts each of its calls", async () => {
  const message = { jsonrpc: "2.0", method: "tools/call", params: { name: "answer_query", arguments: { query: "What is corpus.toml?" } } };
  const batch = Array.from({ length: limitOf("ANSWER_LIMIT") + 1 }, (_, id) => ({ ...message, id }));
  const { json } = await post(server.url, batch, { "x-api-key": "batch", "mcp-protocol-version": "2025-03-26" });
  assert.ok(json.some(({ result }) => result.isError));
});

test("without the bindings nothing is limited, and the log says so once", async () => {
  const unlimited = await serve();
  try {
    for (let i = 0; i < 2; i++) await post(unlimited.url, { jsonrpc: "2.0", id: 1, method: "ping" });
    const told = [...unlimited.log().matchAll(/no rate limit by (.+?): /g)].map(([, list]) => list);
    assert.deepEqual(told, ["SEARCH_LIMIT, GET_LIMIT, ANSWER_LIMIT"]);
  } finally {
    await unlimited.stop();
  }
  assert.doesNotMatch(server.log(), /no rate limit by/);
});
