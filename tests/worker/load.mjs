// Asks a Worker as fast as it answers, with as little work between as there can be: with node:http, the client would be what
// is measured.
import { readFileSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { Failure } from "../../.scripts/say.mjs";

/** A request as bytes, to be sent as often as wanted. */
export function message(method, params) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const head = `POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}

export const toolCall = (name, args) => message("tools/call", { name, arguments: args });
export const PING = message("ping");

/** One connection. `send` resolves to the bytes of the answer's body. */
class Connection {
  #parts = [];
  #received = 0;
  #wanted = undefined;
  #done = undefined;

  constructor(port) {
    this.socket = connect(port, "127.0.0.1").setNoDelay(true);
    this.socket.on("data", (part) => this.#take(part));
    const failed = (error) => this.#done?.reject(new Failure(`the Worker closed the connection${error ? `: ${error.message}` : "."}`));
    this.socket.on("error", failed).on("close", () => failed());
  }

  #take(part) {
    this.#parts.push(part);
    this.#received += part.length;
    if (this.#wanted === undefined) {
      const all = Buffer.concat(this.#parts);
      const end = all.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = all.toString("latin1", 0, end).toLowerCase();
      const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
      if (!head.startsWith("http/1.1 200") || !length) return this.#finish("reject", new Failure(`unexpected answer:\n${all.toString("utf8", 0, 1000)}`));
      this.#parts = [all];
      this.#wanted = end + 4 + Number(length);
      this.body = Number(length);
    }
    if (this.#received >= this.#wanted) this.#finish("resolve", this.body);
  }

  #finish(how, value) {
    const done = this.#done;
    this.#parts = [];
    this.#received = 0;
    this.#wanted = this.#done = undefined;
    done?.[how](value);
  }

  send(bytes) {
    return new Promise((resolve, reject) => {
      this.#done = { resolve, reject };
      this.socket.write(bytes);
    });
  }
}

/**
 * Sends `count` requests, taken in turn from `requests`, over so many connections; no more after so many `seconds`. Returns the
 * milliseconds of each, the time that all of them took, and the requests in the order in which they were sent.
 */
export async function load({ port }, requests, { count, connections = 1, seconds = 60, each = () => {} }) {
  const times = [];
  let sent = 0;
  const started = performance.now();
  const lanes = Array.from({ length: connections }, () => new Connection(port));
  try {
    await Promise.all(lanes.map(async (lane) => {
      while (sent < count && performance.now() - started < seconds * 1000) {
        const i = sent++;
        const start = performance.now();
        await lane.send(requests[i % requests.length]);
        times.push(performance.now() - start);
        await each(i);
      }
    }));
  } finally {
    for (const { socket } of lanes) socket.destroy();
  }
  return { times, ms: performance.now() - started };
}

/** Milliseconds of CPU that all threads of a process have used. */
export function cpuMs(pid) {
  let ns = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      ns += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "latin1").split(" ")[0]);
    } catch {} // It has ended.
  }
  return ns / 1e6;
}

/** Bytes of memory of a process: `VmRSS` is what it has, `VmHWM` the most that it ever had. */
export const memory = (pid, field) => Number(new RegExp(`^${field}:\\s*(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]) * 1024;
