// The endpoint for ChatGPT: `search` and `fetch` in the shapes that OpenAI documents, through the official client.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { served } from "./server.mjs";

const server = served();
describe("client 2.4.0 at /mcp/openai", () => {
  const client = new Client({ name: "knowledge-worker-tests", version: "0" });
  before(() => client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/openai`))));
  after(() => client.close());

  /** The structured content, which must be in the text as JSON. */
  const call = async (name, args) => {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
    assert.ok(!isError, content[0].text);
    assert.equal(content.length, 1);
    assert.deepEqual(JSON.parse(content[0].text), structuredContent);
    return structuredContent;
  };

  test("there are these two tools and no others", async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name), ["search", "fetch"]);
    assert.deepEqual(tools.map(({ inputSchema }) => inputSchema.required), [["query"], ["id"]]);
    assert.match(client.getInstructions(), /search.*fetch/s);
    assert.doesNotMatch(client.getInstructions(), /get_documents|search_documents/);
  });

  test("what search finds, fetch reads", async () => {
    const { results } = await call("search", { query: "serve my own docs" });
    assert.ok(results.length > 1);
    assert.equal(new Set(results.map(({ id }) => id)).size, results.length, "each document once");
    for (const result of results) {
      assert.deepEqual(Object.keys(result), ["id", "title", "url"]);
      assert.match(result.url, /^https:\/\//);
    }
    const document = await call("fetch", { id: results[0].id });
    assert.deepEqual(Object.keys(document), ["id", "title", "text", "url", "metadata"]);
    assert.equal(document.url, results[0].url);
    assert.ok(document.text.length > 100);
    for (const value of Object.values(document.metadata)) assert.equal(typeof value, "string");
  });

  test("nothing found is an empty list, an unknown id an error that helps", async () => {
    assert.deepEqual(await call("search", { query: "zxqvwk blorptang" }), { results: [] });
    const { isError, content } = await client.callTool({ name: "fetch", arguments: { id: "documents/knowledge-worker.example/start/quickstar" } });
    assert.equal(isError, true);
    assert.match(content[0].text, /start\/quickstart/);
  });
});
