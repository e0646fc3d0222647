// What the measuring commands have in common: what they count, and the Markdown that they print.
import { readdirSync, statSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import path from "node:path";
import { probe } from "./say.mjs";
import { env, root } from "./tools.mjs";

/** Markdown files and their bytes in a folder; hidden folders are not looked into. */
export function markdown(folder) {
  const total = { files: 0, bytes: 0 };
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith(".")) continue;
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      const { files, bytes } = markdown(file);
      total.files += files;
      total.bytes += bytes;
    } else if (/\.(md|mdx|markdown)$/.test(entry.name)) {
      // A link may lead nowhere; the build has said so.
      const found = statSync(file, { throwIfNoEntry: false });
      total.files += found ? 1 : 0;
      total.bytes += found?.size ?? 0;
    }
  }
  return total;
}

/** What `work` resolves to, after the milliseconds that it took. */
export async function timed(work) {
  const started = performance.now();
  const result = await work();
  return [performance.now() - started, result];
}

/** The value that a share of all measurements stays below. */
export const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

/** A Markdown table whose first column is of words and whose others are of numbers. */
export function table(columns, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(columns), line(columns.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

/** When, of which commit and on which machine. */
export function measured() {
  const commit = probe("git", ["describe", "--always", "--dirty"], { cwd: root, env });
  return [
    `Measured ${new Date().toISOString().slice(0, 10)}${commit ? `, commit ${commit},` : ""} on ${cpus().length} × ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    `Node ${process.version}`,
    probe("rustc", ["--version"], { cwd: root, env }),
  ].join("; ");
}
