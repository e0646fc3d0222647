// Runs a built Worker in workerd itself, without the proxies that `wrangler dev` puts before it: those take several times
// as long as a search, and read all of a body before they pass anything on.
import { readFileSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "smol-toml";
import workerd from "workerd"; // The one that wrangler brings.
import { Failure, start } from "../../.scripts/say.mjs";
import { env, root } from "../../.scripts/tools.mjs";
import { freePort } from "./server.mjs";

const LISTENS_WITHIN = 30_000;

/** The modules of our Worker and what each is to workerd; the first is the main one. */
const MODULES = { "index.js": "esModule", "index_bg.wasm": "wasm" };

/**
 * Runs `work` with a workerd that nobody has asked anything yet. It serves build/ of the repository, or the `modules` in another
 * `folder`. With `heap` it ends, without a word, when JavaScript needs more than so many MiB. `work` gets its `port`, its `pid`,
 * an `agent` with one connection, and the ms that it took to listen.
 */
export async function withWorkerd(work, { folder = path.join(root, "build"), modules = MODULES, connections = 1, heap } = {}) {
  const port = await freePort();
  const { compatibility_date } = parse(readFileSync(path.join(root, "wrangler.toml"), "utf8"));
  const config = path.join(folder, "workerd.capnp");
  writeFileSync(config, `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "worker", worker = (
    modules = [${Object.entries(modules).map(([name, kind]) => `(name = "${name}", ${kind} = embed "${name}")`).join(", ")}],
    compatibilityDate = "${compatibility_date}",
  ))],
  v8Flags = [${heap ? `"--max-heap-size=${heap}"` : ""}],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "worker")],
);
`);
  const started = performance.now();
  const child = start(workerd.default, ["serve", config], { env, stdio: ["ignore", "ignore", heap ? "ignore" : "inherit"] });
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    while (!(await listens(port))) {
      if (child.exitCode !== null || performance.now() - started > LISTENS_WITHIN) throw new Failure("workerd does not listen.");
      await sleep(5);
    }
    return await work({ port, pid: child.pid, agent, startMs: performance.now() - started });
  } finally {
    agent.destroy();
    child.kill("SIGKILL");
  }
}

const listens = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** The answer to one message. With node:http, whose own share of the time is smaller and steadier than that of fetch. */
export function ask({ port, agent }, method, params, timeout = 10_000) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream", "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path: "/mcp", method: "POST", agent, headers, timeout }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => (text += part)).on("error", reject).on("end", () => {
        try {
          resolve(JSON.parse(text));
        } catch {
          reject(new Failure(`not JSON: ${text}`));
        }
      });
    });
    sent.once("error", reject).once("timeout", () => sent.destroy(new Failure(`no answer within ${timeout / 1000} s to ${body}`)));
    sent.end(body);
  });
}
