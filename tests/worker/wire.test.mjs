// What only a socket can say, and only the runtime answer: headers that fetch would tidy up, bodies that never end, hosts
// that are not ours.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { post, served } from "./server.mjs";
import { ask, withWorkerd } from "./workerd.mjs";

const server = served();

/** Sends the head of a request, then `send` may write a body; resolves to the answer's head and body. */
function exchange(head, send = () => {}, port = new URL(server.url).port) {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1");
    let answer = "";
    const timer = setTimeout(() => {
      reject(new Error(`no answer within 20 s; so far: ${answer}`));
      socket.destroy();
    }, 20_000);
    const done = () => {
      const [top, ...rest] = answer.split("\r\n\r\n");
      const length = Number(/^content-length: (\d+)/im.exec(top)?.[1] ?? 0);
      const body = rest.join("\r\n\r\n");
      if (rest.length === 0 || Buffer.byteLength(body) < length) return;
      clearTimeout(timer);
      socket.destroy();
      resolve({ status: Number(top.split(" ")[1]), head: top, body });
    };
    socket.setEncoding("utf8");
    // A socket that the server closed while we wrote still has its answer to read.
    socket.on("error", (error) => (answer ? done() : reject(error)));
    socket.on("data", (text) => {
      answer += text;
      done();
    });
    socket.on("connect", () => {
      socket.write(`${head.join("\r\n")}\r\n\r\n`);
      send(socket);
    });
  });
}

const host = () => new URL(server.url).host;
const head = (...more) => ["POST /mcp HTTP/1.1", `Host: ${host()}`, "Content-Type: application/json", ...more];

test("white space around the values of headers is not part of them", async () => {
  const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search_documents", arguments: { query: "quickstart" }, _meta: meta } });
  const headers = ["MCP-Protocol-Version: 2026-07-28 \t", "mcp-method:   tools/call  ", "MCP-NAME:\tsearch_documents\t ", `Content-Length: ${Buffer.byteLength(body)}`];
  const answer = await exchange(head(...headers), (socket) => socket.write(body));
  assert.equal(answer.status, 200, answer.body);
});

/** Writes a body without end, until the answer is there; `written` hears how much. */
const endless = (written) => (socket) => {
  let sent = 0;
  const part = `10000\r\n${"a".repeat(0x10000)}\r\n`;
  const write = () => {
    if (socket.destroyed || sent > 1 << 30) return;
    sent += part.length;
    written(sent);
    socket.write(part, (error) => error || setTimeout(write, 1));
  };
  write();
};

test("in workerd itself: a body that is announced as too long is not read, and one without end is cut off", async () => {
  await withWorkerd(async (worker) => {
    const announced = await exchange(head("Content-Length: 1099511627776"), undefined, worker.port);
    assert.equal(announced.status, 413);
    assert.match(announced.body, /at most 1048576 bytes/);
    let sent = 0;
    const cut = await exchange(head("Transfer-Encoding: chunked"), endless((bytes) => (sent = bytes)), worker.port);
    assert.equal(cut.status, 413);
    assert.ok(sent < 64 << 20, `${sent} bytes were sent before the answer`);
    assert.deepEqual((await ask(worker, "ping")).result, {});
  });
});

// The proxy of `wrangler dev` reads all of a body before it passes an answer on.
test("a body that never ends is cut off behind wrangler's proxy too", async () => {
  let sent = 0;
  const answer = await exchange(head("Transfer-Encoding: chunked"), endless((bytes) => (sent = bytes))).catch((error) => {
    // The answer may be lost when the connection is closed while we write.
    if (error.code !== "ECONNRESET" && error.code !== "EPIPE") throw error;
  });
  // So it may be for wrangler's proxy, which then answers itself.
  if (answer?.status !== 413) assert.match(answer?.body ?? "Network connection lost", /Network connection lost/);
  assert.ok(sent < 64 << 20, `${sent} bytes were sent before the end`);
  assert.deepEqual((await post(server.url, { jsonrpc: "2.0", id: 1, method: "ping" })).json.result, {});
});

test("a POST without a body is not JSON", async () => {
  for (const headers of [["Content-Length: 0"], []]) {
    const answer = await exchange(head(...headers));
    assert.equal(answer.status, 400, answer.body);
    assert.match(answer.body, /-32700/);
  }
});

test("hosts and origins that are not this machine's are refused", async () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const ask = (host, ...headers) =>
    exchange(["POST /mcp HTTP/1.1", `Host: ${host}`, "Content-Type: application/json", `Content-Length: ${body.length}`, ...headers], (socket) => socket.write(body));
  const { port } = new URL(server.url);
  assert.equal((await ask("evil.example.com")).status, 403);
  assert.equal((await ask("evil.example.com", "Origin: http://evil.example.com")).status, 403);
  assert.equal((await ask(`localhost.evil.example.com:${port}`)).status, 403);
  assert.equal((await ask(`localhost:${port}`, "Origin: http://evil.example.com")).status, 403);
  assert.equal((await ask(`localhost:${port}`, "Origin: null")).status, 403);
  const local = await ask(`localhost:${port}`, `Origin: http://localhost:${port}`);
  assert.equal(local.status, 200);
  assert.match(local.head, new RegExp(`access-control-allow-origin: http://localhost:${port}`, "i"));
  assert.equal((await ask(`127.0.0.1:${port}`)).status, 200);
});

test("the server card and the catalogue: their types, and 304 for who has them", async () => {
  for (const [path, type] of [
    ["/mcp/server-card", "application/mcp-server-card+json"],
    ["/.well-known/ai-catalog.json", "application/ai-catalog+json"],
  ]) {
    const url = new URL(path, server.url);
    const first = await fetch(url);
    assert.equal(first.status, 200);
    assert.equal(first.headers.get("content-type"), type);
    assert.equal(first.headers.get("cache-control"), "public, max-age=3600");
    const listing = await first.json();
    const tag = first.headers.get("etag");
    const again = await fetch(url, { headers: { "if-none-match": tag } });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), "");
    if (path === "/mcp/server-card") {
      const { json } = await post(server.url, { jsonrpc: "2.0", id: 1, method: "initialize", params: {} });
      const { serverInfo } = json.result;
      assert.equal(listing.version, serverInfo.version);
      assert.equal(listing.title, serverInfo.title);
      assert.equal(listing.remotes[0].url, server.url);
    } else {
      assert.equal(new URL(listing.entries[0].url).pathname, "/mcp/server-card");
    }
  }
});
