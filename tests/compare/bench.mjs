// `npm run bench -- [NAME=PATH ...]`: what knowledge-worker costs beside the engines that people use, on the same chunks of the same
// documentation, by default the repository's own. Prints Markdown tables for each corpus:
//
// - in workerd: this Worker against Workers that hold an index of MiniSearch, FlexSearch or Orama;
// - natively: this engine against tantivy, with the instructions that a search takes, which a busy machine does not change.
//
// `--peers NAME,...` sets which of the others are measured (all three; `none` for none), `--mixed N` how many queries of all kinds the
// heaviest is of (10,000), `--flat N` how many requests the memory is watched for (20,000), `--starts N` of how many cold starts the
// median is (3), `--seconds N` what one run may take at most (30). Linux only: it reads /proc. Whatever takes longer than it may is
// cut, and the table says of how many it is.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { version as workerdVersion } from "workerd"; // The one that wrangler brings.
import { build } from "../../.scripts/build.mjs";
import { corpora as corporaOf, options as optionsOf } from "../../.scripts/options.mjs";
import { markdown, measured, quantile, table, timed } from "../../.scripts/report.mjs";
import { Failure, main, probe, run, step } from "../../.scripts/say.mjs";
import { env, install, once, root } from "../../.scripts/tools.mjs";
import { PING, cpuMs, load, memory, toolCall } from "../worker/load.mjs";
import { ask, withWorkerd } from "../worker/workerd.mjs";
import { folder, installLab, installNode, installTantivy, lab, output, tantivy, versions } from "./install.mjs";
import { mixed, plain } from "./queries.mjs";

const MODULES_LIMIT = 64 * 2 ** 20;
/** MiB of JavaScript's heap. The platform's 128 MB are less: they hold also what is not in that heap, as the text of an index. */
const HEAP_LIMIT = 128;
const PEERS = ["MiniSearch", "FlexSearch", "Orama"];
const PEER_MODULES = { "index.js": "esModule", "index.txt": "text", "chunks.txt": "text" };
const PEER_BUILT_WITHIN = 15 * 60_000;
/** A cold response may have hundreds of megabytes of JSON to parse. */
const COLD_WITHIN = 120_000;
/** Searches that one round has: enough for a 99th percentile. */
const SEARCHES = 2000;
/** Queries that are counted under callgrind, which takes fifty times as long. */
const COUNTED = 200;
/** Of the heaviest queries, how many are asked again, and how often: the least time of each is what it costs. */
const [SUSPECTS, AGAIN] = [20, 5];

const searchFor = ({ text }) => toolCall("search_documents", { query: text });
const sizeOf = (files) => files.reduce((sum, file) => sum + statSync(file).size, 0);
const filesIn = (directory) => readdirSync(directory).map((name) => path.join(directory, name));
const jsonLines = (file) => readFileSync(file, "utf8").split("\n").filter((line) => line).map((line) => JSON.parse(line));

/** The names of `n` pages that are about as long as the mean page. */
function averagePages(chunks, n) {
  const lengths = new Map();
  for (const { document, content } of chunks) lengths.set(document, (lengths.get(document) ?? 0) + content.length);
  const mean = [...lengths.values()].reduce((a, b) => a + b, 0) / lengths.size;
  return [...lengths].sort(([, a], [, b]) => Math.abs(a - mean) - Math.abs(b - mean)).slice(0, n).map(([name]) => name);
}

/** The CPU time of one request, in ms, over all threads of workerd. */
async function cpuOf(worker, requests, options) {
  const before = cpuMs(worker.pid);
  const { times } = await load(worker, requests, options);
  return (cpuMs(worker.pid) - before) / times.length;
}

/** The CPU that each of `queries` takes, in ms, as far as there is time for them. */
async function cpuOfEach(worker, queries, { pingCpu, seconds }) {
  const times = [];
  let before = cpuMs(worker.pid);
  await load(worker, queries.map(searchFor), {
    count: queries.length, seconds, each(i) {
      const now = cpuMs(worker.pid);
      times.push({ i, ms: now - before - pingCpu });
      before = now;
    },
  });
  return { times, p50: quantile(times.map(({ ms }) => ms), 0.5), p99: quantile(times.map(({ ms }) => ms), 0.99) };
}

