// `npm run compare -- SET[=TREE] ...`: how well knowledge-worker and the engines that people use find what judged queries
// want. Prints Markdown tables: nDCG@10, sets as rows and engines as columns, and hit@1 for each kind of query where a set has kinds.
//
// A SET is a folder in the form of BEIR. All engines get its corpus.jsonl; all rankings are measured by `lab score`, in which
// of equal scores the wanted ones come last. With TREE, the folder of documentation that the set was made from, knowledge-worker
// is measured on that as well: there it sees headings and links, which is what it is made for and the others cannot read.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { folder as folderOf, options } from "../../.scripts/options.mjs";
import { measured, table } from "../../.scripts/report.mjs";
import { Failure, main, run, step } from "../../.scripts/say.mjs";
import { env, once, root } from "../../.scripts/tools.mjs";
import { folder, installLab, installNode, installPython, installTantivy, lab, output, python, tantivy, versions } from "./install.mjs";

const javaScript = (name) => ({ files: [`engines/${name}.mjs`, "run.mjs", "package-lock.json"], command: ["node", "--max-old-space-size=8192", path.join(folder, "run.mjs"), name] });
const inPython = (name) => ({ files: ["run.py", "requirements.txt"], command: [python, path.join(folder, "run.py"), name] });
const inRust = () => ({ files: ["tantivy/src/main.rs", "tantivy/Cargo.lock"], command: [tantivy, "run"] });

/** Which files a ranking of each engine depends on, and the command that writes it; the set and the file are its last arguments. */
const ENGINES = { fts5: inPython, bm25s: inPython, tantivy: inRust, MiniSearch: javaScript, FlexSearch: javaScript, Orama: javaScript };
const FLAT = "knowledge-worker, flat text";
const TREE = "knowledge-worker, tree";

const jsonLines = (text) => text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));

/** Writes the rankings of all engines for a set. What another engine finds does not change: its ranking is kept. */
async function rank({ name, set, tree }) {
  const runs = path.join(output, "runs", name);
  mkdirSync(runs, { recursive: true });
  const input = ["corpus.jsonl", "queries.jsonl"].map((file) => path.join(set, file));
  const rankings = {};
  for (const [engine, kind] of Object.entries(ENGINES)) {
    const { files, command: [program, ...args] } = kind(engine);
    const ranking = path.join(runs, `${engine}.tsv`);
    await once(`${name}: ${engine}`, `${ranking}.of`, [...input, ...files.map((file) => path.join(folder, file))], () => run(program, [...args, set, ranking], { env }));
    rankings[engine] = ranking;
  }
  rankings[FLAT] = path.join(runs, "flat.tsv");
  await step(`${name}: knowledge-worker`, () => run(lab, ["evaluate", set, "--run", rankings[FLAT]], { env }));
  if (tree) {
    rankings[TREE] = path.join(runs, "tree.tsv");
    const copy = withheld({ name, set, tree });
    await step(`${name}: knowledge-worker on the tree`, () => run(lab, ["evaluate", set, "--tree", copy, "--run", rankings[TREE]], { env }));
    rmSync(copy, { recursive: true });
  }
  return rankings;
}

/** What a set takes out of its documents, by `metadata.kind` of its queries: where the text of such a query stands in a file. */
const WITHHELD = [
  // A value in front matter goes on as long as lines are indented.
  { kind: /description|summary/, from: /^\w*(?:description|summary):([\s\S]*?)\n(?=\S)/gim, where: (text) => /^\uFEFF?---\r?\n[\s\S]*?\n---/.exec(text)?.[0].length ?? 0 },
  { kind: /anchor/, from: /\[([^[\]]+)\]\([^()\s]*\)/g, where: (text) => text.length },
];

/** The words of a text: what quotes and marks are around them differs. */
const squeeze = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.join(" ") ?? "";

/**
 * A copy of a tree without what the queries of the set were taken from, as its corpus.jsonl is without it: the descriptions in
 * front matter that are queries, and the texts of links that are.
 */
