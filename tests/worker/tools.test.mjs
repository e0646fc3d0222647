// The four tools, called through the official MCP clients against the built wasm in workerd, on the shipped corpus.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { served } from "./server.mjs";

const CONTRACT = [
  { name: "search_documents", arguments: { query: "string" }, required: ["query"], result: ["results"] },
  { name: "get_documents", arguments: { names: "array" }, required: ["names"], result: ["documents"] },
  { name: "answer_query", arguments: { query: "string" }, required: ["query"], result: ["answerText", "references"] },
  { name: "search_documentation", arguments: { userQuery: "string", languageCode: "string" }, required: ["userQuery"], result: ["results"] },
];
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const QUESTION = "serve my own folder of documentation";

const server = served();
const information = { name: "knowledge-worker-tests", version: "0" };
const clients = {
  "client 2.4.0": () => [new Client(information), StreamableHTTPClientTransport],
  "client 2.4.0 that negotiates the version": () => [new Client(information, { versionNegotiation: { mode: "auto" } }), StreamableHTTPClientTransport],
  "client 2.4.0 pinned to 2026-07-28": () => [new Client(information, { versionNegotiation: { mode: { pin: "2026-07-28" } } }), StreamableHTTPClientTransport],
  "client 1.x": () => [new ClientV1(information), TransportV1],
};