/** The query that takes the most CPU time. */
async function heaviest(worker, queries, { pingCpu, seconds }) {
  const { times, p50, p99 } = await cpuOfEach(worker, queries, { pingCpu, seconds });
  const suspects = [...times].sort((a, b) => b.ms - a.ms).slice(0, SUSPECTS);
  const until = performance.now() + seconds * 1000;
  for (const suspect of suspects) {
    // A garbage collection, or a compilation that had been put off, is no part of the query.
    for (let i = 0; i < AGAIN && performance.now() < until; i++) {
      const again = await cpuOf(worker, [searchFor(queries[suspect.i])], { count: 1, seconds });
      suspect.ms = Math.min(suspect.ms, again - pingCpu);
    }
  }
  const worst = suspects.sort((a, b) => b.ms - a.ms)[0];
  return { ms: worst.ms, kind: queries[worst.i].kind, n: times.length, p50, p99 };
}

/** Whether a Worker answers with no more heap than the platform has. */
async function fits(served, requests) {
  try {
    await withWorkerd((worker) => load(worker, requests, { count: 50, seconds: COLD_WITHIN / 1000 }), { ...served, heap: HEAP_LIMIT });
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** Everything that is measured of one Worker. What does not fit gets all the heap that it wants. */
async function measureWorker({ folder: modulesIn, modules }, { queries, names, options }) {
  const { starts, seconds } = options;
  const searches = queries.plain.map(searchFor);
  const found = { bytes: sizeOf(Object.keys(modules).map((name) => path.join(modulesIn, name))), cold: [] };
  found.fits = await fits({ folder: modulesIn, modules }, searches);
  const served = { folder: modulesIn, modules, heap: found.fits ? HEAP_LIMIT : undefined };
  for (let i = 0; i < starts; i++) {
    await withWorkerd(async (worker) => {
      const [ms, answer] = await timed(() => ask(worker, "tools/call", { name: "search_documents", arguments: { query: queries.plain[0].text } }, COLD_WITHIN));
      if (!answer.result?.structuredContent?.results) throw new Failure(`not a search result: ${JSON.stringify(answer).slice(0, 300)}`);
      found.cold.push(ms);
    }, served);
  }
  await withWorkerd(async (worker) => {
    await ask(worker, "tools/call", { name: "search_documents", arguments: { query: queries.plain[0].text } }, COLD_WITHIN);
    await load(worker, searches, { count: searches.length, seconds });
    await load(worker, [PING], { count: 1000, seconds });
    const pingCpu = await cpuOf(worker, [PING], { count: 2000, seconds });
    found.pingCpu = pingCpu;
    found.pings = await load(worker, [PING], { count: 5000, connections: 16, seconds });

    const before = cpuMs(worker.pid);
    found.one = await load(worker, searches, { count: SEARCHES, seconds });
    found.cpu = (cpuMs(worker.pid) - before) / found.one.times.length - pingCpu;
    found.sixteen = await load(worker, searches, { count: 2 * SEARCHES, connections: 16, seconds });

    found.each = await cpuOfEach(worker, queries.plain, { pingCpu, seconds });

    const get = [toolCall("get_documents", { names })];
    await load(worker, get, { count: 50, seconds });
    const beforeGet = cpuMs(worker.pid);
    found.get = await load(worker, get, { count: 200, seconds });
    found.getCpu = (cpuMs(worker.pid) - beforeGet) / found.get.times.length - pingCpu;

    found.heaviest = await heaviest(worker, queries.mixed, { pingCpu, seconds: 2 * seconds });
    found.memory = memory(worker.pid, "VmHWM");
  }, served);
  return found;
}

/** Whether memory grows with the requests that a Worker has answered: its size after the first thousand, at its most, at the end. */
async function flatness(queries, { flat, seconds }) {
  return withWorkerd(async (worker) => {
    const requests = queries.mixed.map(searchFor);
    const resident = [];
    const sample = (i) => i % 1000 === 999 && resident.push(memory(worker.pid, "VmRSS"));
    const { times } = await load(worker, requests, { count: flat, connections: 16, seconds: Math.max(20 * seconds, flat / 100), each: sample });
    return { requests: times.length, first: resident[0], most: Math.max(...resident), last: memory(worker.pid, "VmRSS") };
  }, { heap: HEAP_LIMIT });
}

/** Instructions of one search, as the difference between two runs of a program that differ by one round of searches. */
async function instructions(command) {
  const counts = [];
  for (const rounds of [0, 1]) {
    const args = ["--tool=callgrind", "--callgrind-out-file=/dev/null", ...command(rounds)];
    const { stderr } = await run("valgrind", args, { env });
    counts.push(Number(/Collected : (\d+)/.exec(stderr)?.[1]));
  }
  return (counts[1] - counts[0]) / COUNTED;
}

/** The engine without a Worker, beside tantivy. */
async function measureNatively(name, corpus, chunks, queries, work) {
  const write = (file, list) => {
    writeFileSync(path.join(work, file), list.map(({ text }) => `${JSON.stringify(text)}\n`).join(""));
    return path.join(work, file);
  };
  const plainQueries = write("plain.jsonl", queries.plain);
  const mixedQueries = write("mixed.jsonl", queries.mixed);
  const counted = write("counted.jsonl", queries.plain.slice(0, COUNTED));
  const [ours, theirs] = [path.join(work, "index"), path.join(work, "tantivy")];
  await step(`${name}: lab build`, () => run(lab, ["build", corpus, "--output", ours], { env }));
  rmSync(theirs, { recursive: true, force: true });
  await step(`${name}: tantivy index`, () => run(tantivy, ["index", chunks, theirs], { env }));
  const engines = {
    tantivy: { bytes: sizeOf(filesIn(theirs)), replay: (file, rounds) => [tantivy, "replay", theirs, file, String(rounds)] },
    "knowledge-worker": { bytes: sizeOf(filesIn(ours)), replay: (file, rounds) => [lab, "replay", ours, file, "--rounds", String(rounds)] },
  };
  for (const [engine, found] of Object.entries(engines)) {
    const times = async (file, rounds) => {
      const [program, ...args] = found.replay(file, rounds);
      return JSON.parse((await run(program, args, { env })).stdout);
    };
    await step(`${name}: ${engine} natively`, async () => {
      found.plain = await times(plainQueries, 3);
      found.mixed = await times(mixedQueries, 1);
      if (probe("valgrind", ["--version"], { env })) found.instructions = await instructions((rounds) => found.replay(counted, rounds));
    });
  }
  return engines;
}

const ms = (value) => (value < 0.995 ? value.toFixed(2) : value < 99.5 ? value.toFixed(1) : value.toFixed(0));
const count = (value) => Math.round(value).toLocaleString("en");
const rate = (value) => (value < 10 ? value.toFixed(1) : count(value));
const mb = (value) => (value / 1e6).toFixed(1);
const pair = ({ times }) => `${ms(quantile(times, 0.5))} / ${ms(quantile(times, 0.99))}`;

/** The rows of the first table: what each is called, and its cell. */
const ROWS = [
  ["bytes deployed", ({ bytes }) => count(bytes)],
  ["bytes per byte of Markdown", ({ bytes }, { corpus }) => (bytes / corpus.bytes).toFixed(2)],
  ["within 64 MiB of code", ({ bytes }) => (bytes <= MODULES_LIMIT ? "yes" : "**no**")],
  ["first response, ms over an empty Worker's", ({ cold }, { empty }) => ms(quantile(cold, 0.5) - quantile(empty.cold, 0.5))],
  ["peak memory of workerd, MB over an empty Worker's", ({ memory: most }, { empty }) => mb(most - empty.memory)],
  [`within ${HEAP_LIMIT} MiB of JavaScript heap`, ({ fits: does }) => (does ? "yes" : "**no**")],
  ["search, 1 connection: p50 / p99, ms", ({ one }) => pair(one)],
  ["search, 16 connections: p50 / p99, ms", ({ sixteen }) => pair(sixteen)],
  ["searches per second, 16 connections", ({ sixteen }) => rate((sixteen.times.length / sixteen.ms) * 1000)],
  ["pings per second, 16 connections", ({ pings }) => count((pings.times.length / pings.ms) * 1000)],
  ["CPU of a ping, ms", ({ pingCpu }) => ms(pingCpu)],
  ["CPU of a search: mean, p50 / p99, ms", ({ cpu, each: { p50, p99 } }) => `${ms(cpu)}, ${ms(p50)} / ${ms(p99)}`],
  ["searches per second of CPU, without HTTP", ({ cpu }) => rate(1000 / cpu)],
  ["get_documents of 20 average pages: p50 / p99, ms", ({ get }) => pair(get)],
  ["CPU of get_documents of 20 average pages, ms", ({ getCpu }) => ms(getCpu)],
  ["mixed queries: CPU p50 / p99, ms", ({ heaviest: { p50, p99 } }) => `${ms(p50)} / ${ms(p99)}`],
  ["heaviest of them: CPU, ms", ({ heaviest: worst }) => `${ms(worst.ms)} (${worst.kind}; of ${count(worst.n)})`],
];

/** An answer to any request: what a response costs that nothing is done for. */
async function measureEmpty({ starts }) {
  const work = path.join(output, "empty-worker");
  mkdirSync(work, { recursive: true });
  writeFileSync(path.join(work, "index.js"), `export default { async fetch(request) { const { id } = await request.json(); return new Response(JSON.stringify({ jsonrpc: "2.0", id, result: {} })); } };\n`);
  const empty = { cold: [] };
  for (let i = 0; i < Math.max(5, starts); i++) {
    await withWorkerd(async (worker) => {
      empty.cold.push((await timed(() => ask(worker, "ping")))[0]);
      await load(worker, [PING], { count: 5000, connections: 16, seconds: 10 });
      empty.memory = memory(worker.pid, "VmHWM");
    }, { folder: work, modules: { "index.js": "esModule" }, heap: HEAP_LIMIT });
  }
  return empty;
}

/** This Worker with a single page: what is code, and what opening costs without documents. */
async function measureWithoutDocuments({ starts }, tools) {
  const corpus = path.join(output, "no-documents");
  mkdirSync(corpus, { recursive: true });
  writeFileSync(path.join(corpus, "corpus.toml"), `title = "Nothing"\ndescription = "Nothing."\n`);
  writeFileSync(path.join(corpus, "index.md"), "# Nothing\n\nNothing.\n");
  process.env.KNOWLEDGE_CORPUS = corpus;
  const { wasm } = await build(tools);
  const bare = { bytes: sizeOf([wasm, path.join(path.dirname(wasm), "index.js")]), cold: [] };
  for (let i = 0; i < Math.max(5, starts); i++) {
    await withWorkerd(async (worker) => {
      bare.cold.push((await timed(() => ask(worker, "tools/call", { name: "search_documents", arguments: { query: "nothing" } })))[0]);
      await load(worker, [searchFor({ text: "nothing" })], { count: 5000, connections: 16, seconds: 10 });
      bare.memory = memory(worker.pid, "VmHWM");
    }, { heap: HEAP_LIMIT });
  }
  return bare;
}

async function bench(name, corpus, options, tools, { empty, bare }) {
  const work = path.join(output, "bench", name);
  mkdirSync(work, { recursive: true });
  const chunksFile = path.join(work, "chunks.jsonl");
  await step(`${name}: lab chunks`, () => run(lab, ["chunks", corpus, chunksFile], { env }));
  const chunks = jsonLines(chunksFile);
  const queries = { plain: plain(chunks, SEARCHES / 4), mixed: mixed(chunks, options.mixed) };
  const names = averagePages(chunks, 20);
  const context = { queries, names, options };

  const [workers, notes] = [{}, []];
  for (const peer of options.peers) {
    const place = path.join(work, peer);
    const files = ["peer.mjs", "peer-build.mjs", "package-lock.json", `engines/${peer}.mjs`].map((file) => path.join(folder, file));
    try {
      await once(`${name}: index of ${peer}`, path.join(work, `${peer}.of`), [chunksFile, ...files], () =>
        run("node", ["--max-old-space-size=12288", path.join(folder, "peer-build.mjs"), peer, chunksFile, place], { env, timeout: PEER_BUILT_WITHIN }));
      workers[peer] = await step(`${name}: ${peer} in workerd`, () => measureWorker({ folder: place, modules: PEER_MODULES }, context));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const reason = /^\w*Error: .*/m.exec(error.output ?? "")?.[0] ?? error.message.slice(-100);
      notes.push(`${peer} cannot hold this corpus: ${reason}.`);
    }
  }
  const native = await measureNatively(name, corpus, chunksFile, queries, work);

  process.env.KNOWLEDGE_CORPUS = corpus;
  const { wasm } = await build(tools);
  const ours = "knowledge-worker";
  workers[ours] = await step(`${name}: ${ours} in workerd`, () => measureWorker({ folder: path.dirname(wasm), modules: { "index.js": "esModule", "index_bg.wasm": "wasm" } }, context));
  const memoryOf = await step(`${name}: memory over ${count(options.flat)} requests`, () => flatness(queries, options));

  const size = markdown(corpus);
  const label = { ...versions(), [ours]: ours };
  const cell = (engine, of) => (workers[engine] ? of(workers[engine], { corpus: size, empty }) : "");
  const kindOf = (query) => queries.mixed.find(({ text }) => text === query)?.kind;
  const columns = [...options.peers, ours];
  const text = [
    `### ${name}`,
    `${count(size.files)} files, ${mb(size.bytes)} MB of Markdown, ${count(chunks.length)} chunks. In workerd:`,
    table(["", ...columns.map((engine) => label[engine])], ROWS.map(([row, of]) => [row, ...columns.map((engine) => cell(engine, of))])),
    [
      ...notes,
      `An empty Worker's first response takes ${ms(quantile(empty.cold, 0.5))} ms, its workerd ${mb(empty.memory)} MB.`,
      `knowledge-worker without documents is ${count(bare.bytes)} bytes and responds first after ${ms(quantile(bare.cold, 0.5))} ms; its workerd peaks at ${mb(bare.memory)} MB. With these documents that is ${ms(quantile(workers[ours].cold, 0.5) - quantile(bare.cold, 0.5))} ms and ${mb(workers[ours].memory - bare.memory)} MB more, ${((workers[ours].memory - bare.memory) / (workers[ours].bytes - bare.bytes)).toFixed(1)} bytes for each byte of them in the wasm.`,
      `Memory of its workerd over ${count(memoryOf.requests)} mixed requests: ${mb(memoryOf.first)} MB after the first thousand, ${mb(memoryOf.most)} MB at most, ${mb(memoryOf.last)} MB at the end.`,
    ].join("\n"),
    "Natively, CPU time:",
    table(["", "bytes of index and text", "search: p50 / p99, ms", `heaviest of ${count(queries.mixed.length)} mixed, ms`, "instructions a search"],
      Object.entries(native).map(([engine, { bytes, plain: times, mixed: { max_ms: worst, slowest }, instructions: n }]) =>
        [label[engine], count(bytes), `${times.median_ms.toFixed(3)} / ${times.p99_ms.toFixed(3)}`, `${ms(worst)} (${kindOf(slowest)})`, n ? count(n) : "install valgrind"])),
  ];
  return text.join("\n\n");
}

await main(async () => {
  const { values, positionals } = optionsOf(
    `npm run bench -- [--peers none|${PEERS.join(",")}] [--mixed N] [--flat N] [--starts N] [--seconds N] [NAME=PATH ...]`,
    { peers: String, mixed: Number, flat: Number, starts: Number, seconds: Number },
  );
  const corpora = corporaOf(positionals.length > 0 ? positionals : [`shipped=${path.join(root, "corpus")}`]);
  if (!existsSync("/proc/self/schedstat")) throw new Failure("this reads CPU times from /proc/PID/task/*/schedstat, which only Linux has.");
  if (!probe("valgrind", ["--version"], { env })) console.log("valgrind was not found: instructions are not counted (Debian, Ubuntu: apt install valgrind).");
  const peers = values.peers === "none" ? [] : (values.peers?.split(",") ?? PEERS);
  const unknown = peers.find((peer) => !PEERS.includes(peer));
  if (unknown) throw new Failure(`${unknown}: there are ${PEERS.join(", ")}.`);
  const options = { peers, mixed: values.mixed ?? 10_000, flat: values.flat ?? 20_000, starts: values.starts ?? 3, seconds: values.seconds ?? 30 };
  console.log(`Measures ${corpora.map(([name]) => name).join(", ")} beside ${["tantivy", ...peers].join(", ")}, which are installed first: minutes, an hour for a large corpus.`);

  const tools = await install();
  await installNode();
  await installTantivy();
  await installLab();
  const empty = await step("an empty Worker", () => measureEmpty(options));
  const bare = await measureWithoutDocuments(options, tools);
  const reports = [];
  for (const [name, corpus] of corpora) {
    const report = await bench(name, corpus, options, tools, { empty, bare });
    console.log(`\n${report}\n`);
    reports.push(report);
  }
  console.log(`${measured()}; workerd ${workerdVersion}. Times in workerd are those of a client on the same machine; CPU is of all threads of workerd, less that of a ping.`);
  console.log("build/ holds the last of these corpora; the next build takes the repository's own again.");
});
