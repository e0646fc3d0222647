// The golden transcripts (tests/golden/protocol.jsonl, run natively by tests/it/protocol.rs) against workerd. The corpus is
// another one here, so what is compared is what does not depend on it: status, headers, ids, codes, and which keys a result has.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../../.scripts/tools.mjs";
import { served } from "./server.mjs";

const server = served();
const lines = readFileSync(path.join(root, "tests/golden/protocol.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
// Those that ask for a document of the other corpus have another answer here.
const sample = lines.filter((line) => !JSON.stringify(line.body ?? line.text ?? "").includes("docs.example.com"));

/** The keys of an object, with those below `_meta`; `undefined` if there is none. */
const keys = (value) => value && Object.keys(value).sort();
const at = (json, pointer) => pointer.slice(1).split("/").reduce((value, key) => value?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], json);

test("most transcripts are in the sample", () => assert.ok(sample.length >= 50, `${sample.length} of ${lines.length}`));

for (const { name, method = "POST", headers, text, body, status, answer_headers = {}, answer, absent = [] } of sample) {
  test(name, async () => {
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(server.url, { method, headers: { "content-type": "application/json", ...headers }, body: sent, signal: AbortSignal.timeout(10_000) });
    const got = await response.text();
    assert.equal(response.status, status, got);
    for (const [header, value] of Object.entries(answer_headers)) assert.equal(response.headers.get(header), value);
    if (answer === undefined) return assert.equal(got, "");
    const json = JSON.parse(got);
    for (const [expected, actual] of Array.isArray(answer) ? answer.map((one, i) => [one, json[i]]) : [[answer, json]]) {
      if (typeof expected !== "object") continue; // "...": more may follow.
      assert.equal(actual.id, expected.id);
      assert.equal(actual.error?.code, expected.error?.code);
      for (const key of keys(expected.result) ?? []) assert.ok(key in actual.result, `result.${key}: ${got}`);
      if (expected.error?.data) assert.deepEqual(keys(actual.error.data), keys(expected.error.data));
    }
    for (const pointer of absent) assert.equal(at(json, pointer), undefined, pointer);
  });
}
