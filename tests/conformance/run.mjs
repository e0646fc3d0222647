// The official conformance suite (@modelcontextprotocol/conformance) against a Worker in workerd, for each revision that
// it has requirements of. Every check passes but those that the baseline file beside this one lists, and those fail.
import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { conformance } from "../../.scripts/clients.mjs";
import { Failure, run } from "../../.scripts/say.mjs";
import { env, root } from "../../.scripts/tools.mjs";
import { serve } from "../worker/server.mjs";

const folder = path.join(root, "tests", "conformance");
const reports = path.join(root, "target", "conformance", "reports");
export const REVISIONS = ["2025-11-25", "2026-07-28"];

/** The checks of all scenarios in a folder of reports. */
function checksOf(reports) {
  return readdirSync(reports).flatMap((name) => {
    const [, scenario] = /^server-(.+?)-\d{4}-\d{2}-\d{2}T/.exec(name) ?? [];
    const checks = JSON.parse(readFileSync(path.join(reports, name, "checks.json"), "utf8"));
    return checks.map(({ id, status, errorMessage }) => ({ scenario, id, status, errorMessage }));
  });
}

/** The scenarios whose passing a revision scores: the list under `server:` in the suite's own file. */
function scored(revision) {
  const file = path.join(path.dirname(conformance), "..", "requirements", `${revision}.yaml`);
  const section = /^server:\n((?:(?: .*|#.*)?\n)*)/m.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  return [...section.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
}

/** Runs the suite against a Worker (see `serve`) whose baselines begin with `build`, and says what passed. */
export async function conform(build, options) {
  const server = await serve(options);
  try {
    for (const revision of REVISIONS) {
      const output = path.join(reports, `${build}-${revision}`);
      rmSync(output, { recursive: true, force: true });
      mkdirSync(output, { recursive: true });
      const baseline = path.join(folder, `${build}-${revision}.yml`);
      const url = server.url.replace("127.0.0.1", "localhost");
      const args = [conformance, "server", "--url", url, "--requirements", revision, "--output-dir", output];
      await run("node", [...args, "--expected-failures", baseline], { cwd: root, env }).catch((error) => {
        error.output = error.output?.split("\n").slice(-80).join("\n");
        throw error;
      });
      const checks = checksOf(output);
      const count = (status) => checks.filter((check) => check.status === status).length;
      const wrong = new Set(checks.filter(({ status }) => status === "FAILURE" || status === "WARNING").map(({ scenario }) => scenario));
      const required = scored(revision);
      const passed = required.filter((scenario) => !wrong.has(scenario));
      if (required.length === 0 || passed.some((name) => !checks.some(({ scenario }) => scenario === name))) {
        throw new Failure(`the suite has no report of a scenario that ${revision} requires: ${passed.join(", ")}`);
      }
      console.log(`  ${build}, ${revision}: ${count("SUCCESS")} checks pass, ${count("FAILURE")} fail, ${count("WARNING")} warn, ${count("SKIPPED")} do not apply; ${passed.length} of ${required.length} scored scenarios pass whole`);
    }
  } finally {
    await server.stop();
  }
}

if (process.argv[1] === path.join(folder, "run.mjs")) {
  await conform("production", {});
  await conform("fixtures", { config: path.join(folder, "wrangler.toml") });
}
