// Starts the built Worker as `npm start` does, with `wrangler dev` on workerd, for tests and measurements.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import path from "node:path";
import { after, afterEach, before } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { env, root } from "../../.scripts/tools.mjs";

const READY_WITHIN = 60_000;
const STOPPED_WITHIN = 5_000;

/** A port of the loopback interface that nobody listens on. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject).listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/**
 * Serves what the wrangler.toml `config` names, by default what is in build/ without rate limits, on a free port of the loopback
 * interface. Resolves when wrangler listens: no request has reached the Worker then, so the first one is a cold one. `stop` ends
 * wrangler and everything that it started.
 */
export async function serve({ config = path.join("tests", "worker", "wrangler.toml") } = {}) {
  const port = await freePort();
  const wrangler = path.join(root, "node_modules/wrangler/bin/wrangler.js");
  const args = [wrangler, "dev", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", String(await freePort()), "--show-interactive-dev-session=false", "--config", config];
  // A process group of its own, so that one signal reaches wrangler, its workerd and nothing else.
  const child = spawn("node", args, {
    cwd: root, detached: true, stdio: ["ignore", "pipe", "pipe"], env: { ...env, KNOWLEDGE_BUILT: "1", NO_COLOR: "1", WRANGLER_WRITE_LOGS: "false" },
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (log += text));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const signal = (name) => {
    try {
      process.kill(-child.pid, name);
    } catch {} // All of the group have ended.
  };
  const lastResort = () => signal("SIGKILL");
  process.once("exit", lastResort);

  const stop = async () => {
    signal("SIGTERM");
    await Promise.race([exited, sleep(STOPPED_WITHIN, undefined, { ref: false })]);
    signal("SIGKILL");
    process.removeListener("exit", lastResort);
  };

  const deadline = Date.now() + READY_WITHIN;
  while (!/Ready on http/.test(log)) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`wrangler dev was not ready within ${READY_WITHIN / 1000} s. It printed:\n${log}`);
    }
    await sleep(50);
  }
  return { url: `http://127.0.0.1:${port}/mcp`, log: () => log, stop };
}

/** Serves the Worker for the tests of one file; if one of them fails, what wrangler printed is shown. */
export function served(options) {
  const server = {};
  let failed = false;
  before(async () => Object.assign(server, await serve(options)));
  afterEach((test) => {
    failed ||= test.passed === false;
  });
  after(async () => {
    await server.stop?.();
    if (failed) console.error(`wrangler dev printed:\n${server.log()}`);
  });
  return server;
}

let lastId = 0;

/** POSTs a body and reads the JSON of the answer. No answer may be a server error, or take long. */
export async function post(url, body, headers = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (response.status >= 500) throw new Error(`HTTP ${response.status}: ${text}`);
  return { status: response.status, headers: response.headers, text, json: text === "" ? undefined : JSON.parse(text) };
}

/** One request without any handshake, as the curl examples of the public services do it: the JSON-RPC response. */
export async function request(url, method, params) {
  const id = ++lastId;
  const { json } = await post(url, { jsonrpc: "2.0", id, method, params });
  if (json.id !== id) throw new Error(`the answer to ${id} has the id ${json.id}`);
  return json;
}

export const callTool = (url, name, args) => request(url, "tools/call", { name, arguments: args });
