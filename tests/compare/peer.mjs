// A Worker that holds an index of a JavaScript engine and answers as knowledge-worker does, as far as the measurements ask:
// `ping`, `search_documents` and `get_documents`. Nothing is checked, which is to its advantage.
import chunksText from "./chunks.txt";
import indexText from "./index.txt";

const PASSAGES = 5;

/** The Worker of an engine. */
export function worker(engine) {
  let opened;
  async function open() {
    const chunks = JSON.parse(chunksText);
    const pages = new Map();
    for (const [document, uri, , content] of chunks) {
      const page = pages.get(document) ?? { name: document, uri, content: "" };
      page.content += content;
      pages.set(document, page);
    }
    return { chunks, pages, index: await engine.load(indexText) };
  }

  const tools = {
    async search_documents({ query }) {
      const { chunks, index } = await opened;
      const results = (await engine.search(index, query, PASSAGES)).map(([id]) => {
        const [parent, , , content] = chunks[id];
        return { parent, id: String(id), content };
      });
      return { text: results.map(({ parent, content }) => `${parent}\n\n${content}`).join("\n\n"), structuredContent: { results } };
    },
    async get_documents({ names }) {
      const { pages } = await opened;
      const documents = names.map((name) => pages.get(name));
      return { text: documents.map(({ name, content }) => `${name}\n\n${content}`).join("\n\n"), structuredContent: { documents } };
    },
  };

  return {
    async fetch(request) {
      const { id, method, params } = await request.json();
      opened ??= open();
      let result = {};
      if (method === "tools/call") {
        const { text, structuredContent } = await tools[params.name](params.arguments);
        result = { content: [{ type: "text", text }], structuredContent };
      }
      return new Response(JSON.stringify({ jsonrpc: "2.0", id, result }), { headers: { "content-type": "application/json" } });
    },
  };
}
