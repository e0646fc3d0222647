// `npm run build`: corpus and sources -> build/index.js and build/index_bg.wasm, which wrangler serves and deploys.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
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
  if (!process.env.KNOWLEDGE_CORPUS) return undefined;
  // npm runs scripts at the root of the package, and tells in INIT_CWD where it was called.
  const folder = path.resolve(process.env.INIT_CWD ?? "", process.env.KNOWLEDGE_CORPUS);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Failure(`KNOWLEDGE_CORPUS=${process.env.KNOWLEDGE_CORPUS}: there is no folder ${folder}.`);
  }
  return folder;
}

/** Cargo compiles the wasm. Says where it is and where cargo keeps the work of the build script. */
async function compile(environment) {
  const args = ["build", "--lib", "--profile", "worker", "--target", "wasm32-unknown-unknown"];
  const { stdout, stderr } = await run("cargo", [...args, "--message-format=json-render-diagnostics"], { cwd: root, env: environment });
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

/**
 * Builds what has changed. What the corpus holds is said each time, but not while a server that has said it waits for changes
 * (KNOWLEDGE_SERVING). Cargo knows what it is made from; the steps after it are skipped when the wasm that cargo
 * left is the one they were last run on, with the same tools.
 */
export async function build(tools) {
  const corpus = corpusFolder();
  const environment = { ...env, ...tools.env, ...(corpus && { KNOWLEDGE_CORPUS: corpus }) };
  const title = `cargo build: ${corpus ?? "corpus/"} and the Worker to wasm${existsSync(stamp) ? "" : " (minutes, the first time)"}`;
  const { wasm, outDir, messages } = await step(title, () => compile(environment));
  const from = [createHash("sha256").update(readFileSync(wasm)).digest("hex"), tools.versions, ...OPTIMIZE].join(" ");
  const built = path.join(output, "index_bg.wasm");
  const stale = !existsSync(stamp) || readFileSync(stamp, "utf8") !== from || !existsSync(built) || !existsSync(path.join(output, "index.js"));
  if (stale || !process.env.KNOWLEDGE_SERVING) {
    for (const line of [...messages, ...corpusSummary(outDir).split("\n")]) if (line) console.log(`  ${line}`);
  }
  if (stale) {
    rmSync(stamp, { force: true });
    await step("worker-build: wasm-bindgen, esbuild", () => run(tools.workerBuild, ["--profile", "worker"], { cwd: root, env: environment }));
    await step("wasm-opt", () => run(tools.wasmOpt, [built, "-o", built, ...OPTIMIZE], { cwd: root, env: environment }));
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
    await build(await install());
  });
}
