// `node peer-build.mjs ENGINE CHUNKS FOLDER`: the modules of a Worker that holds an index of these chunks. Prints their bytes.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const [name, chunks, folder] = process.argv.slice(2);
const lines = readFileSync(chunks, "utf8").split("\n").filter((line) => line).map((line) => JSON.parse(line));
const { default: engine } = await import(`./engines/${name}.mjs`);
mkdirSync(folder, { recursive: true });

// Numbers in the place of names are the shortest ids; Orama takes them as strings only.
const id = name === "Orama" ? String : (i) => i;
const index = await engine.save(await engine.build(lines.map(({ title, text }, i) => ({ _id: id(i), title, text }))));
writeFileSync(path.join(folder, "index.txt"), index);
writeFileSync(path.join(folder, "chunks.txt"), JSON.stringify(lines.map(({ document, uri, title, content }) => [document, uri, title, content])));
await build({
  stdin: { contents: `import engine from "./engines/${name}.mjs"; import { worker } from "./peer.mjs"; export default worker(engine);`, resolveDir: import.meta.dirname },
  outfile: path.join(folder, "index.js"), bundle: true, minify: true, format: "esm", target: "es2022", external: ["./*.txt"], logLevel: "error",
});
