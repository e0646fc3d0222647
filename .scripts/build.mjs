// `npm run build`: corpus and sources -> build/index.js and build/index_bg.wasm, which wrangler serves and deploys.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { folder, options } from "./options.mjs";
import { Failure, main, run, step } from "./say.mjs";
import { env, install, root } from "./tools.mjs";

/**
 * What wasm-opt does after worker-build. Without the names of functions, which are a ninth of the code; SIMD made a search slower
 * by a twentieth. The features are those that rustc and wasm-bindgen use.
 */
const OPTIMIZE = ["-O", "--strip-debug", ...[
  "bulk-memory", "exception-handling", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext",
].map((feature) => `--enable-${feature}`)];

const output = path.join(root, "build");
const stamp = path.join(output, "built-from");

/** The folder to serve, as an absolute path; undefined for the repository's own corpus/. */
export function corpusFolder() {
  const named = process.env.KNOWLEDGE_CORPUS;
  return named ? folder(named, `KNOWLEDGE_CORPUS=${named}`) : undefined;
}

/** What the build script says of a corpus that cannot be served; of other failures what cargo says for people. */
export function ofCorpus(failure) {
  const errors = [...failure.stderr.matchAll(/^error: knowledge-worker@\S+: (.*)$/gm)].map(([, line]) => line);
  if (errors.length > 0) return new Failure(errors.join("\n"));
  failure.output = failure.stderr;
  return failure;
}

/** Cargo compiles the wasm. Says where it is and where cargo keeps the work of the build script. */
async function compile(environment) {
  const args = ["build", "--lib", "--profile", "worker", "--target", "wasm32-unknown-unknown"];
  const { stdout, stderr } = await run("cargo", [...args, "--message-format=json-render-diagnostics"], { cwd: root, env: environment })
    .catch((failure) => { throw ofCorpus(failure); });
  const ours = stdout.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line))
    .filter(({ package_id }) => package_id?.startsWith(`${pathToFileURL(root).href}#`) || package_id?.startsWith(`path+${pathToFileURL(root).href}#`));
  const wasm = ours.flatMap(({ filenames }) => filenames ?? []).find((file) => file.endsWith(".wasm"));
  const outDir = ours.find(({ reason }) => reason === "build-script-executed")?.out_dir;
  if (!wasm || !outDir) throw new Failure("cargo build succeeded but named no wasm: is the root package still a cdylib with a build script?");
  const progress = /^\s+(Compiling|Checking|Finished|Downloading|Downloaded|Updating|Locking|Adding|Blocking)\b/;
  // In a warning that names the package cargo repeats a line of the summary, which is printed anyway.
  const messages = stderr.split("\n").filter((line) => line && !progress.test(line) && !line.startsWith("warning: knowledge-worker@"));
  return { wasm, outDir, messages };
}

/** What the build script says of the corpus, also when cargo had no reason to run it again. */
function corpusSummary(outDir) {
  const file = path.join(outDir, "summary.txt");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** Does `work` when no other process of this checkout builds: two would write the same files. */
async function alone(work) {
  const lock = path.join(root, "target", "building");
  mkdirSync(path.dirname(lock), { recursive: true });
  // A link to a number that is no file: it is there with its number or not at all.
  const take = () => {
    try {
      symlinkSync(String(process.pid), lock);
      return true;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      return false;
    }
  };
  const holder = () => {
    try {
      return Number(readlinkSync(lock));
    } catch {
      return undefined; // It was let go of just now.
    }
  };
  for (let waiting = false; !take(); ) {
    const pid = holder();
    // Who was killed has not tidied up.
    if (pid && !isRunning(pid)) rmSync(lock, { force: true });
    if (!pid || !isRunning(pid)) continue;
    if (!waiting) console.log(`another build runs in this checkout (process ${pid}): waiting for its end`);
    waiting = true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

const built = path.join(output, "index_bg.wasm");

/** Whether `build/` holds a Worker; a file that was begun and not written is none. */
const isBuilt = () => existsSync(stamp) && existsSync(path.join(output, "index.js")) && (statSync(built, { throwIfNoEntry: false })?.size ?? 0) > 0;

/**
 * Builds what has changed. What the corpus holds is said each time, but not while a server that has said it waits for changes
 * (KNOWLEDGE_SERVING). Cargo knows what it is made from; the steps after it are skipped when the wasm that cargo
 * left is the one they were last run on, with the same tools.
 */
export const build = (tools) => alone(() => buildAlone(tools));

async function buildAlone(tools) {
  const corpus = corpusFolder();
  const environment = { ...env, ...tools.env, ...(corpus && { KNOWLEDGE_CORPUS: corpus }) };
  const title = `cargo build: ${corpus ?? "corpus/"} and the Worker to wasm${existsSync(stamp) ? "" : " (minutes, the first time)"}`;
  const { wasm, outDir, messages } = await step(title, () => compile(environment));
  const from = [createHash("sha256").update(readFileSync(wasm)).digest("hex"), tools.versions, ...OPTIMIZE].join(" ");
  const stale = !isBuilt() || readFileSync(stamp, "utf8") !== from;
  if (stale || !process.env.KNOWLEDGE_SERVING) {
    for (const line of [...messages, ...corpusSummary(outDir).split("\n")]) if (line) console.log(`  ${line}`);
  }
  if (stale) {
    rmSync(stamp, { force: true });
    await step("worker-build: wasm-bindgen, esbuild", () => run(tools.workerBuild, ["--profile", "worker"], { cwd: root, env: environment }));
    const optimized = `${built}.optimized`;
    await step("wasm-opt", () => run(tools.wasmOpt, [built, "-o", optimized, ...OPTIMIZE], { cwd: root, env: environment }));
    renameSync(optimized, built);
    writeFileSync(stamp, from);
  }
  console.log(`  build/index_bg.wasm: ${(statSync(built).size / 1e6).toFixed(1)} MB${stale ? "" : ", not changed"}`);
  return { outDir, wasm: built };
}

/**
 * Builds the Worker with the fixtures of the conformance suite and a small corpus into target/conformance/build: unoptimized,
 * because it is only asked a few hundred questions.
 */
export async function buildFixtures(tools) {
  const environment = { ...env, ...tools.env, KNOWLEDGE_CORPUS: path.join(root, "tests", "conformance", "corpus") };
  const args = ["--dev", "--no-opt", "--out-dir", "target/conformance/build", ".", "--features", "conformance", "--locked"];
  await step("worker-build: the Worker with the fixtures of the conformance suite", () => run(tools.workerBuild, args, { cwd: root, env: environment }));
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(async () => {
    // Set by whoever has just built and starts `wrangler dev`, whose build command this is.
    if (process.env.KNOWLEDGE_BUILT) return;
    options("npm run build   (KNOWLEDGE_CORPUS is the folder to serve)");
    try {
      await build(await install());
    } catch (error) {
      // A server that runs goes on with what it has; to wrangler a build that failed is the end of it.
      if (!(error instanceof Failure && process.env.KNOWLEDGE_SERVING && isBuilt())) throw error;
      if (error.output) process.stderr.write(`\n${error.output.trimEnd()}\n\n`);
      console.error(`knowledge-worker: ${error.message}\nknowledge-worker: what was built before is served until a change can be built.`);
    }
  });
}
