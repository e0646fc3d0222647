// `npm start`: installs what is missing, builds what has changed, serves it on this machine.
import { createServer } from "node:net";
import path from "node:path";
import { build, corpusFolder } from "./build.mjs";
import { options } from "./options.mjs";
import { Failure, main, start } from "./say.mjs";
import { env, install, root } from "./tools.mjs";

function chosenPort() {
  const { values } = options("npm start -- [--port N]", { port: Number });
  const chosen = values.port ?? process.env.PORT ?? 8787;
  const port = Number(chosen);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Failure(`${values.port ? "--port " : "PORT="}${chosen}: a port is a number from 1 to 65535.`);
  }
  return port;
}

const checkFree = (port) =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) =>
      reject(new Failure(`cannot listen on port ${port} (${error.code}): choose another with \`PORT=${port + 1} npm start\`.`)));
    server.listen(port, "localhost", () => server.close(resolve));
  });

async function ready(url, child) {
  while (child.exitCode === null && child.signalCode === null) {
    const answers = await fetch(url, { signal: AbortSignal.timeout(5000) }).then(() => true, () => false);
    if (answers) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}

await main(async () => {
  const started = performance.now();
  const port = chosenPort();
  await checkFree(port);
  const corpus = corpusFolder();
  await build(await install());

  const origin = `http://localhost:${port}`;
  console.log("wrangler dev: workerd serves build/ ...");
  // wrangler runs wrangler.toml's build command first, which has nothing left to do, and again when a file changes.
  const wrangler = start("node", [path.join(root, "node_modules/wrangler/bin/wrangler.js"), "dev", "--port", String(port), "--show-interactive-dev-session=false"], {
    cwd: root,
    env: { ...env, KNOWLEDGE_SERVING: "1", ...(corpus && { KNOWLEDGE_CORPUS: corpus }) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const exit = new Promise((resolve) => wrangler.once("exit", resolve));
  // The page for people answers without a session, and stands in the log as a success.
  if (await ready(`${origin}/`, wrangler)) {
    console.log(`ready after ${((performance.now() - started) / 1000).toFixed(1)} s: ${origin}/mcp (an MCP endpoint; stop with Ctrl-C)`);
  }
  const code = await exit;
  if (code !== 0) throw new Failure(`wrangler dev ended (exit code ${code ?? wrangler.signalCode}).`);
});
