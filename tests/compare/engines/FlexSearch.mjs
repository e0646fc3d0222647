// FlexSearch with half words, and with results that lack some of the words.
import flexsearch from "flexsearch";

const empty = () => new flexsearch.Document({ tokenize: "forward", document: { id: "_id", index: ["title", "text"] } });

export default {
  build(documents) {
    const index = empty();
    for (const document of documents) index.add(document);
    return index;
  },
  // It has an order and no scores. What matches in the title comes first.
  search: (index, query, limit) => index.search(query, { limit, suggest: true, merge: true }).slice(0, limit).map(({ id }, i) => [id, -i]),
  async save(index) {
    const parts = [];
    await index.export((key, data) => void parts.push([key, data]));
    return JSON.stringify(parts.filter(([, data]) => data !== undefined));
  },
  async load(text) {
    const index = empty();
    for (const [key, data] of JSON.parse(text)) await index.import(key, data);
    return index;
  },
};
