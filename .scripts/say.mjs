// What the commands print: one line a step, with its seconds when it is done. Only Node's own modules: this file runs
// before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";

/** A failure that the user can do something about: its message is printed alone, without a stack. */
export class Failure extends Error {}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Announces a step whose work is silent, and says on the same line how long it took. */
export async function step(title, work) {
  const started = performance.now();
  process.stdout.write(`${title} ... `);
  try {
    const result = await work();
    process.stdout.write(`${seconds(started)}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`failed after ${seconds(started)}\n`);
    throw error;
  }
}

/** Like `step`, for work that prints something itself. */
export async function loudStep(title, work) {
  const started = performance.now();
  console.log(`${title} ...`);
  const result = await work();
  console.log(`${title}: ${seconds(started)}`);
  return result;
}

const running = new Set();
let stopping = false;
function stop(signal) {
  stopping = true;
  const exit = () => process.exit(128 + constants.signals[signal]);
  // A terminal sends Ctrl-C to the children itself.
  if (!(signal === "SIGINT" && process.stdin.isTTY)) for (const child of running) child.kill(signal);
  setTimeout(exit, 5000);
  Promise.all([...running].map((child) => new Promise((resolve) => child.once("exit", resolve)))).then(exit);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, stop);

// A signal to npm ends npm and its shell, but does not reach this process: losing the parent stands for it.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop("SIGTERM");
  }, 1000);
  watch.unref();
}

/** Starts a command that is stopped together with this process. */
export function start(command, args, options) {
  const child = spawn(command, args, options);
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/**
 * Runs a command to its end. What it prints is shown at once if `loud`; else it is returned, and shown when the command
 * fails.
 */
export async function run(command, args, { loud = false, ...options } = {}) {
  const child = start(command, args, { stdio: ["ignore", loud ? "inherit" : "pipe", loud ? "inherit" : "pipe"], ...options });
  const output = { stdout: "", stderr: "" };
  let all = "";
  for (const name of loud ? [] : ["stdout", "stderr"]) {
    child[name].setEncoding("utf8").on("data", (text) => {
      output[name] += text;
      all += text;
    });
  }
  const [code, signal, problem] = await new Promise((resolve) => {
    child.once("error", (error) => resolve([null, null, error.message]));
    child.once("close", (code, signal) => resolve([code, signal]));
  });
  if (code === 0) return output;
  const failure = new Failure(`\`${[command, ...args].join(" ")}\` failed: ${problem ?? signal ?? `exit code ${code}`}`);
  failure.output = all;
  failure.stderr = output.stderr;
  throw failure;
}

/** Whether a command can be run at all; its first line of output if so. */
export function probe(command, args, options) {
  const { status, stdout } = spawnSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], ...options });
  return status === 0 ? stdout.trim() : undefined;
}

/** The frame of a command: a failure is one line (after the output of the program that failed) and exit code 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    // The programs that a signal ended have not failed.
    if (stopping) return;
    if (error.output) process.stderr.write(`\n${error.output.trimEnd()}\n\n`);
    console.error(error instanceof Failure ? `knowledge-worker: ${error.message}` : error);
    process.exit(1);
  }
}
