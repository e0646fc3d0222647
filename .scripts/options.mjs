// How every command reads its options and arguments. Only Node's own modules: this file runs before anything is installed.
import { statSync } from "node:fs";
import path from "node:path";
import util from "node:util"; // Not by name: an old Node must come as far as being told that it is too old.
import { Failure } from "./say.mjs";

/**
 * The options of a command, by name, and its other arguments. `types` says of each option what its value is: Number, which
 * stands for a whole number from 1 on, String, or [String] if it may be given several times. Other arguments are an error
 * unless `usage` has a place for them. `--help` prints the usage and ends the process.
 */
export function options(usage, types = {}) {
  const described = Object.entries(types).map(([name, type]) => [name, { type: "string", multiple: Array.isArray(type) }]);
  const wrong = (reason) => new Failure(`${reason}. Usage: ${usage}`);
  let parsed;
  try {
    parsed = util.parseArgs({ allowPositionals: /\.\.\.|\[FILE\]/.test(usage), options: { ...Object.fromEntries(described), help: { type: "boolean" } } });
  } catch (error) {
    // What follows the first sentence is advice for programs that take arguments which look like options.
    throw wrong(error.message.split(/\.\s/)[0]);
  }
  const { values, positionals } = parsed;
  if (values.help) {
    console.log(`Usage: ${usage}`);
    process.exit(0);
  }
  for (const [name, value] of Object.entries(values)) {
    if (types[name] !== Number) continue;
    values[name] = Number(value);
    if (!Number.isInteger(values[name]) || values[name] < 1) throw wrong(`--${name} ${value}: not a whole number from 1 on`);
  }
  return { values, positionals };
}

/** A folder that the caller named: npm runs scripts at the root of the package, and tells in INIT_CWD where it was called. */
export function folder(named, what) {
  const absolute = path.resolve(process.env.INIT_CWD ?? "", named);
  const found = statSync(absolute, { throwIfNoEntry: false });
  if (!found) throw new Failure(`${what}: there is no folder ${absolute}.`);
  if (!found.isDirectory()) throw new Failure(`${what}: ${absolute} is a file, and has to be a folder of documentation.`);
  return absolute;
}

/** The corpora that are named as NAME=PATH: pairs of a name and a folder. */
export function corpora(named) {
  return named.map((argument) => {
    const [, name, place] = /^([\w.-]+)=(.+)$/.exec(argument) ?? [];
    if (!name) throw new Failure(`${argument}: say NAME=PATH, with a name of letters, digits, dots, dashes.`);
    return [name, folder(place, argument)];
  });
}