for (const [title, make] of Object.entries(clients)) {
  describe(title, () => {
    let client;
    before(async () => {
      const [made, Transport] = make();
      client = made;
      await client.connect(new Transport(new URL(server.url)));
    });
    after(() => client.close());

    /** Every string in a result. */
    const strings = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(strings));

    /** The structured result, once it is sure that a client which reads only the text learns all of it. */
    const call = async (name, args) => {
      const result = await client.callTool({ name, arguments: args });
      assert.ok(!result.isError, `${name} ${JSON.stringify(args)}: ${result.content?.[0]?.text}`);
      assert.equal(result.content.length, 1);
      assert.equal(result.content[0].type, "text");
      const { text } = result.content[0];
      const missing = strings(result.structuredContent).filter((string) => !text.includes(string.trimEnd()));
      assert.deepEqual(missing, []);
      assert.ok(text.length < JSON.stringify(result.structuredContent).length + 400, "Markdown is not longer than its JSON");
      return result.structuredContent;
    };

    /** The message of a call that the tool refuses. */
    const refusal = async (name, args) => {
      const result = await client.callTool({ name, arguments: args });
      assert.equal(result.isError, true, `${name} accepted ${JSON.stringify(args).slice(0, 100)}`);
      assert.equal(result.content[0].type, "text");
      return result.content[0].text;
    };

    const names = async (query) => [...new Set((await call("search_documents", { query })).results.map(({ parent }) => parent))];

    test("the server says who it is and how to use it", () => {
      assert.ok(client.getServerVersion().name);
      assert.ok(client.getServerCapabilities().tools);
      const instructions = client.getInstructions();
      assert.ok(instructions.length > 0 && instructions.length <= 2048, `${instructions.length} characters`);
    });

    test("lists the four tools of the contract", async () => {
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map(({ name }) => name), CONTRACT.map(({ name }) => name));
      for (const [i, tool] of tools.entries()) {
        const contract = CONTRACT[i];
        const { title: _, ...hints } = tool.annotations;
        assert.deepEqual(hints, ANNOTATIONS);
        assert.ok(tool.description.length > 0 && tool.description.length <= 2048, `${tool.name}: ${tool.description.length} characters`);
        const types = Object.entries(tool.inputSchema.properties).map(([name, { type }]) => [name, type]);
        assert.deepEqual(Object.fromEntries(types), contract.arguments);
        assert.deepEqual(tool.inputSchema.required, contract.required);
        assert.deepEqual(Object.keys(tool.outputSchema.properties).sort(), [...contract.result].sort());
        // Some models' APIs refuse a tool whose schema says more than this.
        assert.doesNotMatch(JSON.stringify([tool.inputSchema, tool.outputSchema]), /"(\$schema|\$ref|\$defs|anyOf|oneOf|format|additionalProperties)":/);
      }
      assert.match(tools[0].description, /knowledge-worker\.example/, "the products and domains of the corpus");
    });

    test("search_documents finds passages", async () => {
      const { results } = await call("search_documents", { query: QUESTION });
      assert.ok(results.length > 0 && results.length <= 5, `${results.length} results`);
      for (const result of results) {
        assert.deepEqual(Object.keys(result).sort(), ["content", "id", "parent"]);
        assert.match(result.parent, /^documents\/knowledge-worker\.example(\/|$)/);
        assert.ok(result.id.length > 0);
        assert.ok(result.content.length > 0 && [...result.content].length < 2000, `${result.content.length} characters`);
        const ofSameDocument = results.filter(({ parent }) => parent === result.parent);
        assert.ok(ofSameDocument.length <= 2, `${ofSameDocument.length} passages of ${result.parent}`);
      }
      assert.equal(new Set(results.map(({ parent, id }) => `${parent} ${id}`)).size, results.length, "no passage comes twice");
    });

    test("get_documents reads what search_documents found, in the order asked", async () => {
      const { results } = await call("search_documents", { query: QUESTION });
      const asked = [...new Set(results.map(({ parent }) => parent))].reverse();
      const { documents } = await call("get_documents", { names: asked });
      assert.deepEqual(documents.map(({ name }) => name), asked);
      for (const document of documents) {
        assert.deepEqual(Object.keys(document).sort(), ["content", "description", "name", "title", "uri"]);
        assert.equal(document.uri.replace(/^https:\/\/(.*?)\/?$/, "documents/$1"), document.name);
        assert.ok(document.title.length > 0);
        assert.equal(typeof document.description, "string");
      }
      for (const { parent, content } of results) {
        const whole = documents.find(({ name }) => name === parent).content;
        const lines = content.split("\n").filter((line) => line.trim() !== "");
        const found = lines.filter((line) => whole.includes(line));
        assert.ok(found.length >= lines.length / 2, `a passage is not from its document ${parent}:\n${content}`);
      }
    });

    test("get_documents names an unknown document and suggests the nearest ones", async () => {
      const [known] = await names("quickstart");
      const message = await refusal("get_documents", { names: [known, `${known}x`] });
      assert.ok(message.includes(`${known}x`), message);
      assert.ok(message.replaceAll(`${known}x`, "").includes(known), `suggests ${known}: ${message}`);
    });

    test("get_documents says what is right", async () => {
      const [known] = await names("quickstart");
      assert.match(await refusal("get_documents", { names: [] }), /1|empty|at least/i);
      assert.match(await refusal("get_documents", { names: Array(21).fill(known) }), /20/);
      assert.match(await refusal("get_documents", { names: [known.replace("documents/", "")] }), /documents\//);
      assert.equal((await call("get_documents", { names: known })).documents.length, 1, "one bare name is a list of one");
      assert.match(await refusal("get_documents", { names: [1] }), /names|string/);
      assert.match(await refusal("get_documents", {}), /names/);
    });

    test("answer_query answers from documents that it names", async () => {
      const { answerText, references } = await call("answer_query", { query: "How do I serve my own documentation?" });
      assert.ok(answerText.length > 0);
      assert.ok(references.length > 0);
      assert.equal(new Set(references).size, references.length);
      const { documents } = await call("get_documents", { names: references });
      assert.deepEqual(documents.map(({ name }) => name), references);
    });

    test("answer_query says so when the corpus has no answer", async () => {
      const { answerText, references } = await call("answer_query", { query: "zxqvwk blorptang hrmpfl" });
      assert.deepEqual(references, []);
      assert.ok(answerText.length > 0);
    });

    test("search_documentation finds pages with title and address", async () => {
      const { results } = await call("search_documentation", { userQuery: QUESTION });
      assert.ok(results.length > 0);
      for (const result of results) {
        assert.deepEqual(Object.keys(result).sort(), ["content", "title", "uri"]);
        assert.match(result.uri, /^https:\/\/knowledge-worker\.example\//);
        assert.ok(result.title.length > 0 && result.content.length > 0);
      }
    });

    for (const [languageCode, userQuery] of [["fr", "servir sa propre documentation"], ["fr-CA", "servir sa propre documentation"], ["bn", "নিজের ডকুমেন্টেশন"]]) {
      test(`search_documentation prefers documents in ${languageCode}`, async () => {
        const { results } = await call("search_documentation", { userQuery, languageCode });
        assert.ok(results.length > 0);
        assert.match(results[0].uri, new RegExp(`/${languageCode.slice(0, 2)}/`));
      });
    }

    for (const [name, argument] of [["search_documents", "query"], ["answer_query", "query"], ["search_documentation", "userQuery"]]) {
      test(`${name} refuses a query that is none`, async () => {
        assert.match(await refusal(name, {}), new RegExp(argument));
        assert.match(await refusal(name, { [argument]: 42 }), new RegExp(argument));
        assert.match(await refusal(name, { [argument]: null }), new RegExp(argument));
        assert.match(await refusal(name, { [argument]: " \n " }), new RegExp(`${argument}|empty`));
      });

      test(`${name} takes 500 characters of any script, and no more`, async () => {
        assert.match(await refusal(name, { [argument]: "a".repeat(501) }), /500/);
        await call(name, { [argument]: "ক".repeat(500) });
        await call(name, { [argument]: "a b ".repeat(125) });
      });
    }

    test("a document can be read as a resource", async () => {
      const { resources } = await client.listResources();
      const { uri, title } = resources.find(({ uri }) => uri.endsWith("/start/quickstart"));
      const { contents } = await client.readResource({ uri });
      assert.equal(contents[0].uri, uri);
      assert.ok(contents[0].text.includes(title));
      await assert.rejects(client.readResource({ uri: `${uri}/no` }), (error) => [-32602, -32002].includes(error.code));
    });

    test("an unknown tool is a protocol error", async () => {
      await assert.rejects(client.callTool({ name: "search_docs", arguments: { query: "x" } }), (error) => {
        assert.equal(error.code, -32602);
        assert.match(error.message, /search_docs/);
        return true;
      });
    });
  });
}
