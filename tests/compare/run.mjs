// `node run.mjs ENGINE SET RUN`: writes what a JavaScript engine finds for the queries of a judged set, in the format of TREC.
//
// An engine (engines/) indexes titles and texts, takes any document that matches one of the words, and gives `[id, score]`, best
// first. `save` gives the text that `load` makes an index of.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const DEPTH = 100;

const [name, set, run] = process.argv.slice(2);
const lines = (file) => readFileSync(path.join(set, file), "utf8").split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
const { default: engine } = await import(`./engines/${name}.mjs`);
const index = await engine.build(lines("corpus.jsonl").map(({ _id, title = "", text }) => ({ _id, title, text })));
const rows = [];
for (const { _id, text } of lines("queries.jsonl")) {
  for (const [i, [document, score]] of (await engine.search(index, text, DEPTH)).entries()) {
    rows.push([_id, "Q0", document, i + 1, score, name].join("\t"), "\n");
  }
}
writeFileSync(run, rows.join(""));