function withheld({ name, set, tree }) {
  const copy = path.join(output, "tree", name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(tree, copy, { recursive: true });
  const queries = jsonLines(readFileSync(path.join(set, "queries.jsonl"), "utf8"));
  const rules = WITHHELD.map((rule) => ({ ...rule, texts: new Set(queries.filter(({ metadata }) => rule.kind.test(metadata?.kind)).map(({ text }) => squeeze(text))) }))
    .filter(({ texts }) => texts.size > 0);
  const found = new Set();
  for (const entry of rules.length > 0 ? readdirSync(copy, { recursive: true, withFileTypes: true }) : []) {
    if (!entry.isFile() || !/\.(md|mdx|html)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    let text = readFileSync(file, "utf8");
    for (const { from, where, texts } of rules) {
      const end = where(text);
      text = text.slice(0, end).replace(from, (all, query) => {
        if (!texts.has(squeeze(query))) return all;
        found.add(squeeze(query));
        return "";
      }) + text.slice(end);
    }
    writeFileSync(file, text);
  }
  for (const { kind, texts } of rules) console.log(`  ${[...texts].filter((text) => found.has(text)).length} of ${texts.size} queries (${kind.source}) taken out of the tree`);
  if (!existsSync(path.join(copy, "corpus.toml"))) {
    const language = /-(ar|bn|de|es|fr|hi|ja|ko|th|zh)$/.exec(name)?.[1] ?? "en";
    writeFileSync(path.join(copy, "corpus.toml"), `title = "${name}"\nlanguage = "${language}"\n`);
  }
  return copy;
}

await main(async () => {
  const usage = "npm run compare -- SET[=TREE] ...";
  const sets = options(usage).positionals.map((argument) => {
    const [set, tree] = argument.split("=", 2).map((place) => folderOf(place, argument));
    if (!existsSync(path.join(set, "qrels.tsv"))) throw new Failure(`${set} has no qrels.tsv: it is no set of judged queries.`);
    return { name: path.basename(set), set, tree };
  });
  if (sets.length === 0) throw new Failure(`no set to measure. Usage: ${usage}`);
  await installNode();
  await installPython();
  await installTantivy();
  await installLab();

  const columns = [...Object.keys(ENGINES), FLAT, ...(sets.some(({ tree }) => tree) ? [TREE] : [])];
  const [rows, kinds] = [[], []];
  const sums = columns.map(() => 0);
  for (const set of sets) {
    const rankings = await rank(set);
    const { stdout } = await run(lab, ["score", set.set, ...Object.values(rankings)], { env });
    const scores = jsonLines(stdout);
    const of = (kind, measure) => columns.map((engine) => scores.find((score) => score.run === rankings[engine] && score.kind === kind)?.[measure]);
    const cells = (values) => values.map((value) => value?.toFixed(3) ?? "");
    const ndcg = of(null, "ndcg_10");
    ndcg.forEach((value, i) => (sums[i] += value ?? NaN));
    const documents = jsonLines(readFileSync(path.join(set.set, "corpus.jsonl"), "utf8")).length;
    rows.push([set.name, documents.toLocaleString("en"), scores[0].queries.toLocaleString("en"), ...cells(ndcg)]);
    for (const kind of new Set(scores.map(({ kind }) => kind).filter(Boolean))) {
      kinds.push([`${set.name}: ${kind}`, scores.find((score) => score.kind === kind).queries, ...cells(of(kind, "hit_1"))]);
    }
  }
  if (rows.length > 1) rows.push(["mean", "", "", ...sums.map((sum) => (Number.isNaN(sum) ? "" : (sum / sets.length).toFixed(3)))]);

  const names = versions();
  const heads = columns.map((column) => names[column] ?? column);
  console.log(`\nnDCG@10\n\n${table(["set", "documents", "queries", ...heads], rows)}`);
  if (kinds.length > 0) console.log(`\nhit@1 by kind of query\n\n${table(["set: kind", "queries", ...heads], kinds)}`);
  console.log(`\n${measured()}.`);
});
