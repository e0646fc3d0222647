// `npm run measure -- NAME=PATH ...`: builds the Worker with each corpus, serves it, and prints a Markdown table.
// With tests/quality/NAME.toml (`[[question]]` with `query` and `document`) it also counts how many of the questions
// find the right page. `--calls N` sets the number of timed searches (200 at least), `--starts N` of cold starts.
//
// The Worker runs in workerd itself, without wrangler's proxies before it, which take several times as long as a search.
import { existsSync, readFileSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import { version as workerdVersion } from "workerd"; // The one that wrangler brings.
import { build } from "../../.scripts/build.mjs";
import { corpora as corporaOf, options as optionsOf } from "../../.scripts/options.mjs";
import { markdown, measured, quantile, table, timed } from "../../.scripts/report.mjs";
import { Failure, main, step } from "../../.scripts/say.mjs";
import { install, root } from "../../.scripts/tools.mjs";
import { ask, withWorkerd } from "./workerd.mjs";

const QUERIES = [
  "install", "getting started", "how to configure the build", "error handling", "command line options", "authentication with a token",
  "what is the difference between synchronous and asynchronous", "run tests", "environment variables", "deploy to production",
];

function questionsOf(name) {
  const file = path.join(root, "tests", "quality", `${name}.toml`);
  return existsSync(file) ? parse(readFileSync(file, "utf8")).question : [];
}

async function search(worker, query) {
  const { result, error } = await ask(worker, "tools/call", { name: "search_documents", arguments: { query } });
  if (!result?.structuredContent) throw new Failure(`${query}: ${JSON.stringify(error ?? result)}`);
  return result.structuredContent.results;
}

async function measure(name, folder, { calls, starts }, tools) {
  process.env.KNOWLEDGE_CORPUS = folder;
  // Makes cargo run the build script even when this corpus was the last one.
  utimesSync(path.join(root, "build.rs"), new Date(), new Date());
  const [buildMs, { outDir, wasm }] = await timed(() => build(tools));
  // Cargo writes the first file when it starts the build script and the second when it has ended.
  const written = (file) => statSync(path.join(path.dirname(outDir), file)).mtimeMs;
  const corpusMs = written("root-output") - written("invoked.timestamp");

  const questions = questionsOf(name);
  const queries = [...questions.map(({ query }) => query), ...QUERIES];
  const [starting, cold, times, pings, misses] = [[], [], [], [], []];
  const found = { first: 0, any: 0 };
  await step(`${name}: first response of ${starts} fresh workerds`, async () => {
    for (let i = 0; i < starts; i++) {
      await withWorkerd(async (worker) => {
        starting.push(worker.startMs);
        cold.push((await timed(() => search(worker, queries[0])))[0]);
      });
    }
  });
  await step(`${name}: ${calls} searches`, () =>
    withWorkerd(async (worker) => {
      for (const { query, document } of questions) {
        const parents = [...new Set((await search(worker, query)).map(({ parent }) => parent))];
        found.first += parents[0] === document;
        found.any += parents.includes(document);
        if (parents[0] !== document) misses.push(`  "${query}": ${document} is ${parents.indexOf(document) + 1 || "not found"}; first is ${parents[0]}`);
      }
      for (const query of queries) await search(worker, query);
      for (let i = 0; i < calls; i++) times.push((await timed(() => search(worker, queries[i % queries.length])))[0]);
      for (let i = 0; i < 100; i++) pings.push((await timed(() => ask(worker, "ping")))[0]);
    }));
  for (const miss of misses) console.log(miss);

  const { files, bytes } = markdown(folder);
  const of = (count) => (questions.length > 0 ? `${count} of ${questions.length}` : "");
  return [
    name, files.toLocaleString("en"), (bytes / 1e6).toFixed(1), (corpusMs / 1000).toFixed(1), (buildMs / 1000).toFixed(1),
    statSync(wasm).size.toLocaleString("en"), quantile(starting, 0.5).toFixed(0), quantile(cold, 0.5).toFixed(0), quantile(times, 0.5).toFixed(1), quantile(times, 0.99).toFixed(1),
    quantile(pings, 0.5).toFixed(1), of(found.first), of(found.any),
  ];
}

const COLUMNS = [
  "corpus", "files", "MB of Markdown", "build: corpus, s", "build: in all, s", "bytes of wasm", "workerd starts, ms", "first response, ms",
  "search: median, ms", "search: p99, ms", "ping: median, ms", "right page first", "in the results",
];

await main(async () => {
  const usage = "npm run measure -- [--calls N] [--starts N] NAME=PATH ...";
  const { values, positionals } = optionsOf(usage, { calls: Number, starts: Number });
  const corpora = corporaOf(positionals);
  if (corpora.length === 0) throw new Failure(`no corpus to measure. Usage: ${usage}`);
  const options = { calls: Math.max(200, values.calls ?? 200), starts: values.starts ?? 3 };
  const tools = await install();
  const rows = [];
  for (const [name, folder] of corpora) rows.push(await measure(name, folder, options, tools));

  console.log(`\n${table(COLUMNS, rows)}`);
  console.log(`\n${measured()}; workerd ${workerdVersion}. Times are those of an HTTP client on the same machine, a ping's being the share of HTTP in them.`);
  console.log("build/ holds the last of these corpora; the next build takes the repository's own again.");
});
