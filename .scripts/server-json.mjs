// `npm run server-json`: server.json for the MCP registry, from corpus.toml. `mcp-publisher publish` sends it.
// Another corpus: KNOWLEDGE_CORPUS. Another place for the file: `npm run server-json -- path`; `-` is the terminal.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { corpusFolder } from "./build.mjs";
import { options } from "./options.mjs";
import { Failure, main } from "./say.mjs";
import { root } from "./tools.mjs";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/** At most so many characters, whole words; as crates/server/src/mcp/wording.rs clips. */
function clip(text, max) {
  const line = text.trim().split(/\s+/).join(" ");
  if (line.length <= max) return line;
  const kept = line.slice(0, max - 1);
  const words = line[max - 1] === " " ? kept : kept.slice(0, Math.max(kept.lastIndexOf(" "), 0)) || kept;
  return `${words.replace(/[ ,;:]+$/, "")}…`;
}

/** What the registry's schema says of server.json, as far as a server that is only remote meets it; what is broken. */
export function problems(server) {
  const found = [];
  const rule = (holds, what) => holds || found.push(what);
  const text = (value, min, max) => typeof value === "string" && value.length >= min && value.length <= max;
  const known = ["$schema", "name", "title", "description", "version", "websiteUrl", "remotes"];
  rule(Object.keys(server).every((key) => known.includes(key)), "a key that is not in the schema");
  rule(server.$schema === SCHEMA, "$schema");
  rule(text(server.name, 3, 200) && /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(server.name), "name: a domain backwards, a slash, a name");
  rule(text(server.description, 1, 100), "description: 1 to 100 characters");
  rule(text(server.version, 1, 255) && !/[\^~<>=*]|\.x\b/.test(server.version), "version: one version, no range");
  rule(server.title === undefined || text(server.title, 1, 100), "title: 1 to 100 characters");
  rule(server.websiteUrl === undefined || URL.canParse(server.websiteUrl), "websiteUrl: an address");
  rule(Array.isArray(server.remotes) && server.remotes.length > 0, "remotes: at least one");
  for (const remote of server.remotes ?? []) {
    rule(["streamable-http", "sse"].includes(remote.type), "remotes.type");
    rule(typeof remote.url === "string" && /^https?:\/\/[^\s]+$/.test(remote.url), "remotes.url: an address");
    rule(Object.keys(remote).every((key) => ["type", "url"].includes(key)), "remotes: a key that is not in the schema");
  }
  return found;
}

/** server.json, from the text of a corpus.toml. */
export async function serverJson(toml) {
  const { parse } = await import("smol-toml");
  let corpus;
  try {
    corpus = parse(toml);
  } catch (error) {
    throw new Failure(`corpus.toml: ${error.message.split("\n")[0]} (line ${error.line}).`);
  }
  const { title, description, server } = corpus;
  const missing = [
    ...["title", "description"].filter((key) => !{ title, description }[key]),
    ...["name", "version", "url"].filter((key) => !server?.[key]).map((key) => `[server] ${key}`),
  ];
  if (missing.length > 0) throw new Failure(`corpus.toml does not say what the registry asks for: ${missing.join(", ")} (see corpus/en/corpus/corpus-toml.md).`);
  if (!URL.canParse(server.url)) throw new Failure(`corpus.toml: [server] url is no address: ${JSON.stringify(server.url)}. Write https://host/mcp.`);
  const json = {
    $schema: SCHEMA,
    name: server.name,
    title: clip(title, 80),
    description: clip(description, 100),
    version: server.version,
    websiteUrl: new URL("/", server.url).href,
    remotes: [{ type: "streamable-http", url: server.url }],
  };
  const broken = problems(json);
  if (broken.length > 0) throw new Failure(`server.json breaks the registry's schema: ${broken.join("; ")}.`);
  return json;
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const { positionals: [target = "server.json"] } = options("npm run server-json -- [FILE]   (- is the terminal)");
    const file = path.join(corpusFolder() ?? path.join(root, "corpus"), "corpus.toml");
    if (!existsSync(file)) throw new Failure(`there is no ${file}, which would say how the server is published.`);
    const text = `${JSON.stringify(await serverJson(readFileSync(file, "utf8")), null, 2)}\n`;
    if (target === "-") return process.stdout.write(text);
    try {
      writeFileSync(path.resolve(process.env.INIT_CWD ?? "", target), text);
    } catch (error) {
      throw new Failure(`cannot write ${target}: ${error.message}`);
    }
    console.log(`${target}: checked against the registry's schema of 2025-12-11; publish it with mcp-publisher`);
  });
}
