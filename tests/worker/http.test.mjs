// What arrives at /mcp without a client that behaves: bare calls, other methods, garbage, too much, many at once.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { callTool, post, request, served } from "./server.mjs";

const server = served();

// Whatever a test sent, the Worker still answers.
afterEach(async () => assert.deepEqual((await request(server.url, "ping")).result, {}));

test("a bare tools/call as with curl: no handshake before it", async () => {
  const { status, headers, json } = await post(server.url, {
    jsonrpc: "2.0", id: "a", method: "tools/call", params: { name: "search_documents", arguments: { query: "quickstart" } },
  });
  assert.equal(status, 200);
  assert.match(headers.get("content-type"), /^application\/json/);
  assert.equal(json.jsonrpc, "2.0");
  assert.equal(json.id, "a");
  assert.ok(json.result.structuredContent.results.length > 0);
  assert.ok(!json.result.isError);
});

test("any Accept header will do", async () => {
  const { status, json } = await post(server.url, { jsonrpc: "2.0", id: 1, method: "tools/list" }, { accept: "*/*" });
  assert.equal(status, 200);
  assert.equal(json.result.tools.length, 4);
});

for (const protocolVersion of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
  test(`initialize agrees to ${protocolVersion}`, async () => {
    const { result } = await request(server.url, "initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "0" } });
    assert.equal(result.protocolVersion, protocolVersion);
    assert.ok(result.capabilities.tools);
  });
}

test("initialize answers an unknown version with one that it speaks", async () => {
  const { result } = await request(server.url, "initialize", { protocolVersion: "1999-01-01", capabilities: {}, clientInfo: { name: "t", version: "0" } });
  assert.equal(result.protocolVersion, "2025-11-25");
});

test("a notification gets 202 and no body", async () => {
  const { status, text } = await post(server.url, { jsonrpc: "2.0", method: "notifications/initialized" });
  assert.equal(status, 202);
  assert.equal(text, "");
});

for (const method of ["GET", "DELETE", "PUT"]) {
  test(`${method} is 405 and says what is allowed`, async () => {
    const response = await fetch(server.url, { method });
    await response.arrayBuffer();
    assert.equal(response.status, 405);
    assert.match(response.headers.get("allow"), /POST/);
  });
}

test("other paths are 404", async () => {
  for (const path of ["/nothing", "/mcp/x", "/.well-known/oauth-protected-resource/mcp"]) {
    const response = await fetch(new URL(path, server.url));
    await response.arrayBuffer();
    assert.equal(response.status, 404, path);
  }
});

const garbage = {
  "no JSON": ["not json", -32700],
  "an empty body": ["", -32700],
  "half of a message": ['{"jsonrpc":"2.0","id":1,"method":"tools/li', -32700],
  "invalid UTF-8": [Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), -32700],
  "very deep nesting": ["[".repeat(100_000), -32600],
  null: ["null", -32600],
  "a string": ['"tools/list"', -32600],
  "a number": ["42", -32600],
  "an empty object": ["{}", -32600],
  "an empty batch": ["[]", -32600],
  "no jsonrpc version": ['{"id":1,"method":"ping"}', -32600],
  "a method that is no string": ['{"jsonrpc":"2.0","id":1,"method":7}', -32600],
  "an id that is an object": ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
  "params that are a string": ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":"x"}', -32600],
};
for (const [title, [body, code]] of Object.entries(garbage)) {
  test(`garbage: ${title}`, async () => {
    const { status, json } = await post(server.url, body);
    assert.equal(status, 400);
    assert.equal(json.error.code, code);
    assert.ok(json.error.message.length > 0);
  });
}

test("half of a character, as JavaScript sends of an emoji that it cut, is no error", async () => {
  const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_documents","arguments":{"query":"deploy \\ud83d"}}}';
  const { status, json } = await post(server.url, call);
  assert.equal(status, 200);
  assert.ok(json.result.structuredContent.results.length > 0);
});

test("an unknown method is an error that names it", async () => {
  const { error } = await request(server.url, "tools/run", {});
  assert.equal(error.code, -32601);
  assert.ok(error.message.length > 0);
});

test("a tools/call that is none is an error", async () => {
  for (const params of [undefined, {}, { name: 7 }, { name: "" }, { name: "nope", arguments: {} }]) {
    const { error } = await request(server.url, "tools/call", params);
    assert.equal(error?.code, -32602, JSON.stringify(params));
  }
  for (const args of [[], "query", 7]) {
    const { error, result } = await callTool(server.url, "search_documents", args);
    assert.ok(error?.code === -32602 || result?.isError === true, JSON.stringify(args));
  }
});

test("a body of 8 MB is refused", async () => {
  const query = "a".repeat(8_000_000);
  const { status, json } = await post(server.url, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search_documents", arguments: { query } } });
  assert.equal(status, 413);
  assert.ok(json.error.message.length > 0);
});

test("a body of 1.1 MB that does not announce its length is refused", async () => {
  const part = new TextEncoder().encode("a".repeat(100_000));
  // The last part is the one too many: a client that still writes while it is refused may see its connection closed.
  let parts = 11;
  const body = new ReadableStream({ pull: (stream) => (parts-- > 0 ? stream.enqueue(part) : stream.close()) });
  const headers = { "content-type": "application/json" };
  const response = await fetch(server.url, { method: "POST", headers, body, duplex: "half", signal: AbortSignal.timeout(10_000) });
  assert.equal(response.status, 413);
  assert.ok((await response.json()).error.message.length > 0);
});

test("a body of another type is refused", async () => {
  const { status, json } = await post(server.url, { jsonrpc: "2.0", id: 1, method: "ping" }, { "content-type": "text/plain" });
  assert.equal(status, 415);
  assert.match(json.error.message, /application\/json/);
});

test("a page in a browser may ask where it may", async () => {
  const preflight = (origin) =>
    fetch(server.url, { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" } });
  const { status, headers } = await preflight("http://localhost:3000");
  assert.equal(status, 204);
  assert.match(headers.get("access-control-allow-origin"), /^(\*|http:\/\/localhost:3000)$/);
  assert.match(headers.get("access-control-allow-methods"), /POST/);
  // A page of the web that has made its name mean this machine (DNS rebinding).
  assert.equal((await preflight("https://evil.example.com")).status, 403);
});

test("strange queries are searched like any other", async () => {
  for (const query of ["\u0000", "\u202e\ufeff\u200d", "👩‍👩‍👧‍👦", "-- \"' OR 1=1", "<script>", "a".repeat(500), "%s%n", "C++ (§4.2) && ||"]) {
    const { result, error } = await callTool(server.url, "search_documents", { query });
    assert.ok(result?.structuredContent || result?.isError || error, JSON.stringify(query));
  }
});

test("50 requests at once get each its own answer", async () => {
  const queries = ["quickstart", "corpus.toml", "curl", "languages", "ranking"];
  const search = async (query) => (await callTool(server.url, "search_documents", { query })).result.structuredContent;
  const alone = new Map();
  for (const query of queries) alone.set(query, await search(query));
  const asked = Array.from({ length: 50 }, (_, i) => queries[i % queries.length]);
  const together = await Promise.all(asked.map(search));
  for (const [i, query] of asked.entries()) assert.deepEqual(together[i], alone.get(query), query);
});
